import { constants, type Dirent, readdirSync, realpathSync, type Stats } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folderError } from '../../../cli/terminal/io.ts';
import { systemCode } from '../../../contract/base/system-errors.ts';
import { timestampOf } from '../../../contract/base/times.ts';
import { isSameVersion, type Version } from '../../../contract/data-sources/checksum-history.ts';
import { WebError } from '../web/request.ts';
import { readContents } from './contents/contents.ts';
import { hashFileChunks } from './hashes.ts';
import { decodedListingPath } from './listing/source-tree.ts';
import type { ReadVersion } from './look-inside.ts';
import { isPlausibleTime, type Observation, refuseHtmlPage } from './observe.ts';
import { openLocalFile, type ReadContext } from './remote-file.ts';

/** Follows no link, waits for no pipe. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export class LocalFolder {
  readonly #root: string;
  /** Paths with `/`. Names with a leading dot are left out, as in the lists of servers. */
  readonly names: readonly string[];
  readonly linkCount: number;

  /** @param except absolute paths outside of the data source */
  constructor(root: string, name: string, except: readonly string[]) {
    let entries: Dirent[];
    try {
      this.#root = realpathSync(root);
      entries = readdirSync(this.#root, { recursive: true, withFileTypes: true });
    } catch (error) {
      throw folderError(error, name, `The folder ${name}`, '; name the one that has the files of the data source');
    }
    const pathOf = ({ parentPath, name }: Dirent): string => relative(this.#root, join(parentPath, name));
    const paths = entries.filter((entry) => entry.isFile()).map(pathOf);
    const lists = new Set(except.map((path) => relative(root, path)));
    const shown = paths.filter((path) => !lists.has(path) && !path.split(sep).some((part) => part.startsWith('.')));
    this.names = shown.map((path) => path.replaceAll(sep, '/'));
    this.linkCount = entries.filter((entry) => entry.isSymbolicLink()).length;
  }

  async observe(path: string, now: number): Promise<Observation> {
    try {
      return { is: 'there', version: versionOf(await lstat(await this.#fileOf(path)), now) };
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error;
      return { is: 'gone', why: 'the folder has no such file' };
    }
  }

  async lookInside(path: string, version: Version, { web, now }: ReadContext): Promise<ReadVersion> {
    const file = await this.#fileOf(path);
    const handle = await open(file, FLAGS);
    try {
      const before = await handle.stat();
      const changed = new WebError('body', 'it changed while it was read');
      if (!isSameVersion(versionOf(before, now), version)) throw changed;
      // `end` is inclusive: one byte more tells that the file grew.
      const range = { start: 0, end: before.size, highWaterMark: 2 ** 20 };
      const { hashes, length } = await hashFileChunks(handle.createReadStream({ ...range, autoClose: false }), () => {
        if (web.isOver) throw new WebError('over', 'it was stopped');
      });
      const whole = openLocalFile(handle, length);
      await refuseHtmlPage(pathToFileURL(file).href, whole);
      const contents = await readContents(path, whole, true);
      const after = await handle.stat();
      if (length !== before.size || length !== after.size || after.mtimeMs !== before.mtimeMs) throw changed;
      return { hashes, contents };
    } finally {
      await handle.close();
    }
  }

  async #fileOf(path: string): Promise<string> {
    const file = join(this.#root, decodedListingPath(path));
    if (file.startsWith(this.#root + sep) && (await realpath(file)) === file) return file;
    throw new WebError('address', 'it is a symbolic link, or below one, which is not followed');
  }
}

function versionOf(status: Stats, now: number): Version {
  if (!status.isFile()) throw new WebError('address', 'it is not a regular file');
  if (!isPlausibleTime(status.mtimeMs, now))
    throw new WebError('body', `it was last changed on ${status.mtime.toUTCString()}; set its time with touch`);
  return { lastModified: timestampOf(status.mtimeMs), contentLength: status.size };
}
