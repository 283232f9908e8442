import { type Contents, contentsFormatOf, readContents } from './contents/contents.ts';
import type { Hashes } from './hashes.ts';
import { refuseHtmlPage } from './observe.ts';
import { downloadVersion, NoPartsError, type ObservedFile, openRemoteFile } from './remote-file.ts';

export interface Look extends ObservedFile {
  readonly path: string;
  /** `isSmall` allows a download; `isDownloaded` requires it, for the SHA-1. */
  readonly isSmall: boolean;
  readonly isDownloaded: boolean;
}

/** `hashes` is null if only parts were read. */
export interface ReadVersion {
  readonly hashes: Hashes | null;
  readonly contents: Contents;
}

/** The most bytes of an HTML page in place of a file. */
const LARGEST_PAGE = 1_000_000;

/** @throws WebError if a retry may succeed: the next run reads the unrecorded version again */
export async function lookInsideVersion(look: Look): Promise<ReadVersion> {
  const { path, url, version, isSmall, isDownloaded } = look;
  const downloaded = () =>
    downloadVersion(look, async (hashes, file) => ({ hashes, contents: await readContents(path, file, true) }));
  if (isDownloaded) return await downloaded();
  const file = openRemoteFile(look);
  const isRead = (contentsFormatOf(path)?.bytes ?? 0) > 0;
  try {
    const contents = await readContents(path, isRead ? file : null);
    const { damage, foreign, problems } = contents;
    const isDoubtful = isRead
      ? (damage ?? foreign ?? problems[0]) !== undefined
      : version.contentLength <= LARGEST_PAGE;
    // Maybe a login page, sent as the file.
    if (isDoubtful) await refuseHtmlPage(url, file);
    return { hashes: null, contents };
  } catch (error) {
    if (!(error instanceof NoPartsError)) throw error;
    if (isSmall) return await downloaded();
    // Still records the version.
    const problem = `its contents are not known: ${error.message}, and it is too large to be downloaded`;
    return { hashes: null, contents: { ...(await readContents(path, null)), problems: [problem] } };
  }
}
