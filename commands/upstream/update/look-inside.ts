/** Reads the contents of a version of a file: of all of it if it is downloaded, otherwise of a few parts. */
import { type Contents, contentsKind, readContents } from './contents/contents.ts';
import { download, NoPartsError, type ObservedFile, remoteFile } from './remote-file.ts';

/** A version to read. */
export interface Look extends ObservedFile {
  readonly path: string;
  /** Whether it is downloaded completely, for its SHA-1. */
  readonly isDownloaded: boolean;
}

/**
 * Reads a version.
 *
 * @returns its contents, and its SHA-1 if it was downloaded
 * @throws WebError if a retry may succeed; the version should not be recorded, so that the next run reads it again
 */
export async function lookInside(look: Look): Promise<{ sha1: string | null; contents: Contents }> {
  const { path } = look;
  if (look.isDownloaded)
    return await download(look, async (sha1, file) => ({ sha1, contents: await readContents(path, file, true) }));
  const unread = { sha1: null, contents: await readContents(path, null) };
  if ((contentsKind(path)?.bytes ?? 0) === 0) return unread;
  try {
    return { sha1: null, contents: await readContents(path, remoteFile(look)) };
  } catch (error) {
    if (!(error instanceof NoPartsError)) throw error;
    // The version is still recorded.
    const problem = `its contents are not known: ${error.message}, and it is not downloaded whole`;
    return { sha1: null, contents: { ...unread.contents, problems: [problem] } };
  }
}
