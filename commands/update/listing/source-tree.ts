/** Which addresses belong to a data source: those that may be asked for a listing, and those that are its files. */

/** Where the listing of a data source begins, and where its files are. */
export class SourceTree {
  /** The page that is read first. */
  readonly start: string;
  /** The folder of that page. Nothing is requested that is not below it. */
  readonly folder: string;
  readonly #roots: readonly string[];

  /**
   * Files are those below `baseUrl`, which is where map programs download them. Where the listing is somewhere else, as
   * that of a mirror is, what is below the folder of the listing is a file with the same path below `baseUrl`.
   *
   * @param url `source.url`
   */
  constructor(url: string, baseUrl: string) {
    const base = new URL(baseUrl).href;
    this.start = plainAddress(new URL(url));
    this.folder = folderOf(this.start);
    const isRelated = pathBelow(base, this.folder) !== null || pathBelow(this.folder, base) !== null;
    this.#roots = isRelated ? [base] : [base, this.folder];
  }

  /** Whether a page may be requested. */
  contains(address: string): boolean {
    return pathBelow(this.folder, address) !== null;
  }

  /** The path of a file in the catalog; null for what is no file of the data source. */
  pathOf(address: string): string | null {
    for (const root of this.#roots) {
      const path = pathBelow(root, address);
      if (path !== null) return path;
    }
    return null;
  }

  /** The addresses that a path of the catalog may have in the listings. */
  addressesOf(path: string): string[] {
    return this.#roots.map((root) => root + path);
  }

  /** Whether a folder has files of the data source, or folders that lead to some. */
  leadsToFiles(folder: string): boolean {
    return this.pathOf(folder) !== null || this.#roots.some((root) => pathBelow(folder, root) !== null);
  }

  /** How many folders deep a folder is: 1 for the folder of the page that is read first. */
  depthOf(folder: string): number {
    return (pathBelow(this.folder, folder) ?? '').split('/').length;
  }
}

/** An address without its fragment. */
export function plainAddress(url: URL): string {
  return url.hash === '' && !url.href.endsWith('#') ? url.href : url.href.replace(/#.*$/s, '');
}

/** The folder of a page, with a `/` at its end. */
export function folderOf(address: string): string {
  const path = address.replace(/\?.*$/s, '');
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The address of a link; null where it leads to no page. */
export function resolvedLink(href: string, base: string | null, page: string): string | null {
  const text = href.trim();
  if (text === '' || text.startsWith('#')) return null;
  const from = base !== null && URL.canParse(base, page) ? new URL(base, page).href : page;
  if (!URL.canParse(text, from)) return null;
  const url = new URL(text, from);
  return url.protocol === 'http:' || url.protocol === 'https:' ? plainAddress(url) : null;
}

/** One text for all spellings of an address. */
export function addressKey(address: string): string {
  return address.split('/').map(decodedPath).join('/');
}

/** Whether an address is that of a folder. */
export function isFolder(address: string): boolean {
  return address.endsWith('/') && !address.includes('?');
}

/**
 * The part of an address after a root; null where the address is not below it. Two spellings of a folder, as `%C3%A4`
 * and `%c3%a4`, are the same one; the path keeps its own.
 *
 * @param root ends with `/`; what ends otherwise is compared as text
 */
function pathBelow(root: string, address: string): string | null {
  if (address.startsWith(root)) return address.slice(root.length);
  if (!root.endsWith('/') || root.includes('?')) return null;
  const folders = root.split('/').slice(0, -1);
  const segments = address.split('/');
  if (segments.length <= folders.length) return null;
  if (!folders.every((folder, index) => decodedPath(folder) === decodedPath(segments[index] as string))) return null;
  return segments.slice(folders.length).join('/');
}

/**
 * The path with every `%` and its two digits as the letter they mean, the same for all spellings of it; as it is where
 * the result would be no text.
 */
export function decodedPath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
  }
}
