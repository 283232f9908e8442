/** The addresses of a data source: listings that may be requested, and files. */

export class SourceTree {
  readonly start: string;
  /** Only addresses below it are requested. */
  readonly folder: string;
  readonly #roots: readonly string[];

  /**
   * Files are below `baseUrl`, where map programs download them. If the listing is elsewhere, for example on a mirror,
   * a file below the folder of the listing has the same path below `baseUrl`.
   *
   * @param url `source.url`
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

  /** Null if it is not a file of the data source. */
  pathOf(address: string): string | null {
    return this.#roots.map((root) => pathBelow(root, address)).find((path) => path !== null) ?? null;
  }

  /** Where the listings may have a file of the catalog. */
  addressesOf(path: string): string[] {
    return this.#roots.map((root) => root + path);
  }

  /** At any depth. */
  leadsToFiles(folder: string): boolean {
    return this.pathOf(folder) !== null || this.#roots.some((root) => pathBelow(folder, root) !== null);
  }

  /** 1 for the folder of the page that is read first. */
  depthOf(folder: string): number {
    return (pathBelow(this.folder, folder) ?? '').split('/').length;
  }
}

export function plainAddress({ href }: URL): string {
  return href.replace(/#.*$/s, '');
}

/** Ends with `/`. */
export function folderAddressOf(address: string): string {
  const path = address.replace(/\?.*$/s, '');
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Null if the link does not lead to a page. */
export function resolvedLink(href: string, base: string | null, page: string): string | null {
  const text = href.trim();
  if (text === '' || text.startsWith('#')) return null;
  const from = base !== null && URL.canParse(base, page) ? new URL(base, page).href : page;
  if (!URL.canParse(text, from)) return null;
  const url = new URL(text, from);
  return url.protocol === 'http:' || url.protocol === 'https:' ? plainAddress(url) : null;
}

/** Equal for all spellings of an address. */
export function addressKey(address: string): string {
  return address.split('/').map(decodedListingPath).join('/');
}

export function isFolderAddress(address: string): boolean {
  return address.endsWith('/') && !address.includes('?');
}

/**
 * Null if the address is not below the root. Two spellings of a folder, such as `%C3%A4` and `%c3%a4`, are equal; the
 * path keeps its own.
 *
 * @param root ends with `/`; anything else is compared as text
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

/** With all `%` codes decoded, so that all spellings are equal; unchanged if the result would not be text. */
export function decodedListingPath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
  }
}
