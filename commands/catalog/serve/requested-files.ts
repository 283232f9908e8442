import type { SiteFile } from './site-assets.ts';

interface Wanted {
  readonly file: Promise<SiteFile | undefined>;
  give(file: SiteFile | undefined): void;
}

/**
 * Files of a site in the making. Most are given unasked; others are requested once. Only the finished site tells which
 * paths have none.
 * @param known files that need not be made
 */
export function requestedFiles(known: ReadonlyMap<string, SiteFile>, request: (path: string) => void) {
  const wanted = new Map<string, Wanted>();
  const given = new Map<string, SiteFile>();
  let all: ReadonlyMap<string, SiteFile> | null = null;
  const want = (path: string): Wanted => {
    let give: Wanted['give'] = () => {};
    const file = new Promise<SiteFile | undefined>((resolve) => (give = resolve));
    wanted.set(path, { file, give });
    request(path);
    return { file, give };
  };
  return {
    given: given as ReadonlyMap<string, SiteFile>,
    get: (path: string) =>
      all ? all.get(path) : (known.get(path) ?? given.get(path) ?? (wanted.get(path) ?? want(path)).file),
    give(path: string, file: SiteFile): void {
      given.set(path, file);
      wanted.get(path)?.give(file);
    },
    /** @param files of the finished site */
    end(files: ReadonlyMap<string, SiteFile>): void {
      all = files;
      for (const [path, { give }] of wanted) give(files.get(path));
    },
  };
}
