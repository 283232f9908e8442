/** `cartalog init --upgrade`: updates the files of an earlier version. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkCatalog } from '../../build/pipeline.ts';
import { createFile, openCatalog, replaceFile } from '../../cli/files.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../cli/io.ts';
import { describeSystemError, systemCode } from '../../contract/system-errors.ts';
import { plural, visible } from '../../contract/text.ts';
import { initSources } from './command.ts';
import { type InitRecord, keptFiles, planUpgrade, RECORD, readRecord } from './init.ts';
import { vendoredPath } from './packed-program.ts';

/**
 * Runs the command.
 *
 * @param print the file to print instead of writing; null to write
 * @throws CannotRunError if `init` did not write the folder, or a file cannot be written
 */
export function runUpgrade(io: Io, dir: string, print: string | null): ExitStatus {
  const root = resolve(io.cwd, dir);
  const record = recordIn(root, dir);
  const sources = initSources();
  const { version } = sources;
  if (isNewer(record.version, version)) {
    throw new CannotRunError(
      `Version ${record.version} of cartalog wrote these files; this is ${version}. Install that one or a newer one.`,
    );
  }
  const catalog = openCatalog({ ...io, cwd: root }, 'catalog');
  const { content } = checkCatalog(catalog, { environment: {}, requireTokens: false });
  const tokens = content.of('site').flatMap(({ value }) => (value.accessTokens ?? []).map(String));
  const wanted = keptFiles(record.answers, tokens, sources);
  if (print !== null) {
    const text = wanted.get(print);
    if (text === undefined) {
      const names = [...wanted.keys()].join(', ');
      throw new CannotRunError(`${print} is not a file that is brought up to date; there are ${names}.`);
    }
    io.stdout.write(text);
    return 0;
  }
  const plan = planUpgrade(record, wanted, version, (path) => readIfThere(join(root, path)));
  // The record comes last, so an interrupted upgrade can be repeated.
  for (const [path, text] of plan.write) writeInto(root, path, text);
  const written = [...plan.write.keys()].filter((path) => path !== RECORD);
  for (const path of written) io.stdout.write(`${visible(path)}\n`);
  const again = (path: string): string => `npx --no -- cartalog init --upgrade --print ${path}`;
  const old = outdatedTarball(root, version);
  const tarball = vendoredPath(version);
  const notes = [
    ...plan.changed.map((path) => [
      path,
      `you have changed it, and it stays; compare: ${again(path)} | diff ${path} -`,
    ]),
    ...plan.deleted.map((path) => [
      path,
      `you have deleted it, and it is not written again; to have it back: ${again(path)} > ${path}`,
    ]),
    ...plan.unneeded.map((path) => [path, 'is no longer needed; delete it unless you use it']),
    ...(old === null
      ? []
      : [
          [
            'package.json',
            `names ${old}; put the tarball of ${version} (npm pack in a clone makes it) at ${tarball}, run npm install ./${tarball}, and delete the old one`,
          ],
        ]),
  ];
  for (const [path = '', note] of notes) io.stderr.write(`${visible(path)}: ${note}.\n`);
  const state = written.length === 0 ? 'Nothing to write' : `${plural(written.length, 'file')} written`;
  io.stderr.write(`${state}; up to date with cartalog ${version}.\n`);
  return 0;
}

function recordIn(root: string, dir: string): InitRecord {
  const text = readIfThere(join(root, RECORD));
  const record = text === null ? null : readRecord(text);
  if (record !== null) return record;
  throw new CannotRunError(
    text === null
      ? `There is no ${RECORD} in ${dir}: cartalog init has not written it, so nothing is known of its files.`
      : `${RECORD} is not as cartalog init writes it; take it from the history of git.`,
  );
}

/** The tarball of another version in `package.json`; null if it is this version. */
function outdatedTarball(root: string, version: string): string | null {
  const text = readIfThere(join(root, 'package.json')) ?? '';
  const [, path, other] = /"cartalog": "file:(vendor\/cartalog-([^"/]+)\.tgz)"/.exec(text) ?? [];
  return path === undefined || other === version ? null : path;
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemCode(error) ?? '')) return null;
    throw new CannotRunError(`${file} cannot be read: ${describeSystemError(error)}.`);
  }
}

function writeInto(root: string, path: string, text: string): void {
  const file = join(root, path);
  try {
    if (existsSync(file)) replaceFile(file, text);
    else createFile(file, text);
  } catch (error) {
    throw new CannotRunError(
      `${path} cannot be written: ${describeSystemError(error)}. What was written before stays; the same command goes on.`,
    );
  }
}

/** Whether a version is newer than another: `0.10.0` is newer than `0.9.1`. */
function isNewer(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) > 0;
}
