import { parseUrl } from '../../../../contract/base/text.ts';
export class SourceTree {
  readonly start: string;
  /** Other addresses are not requested. */
  readonly folder: string;
  readonly #roots: readonly string[];

  /**
   * If the listing is not at `baseUrl` (a mirror), a file has the same path below both; map programs download it below
   * `baseUrl`.
   */
  constructor(url: string, baseUrl: string) {
    const base = new URL(baseUrl).href;
    this.start = plainAddress(new URL(url));
    this.folder = folderAddressOf(this.start);
    const isRelated = pathBelow(base, this.folder) !== null || pathBelow(this.folder, base) !== null;
    this.#roots = isRelated ? [base] : [base, this.folder];
  }

  contains(address: string): boolean {
    return pathBelow(this.folder, address) !== null;
  }

  pathOf(address: string): string | null {
    return this.#roots.map((root) => pathBelow(root, address)).find((path) => path !== null) ?? null;
  }

  addressesOf(path: string): string[] {
    return this.#roots.map((root) => root + path);
  }

  leadsToFiles(folder: string): boolean {
    return this.pathOf(folder) !== null || this.#roots.some((root) => pathBelow(folder, root) !== null);
  }

  /** 1 for the folder of `start`. */
  depthOf(folder: string): number {
    return (pathBelow(this.folder, folder) ?? '').split('/').length;
  }
}

export function plainAddress({ href }: URL): string {
  return href.replace(/#.*$/s, '');
}

export function folderAddressOf(address: string): string {
  const path = address.replace(/\?.*$/s, '');
  return path.slice(0, path.lastIndexOf('/') + 1);
}

export function resolvedLink(href: string, base: string | null, page: string): string | null {
  const text = href.trim();
  if (text === '' || text.startsWith('#')) return null;
  const url = parseUrl(text, (base !== null && parseUrl(base, page)?.href) || page);
  if (!url) return null;
  return url.protocol === 'http:' || url.protocol === 'https:' ? plainAddress(url) : null;
}

/** The same for all encodings. */
export function addressKey(address: string): string {
  return address.split('/').map(decodedListingPath).join('/');
}

export function isFolderAddress(address: string): boolean {
  return address.endsWith('/') && !address.includes('?');
}

/**
 * `%C3%A4` equals `%c3%a4`; the path keeps its spelling.
 * @param root without a final `/`, compared as text
 */
function pathBelow(root: string, address: string): string | null {
  if (address.startsWith(root)) return address.slice(root.length);
  if (!isFolderAddress(root)) return null;
  const folders = root.split('/').slice(0, -1);
  const segments = address.split('/');
  if (segments.length <= folders.length) return null;
  if (!folders.every((folder, index) => decodedListingPath(folder) === decodedListingPath(segments[index] as string)))
    return null;
  return segments.slice(folders.length).join('/');
}

/** If the decoded path would not be text, it stays encoded, with codes in upper case. */
export function decodedListingPath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
  }
}
