/** Nothing is checked out: a stranger's paths, links, submodules and filters have no effect on this machine. */
import { resolve } from 'node:path';
import type { CatalogFolder } from '../../build/read/folder.ts';
import { asMebibytes, COMMIT_LIMITS, INPUT_LIMITS } from '../../contract/base/limits.ts';
import { systemCode } from '../../contract/base/system-errors.ts';
import { plural, visible } from '../../contract/base/text.ts';
import { openCatalogFolder } from '../catalog/catalog-folder.ts';
import { CannotRunError, type Io } from '../terminal/io.ts';
import { commitArgument, gitProblem, PARTIAL_REPOSITORY, readObjects, runGit } from './git-process.ts';

interface CatalogInCommit {
  readonly folder: CatalogFolder;
  readonly commit: string;
}

export async function openCatalogAt(io: Io, name: string, ref: string): Promise<CatalogInCommit> {
  openCatalogFolder(io, name);
  const path = resolve(io.cwd, name);
  const commit = await resolveCommit(path, ref, '--at');
  const folder = await readCommitFolder(path, commit);
  if ([...folder.entries()].length === 0) {
    throw new CannotRunError(
      `There is no catalog in the folder ${visible(name)} of the commit ${JSON.stringify(ref)}. Name a commit that has one, or another folder with --catalog DIR.`,
    );
  }
  return { folder, commit };
}

export async function resolveCommit(folder: string, ref: string, option: string): Promise<string> {
  const git = async (...args: string[]): Promise<string> => (await runGit(folder, args)).toString('utf8').trim();
  const isRepository = git('rev-parse', '--is-inside-work-tree').catch((error) => {
    throw new CannotRunError(`${option} needs git and its history: ${gitProblem(error)}.`);
  });
  const named = commitArgument(ref);
  const verified = named === null ? '' : git('rev-parse', '--verify', '--quiet', named).catch(() => '');
  const [, commit] = await Promise.all([isRepository, verified]);
  if (/^[0-9a-f]{40,64}$/.test(commit)) return commit;
  throw new CannotRunError(
    `Git does not know the commit ${JSON.stringify(ref)} here. Name a branch, tag or commit; one that is only on a server must be fetched first.`,
  );
}

interface Blob {
  readonly path: string;
  readonly id: string;
  readonly size: number;
  readonly isLink: boolean;
}

/** Empty if the commit lacks the folder. Leaves out names that begin with a dot. */
export async function readCommitFolder(folder: string, commit: string): Promise<CatalogFolder> {
  const blobs = await listBlobs(folder, commit);
  // The catalog needs only the size of larger files.
  const readable = blobs.filter(({ size }) => size <= INPUT_LIMITS.fileBytes);
  const bytes = readable.reduce((sum, { size }) => sum + size, 0);
  if (blobs.length > COMMIT_LIMITS.files) refuse(commit, `has ${plural(blobs.length, 'file')}`);
  if (bytes > COMMIT_LIMITS.bytes) refuse(commit, `has ${Math.ceil(asMebibytes(bytes))} MiB of files`);
  const contents = await readBlobs(folder, commit, [...new Set(readable.map(({ id }) => id))]);
  const byPath = new Map(blobs.map((blob) => [blob.path, blob]));
  return {
    entries: () => blobs.map(({ path, isLink }) => ({ path, type: isLink ? 'link' : 'file' })),
    size: (path) => byPath.get(path)?.size ?? 0,
    read: (path) => contents.get(byPath.get(path)?.id ?? '') ?? Buffer.alloc(0),
  };
}

function refuse(commit: string, what: string): never {
  const { files, bytes } = COMMIT_LIMITS;
  throw new CannotRunError(
    `The catalog in ${commit.slice(0, 10)} ${what}; of a commit, at most ${plural(files, 'file')} with ${asMebibytes(bytes)} MiB are read.`,
  );
}

function unreadable(commit: string, problem: string): never {
  throw new CannotRunError(`Git cannot read the catalog in ${commit.slice(0, 10)}: ${problem}.`);
}

async function listBlobs(folder: string, commit: string): Promise<Blob[]> {
  const args = ['ls-tree', '-r', '-l', '-z', commit, '--', '.'];
  const listing = await runGit(folder, args, { maxBytes: COMMIT_LIMITS.listing }).catch((error) => {
    // Few objects can describe any number of paths.
    if (systemCode(error) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') refuse(commit, 'has too many files');
    unreadable(commit, gitProblem(error));
  });
  const lines = listing.toString('utf8').split('\0');
  const matches = lines
    .map((line) => /^(\d+) blob ([0-9a-f]+) +(\d+|BAD)\t(.+)$/s.exec(line))
    .filter((match) => match !== null);
  // The object is missing.
  if (matches.some(([, , , size]) => size === 'BAD')) unreadable(commit, PARTIAL_REPOSITORY);
  return matches
    .map(([, mode, id = '', size, path = '']) => ({ path, id, size: Number(size), isLink: mode === '120000' }))
    .filter(({ path }) => !/(?:^|\/)\./.test(path));
}

async function readBlobs(folder: string, commit: string, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const contents = await readObjects(folder, ids).catch((error) => unreadable(commit, gitProblem(error)));
  if (contents.size < ids.length) unreadable(commit, PARTIAL_REPOSITORY);
  return contents;
}
