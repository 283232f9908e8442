/** Reads the contents of a version of a file: of all of it if it is downloaded, otherwise of a few parts. */
import { type Contents, contentsKind, readContents } from './contents/contents.ts';
import type { RemoteFile } from './contents/pieces.ts';
import { PAGE_BYTES, refusePage, type Version } from './observe.ts';
import { download, NoPartsError, type ReadContext, readBeginning, remoteFile } from './remote-file.ts';

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

/** The contents of a version, and its SHA-1 if it was downloaded. */
interface Looked {
  readonly sha1: string | null;
  readonly contents: Contents;
}

/**
 * Reads a version. If the server does not support ranges, downloads a small file instead.
 *
 * @throws WebError if a retry may succeed; the version should not be recorded, so that the next run reads it again
 */
export async function lookInside(look: Look, context: ReadContext): Promise<Looked> {
  const { path, url, version, mayHaveRanges, isSmall, isDownloaded } = look;
  const downloaded = (): Promise<Looked> =>
    download(url, version, context, async (sha1, file) => ({ sha1, contents: await readContents(path, file, true) }));
  if (isDownloaded) return await downloaded();
  if ((contentsKind(path)?.bytes ?? 0) === 0) {
    // A login page may be sent as if it were the file.
    if (version.contentLength > 0 && version.contentLength <= LARGEST_PAGE)
      refusePage(url, await readBeginning(url, version, context));
    return { sha1: null, contents: await readContents(path, null) };
  }
  let cannot = new NoPartsError();
  try {
    if (mayHaveRanges) return { sha1: null, contents: await inParts(look, remoteFile(url, version, context)) };
  } catch (error) {
    if (!(error instanceof NoPartsError)) throw error;
    cannot = error;
  }
  if (isSmall) return await downloaded();
  // The version is still recorded.
  const problem = `its contents are not known: ${cannot.message}, and it is too large to be downloaded`;
  return { sha1: null, contents: { ...(await readContents(path, null)), problems: [problem] } };
}

/** Pages of HTML in place of a file are smaller than this. */
const LARGEST_PAGE = 1_000_000;

/** Reads a version by a few bytes, unless it is a page of HTML. */
async function inParts({ path, url }: Look, file: RemoteFile): Promise<Contents> {
  const contents = await readContents(path, file);
  const isDoubtful = contents.damage !== null || contents.problems.length > 0;
  if (isDoubtful && file.size > 0) refusePage(url, await file.read(0, Math.min(PAGE_BYTES, file.size)));
  return contents;
}
