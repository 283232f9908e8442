/** Reads the contents of a version of a file: of all of it if it is downloaded, otherwise of a few parts. */
import { contentsKind, hashFragments, readContents } from './contents/contents.ts';
import type { RemoteFile } from './contents/pieces.ts';
import type { Inside } from './entry.ts';
import { PAGE_BYTES, refusePage, type Version } from './observe.ts';
import { download, NoPartsError, type ReadContext, remoteFile } from './remote-file.ts';

/** A version to read. */
export interface Look {
  readonly path: string;
  readonly url: string;
  readonly version: Version;
  /** Whether its server may send parts of it. */
  readonly mayHaveRanges: boolean;
  /** Whether it may be downloaded completely, and whether its SHA-1 requires that. */
  readonly isSmall: boolean;
  readonly isDownloaded: boolean;
}

/** The contents of a version, and its SHA-1 if it was downloaded; or why it is not a complete file. */
type Looked = { readonly sha1: string | null; readonly inside: NonNullable<Inside> } | { readonly damage: string };

/**
 * Reads a version. If the server does not support ranges, downloads a small file instead.
 *
 * @throws WebError if a retry may succeed; the version should not be recorded, so that the next run reads it again
 */
export async function lookInside(look: Look, context: ReadContext): Promise<Looked> {
  const { path, url, version, mayHaveRanges, isSmall, isDownloaded } = look;
  if (isDownloaded) return await downloaded(look, context);
  if ((contentsKind(path)?.bytes ?? 0) === 0) return await inParts(look, null);
  let cannot = new NoPartsError();
  try {
    if (mayHaveRanges) return await inParts(look, remoteFile(url, version, context));
  } catch (error) {
    if (!(error instanceof NoPartsError)) throw error;
    cannot = error;
  }
  if (isSmall) return await downloaded(look, context);
  // The version is still recorded.
  const problem = `its contents are not known: ${cannot.message}, and it is too large to be downloaded`;
  const looked = await inParts(look, null);
  return 'damage' in looked ? looked : { ...looked, inside: { ...looked.inside, problems: [problem] } };
}

/** Reads a version by its name and a few bytes, unless it is a page of HTML. */
async function inParts({ path, url }: Look, file: RemoteFile | null): Promise<Looked> {
  const { damage, ...contents } = await readContents(path, file);
  const isDoubtful = damage !== null || contents.problems.length > 0;
  if (file !== null && isDoubtful && file.size > 0)
    refusePage(url, await file.read(0, Math.min(PAGE_BYTES, file.size)));
  if (damage !== null) return { damage };
  const fragments = contents.fragments?.map((one) => ({ ...one, sha1: null })) ?? null;
  return { sha1: null, inside: { ...contents, fragments } };
}

function downloaded({ path, url, version }: Look, context: ReadContext): Promise<Looked> {
  return download(url, version, context, async (sha1, file) => {
    const { damage, ...contents } = await readContents(path, file);
    if (damage !== null) return { damage };
    if (contents.fragments === null) return { sha1, inside: { ...contents, fragments: null } };
    const hashed = await hashFragments(file);
    if (hashed.damage !== null) return { damage: hashed.damage };
    const fragments = contents.fragments.map((one) => {
      const hash = hashed.hashes.get(one.path);
      // Facts about a file that cannot be unpacked are not trusted.
      return hash === undefined ? { ...one, lastModified: null, sha1: null } : { ...one, sha1: hash };
    });
    return { sha1, inside: { ...contents, fragments, problems: [...contents.problems, ...hashed.problems] } };
  });
}
