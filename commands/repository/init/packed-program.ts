/**
 * Until the program is on npm, an attacker could register its name and run code in every catalog. So a new repository
 * contains a tarball.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { IS_PUBLISHED, packageVersion } from '../../../cli/program/package.ts';
import { CannotRunError } from '../../../cli/terminal/io.ts';
import { isObject } from '../../../contract/base/json-values.ts';
import { parseJson } from '../../../contract/base/parse-json.ts';
import { describeSystemError, systemCode } from '../../../contract/base/system-errors.ts';

export interface PackedProgram {
  readonly spec: string;
  /** Null if npm has the package. */
  readonly file: { readonly path: string; readonly content: Uint8Array } | null;
}

const HOW_TO_PACK = 'npm pack in a clone of the repository of Cartalog makes the tarball';

/** @param given a tarball, `cartalog@VERSION`, or an address; null for the published package */
export function packedProgram(cwd: string, given: string | null): PackedProgram {
  if (given === null) {
    if (IS_PUBLISHED) return { spec: packageVersion(), file: null };
    throw new CannotRunError(
      `cartalog is not on npm yet: name a tarball of it with --package FILE; ${HOW_TO_PACK}. Nothing was written.`,
    );
  }
  if (given.trim() === '') throw refused('The name of the tarball is empty');
  const [, version] = /^cartalog@(.+)$/.exec(given) ?? [];
  if (version !== undefined) return { spec: version, file: null };
  if (/^(?:git\+)?(?:https?|ssh):\/\//.test(given)) return { spec: given, file: null };
  const content = readTarball(cwd, given);
  const path = `vendor/cartalog-${versionIn(content, given)}.tgz`;
  return { spec: `file:${path}`, file: { path, content } };
}

function refused(what: string): CannotRunError {
  return new CannotRunError(`--package: ${what}; ${HOW_TO_PACK}.`);
}

function readTarball(cwd: string, given: string): Uint8Array {
  try {
    return readFileSync(resolve(cwd, given.replace(/^file:/, '')));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') throw refused(`There is no file ${given}`);
    throw new CannotRunError(`--package: ${given} cannot be read: ${describeSystemError(error)}.`);
  }
}

/** In bytes: far more than the program has. */
const MAX_UNPACKED = 256 * 1024 * 1024;

function versionIn(tarball: Uint8Array, given: string): string {
  const content = packageIn(tarball);
  if (!isObject(content)) throw refused(`${given} is not the tarball (.tgz) of an npm package`);
  const { name, version } = content;
  if (name !== 'cartalog') throw refused(`${given} is the package ${JSON.stringify(name ?? null)}, not cartalog`);
  if (typeof version === 'string' && /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(version)) return version;
  throw refused(`${given} has no version`);
}

function packageIn(tarball: Uint8Array): unknown {
  try {
    const unpacked = gunzipSync(tarball, { maxOutputLength: MAX_UNPACKED });
    return parseJson(fileInTar(unpacked, 'package/package.json') ?? '');
  } catch {
    return null;
  }
}

const BLOCK = 512;

/**
 * Each file in a tar archive is a header block and its content, in whole blocks. The header has the name in bytes 0 to
 * 99, the size in octal digits in bytes 124 to 135.
 */
function fileInTar(archive: Buffer, path: string): string | null {
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const [name, size] = [archive.toString('latin1', at, at + 100), archive.toString('latin1', at + 124, at + 136)];
    const length = Number.parseInt(size, 8);
    if (Number.isNaN(length)) return null;
    const content = at + BLOCK;
    if (name.replace(/\0.*$/s, '') === path) return archive.toString('utf8', content, content + length);
    at = content + Math.ceil(length / BLOCK) * BLOCK;
  }
  return null;
}
