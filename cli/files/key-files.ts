/** Messages never contain what is in a key file. */
import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';
import { describeSystemError } from '../../contract/base/system-errors.ts';
import { shortenedText } from '../../contract/base/text.ts';
import { parsePublicKey } from '../../contract/signing/minisign.ts';
import { parseSecretKey, type SecretKey } from '../../contract/signing/secret-keys.ts';
import { CannotRunError, type Io, SIGNING_VARIABLE } from '../terminal/io.ts';

/** Files of keys are shorter. */
const KEY_BYTES = 1_000;

export function readSecretKey({ cwd }: Pick<Io, 'cwd'>, name: string): SecretKey {
  const { text, status } = readBeginning(resolve(cwd, name), name);
  // Windows has no such permissions.
  if (process.platform !== 'win32' && status.isFile() && (status.mode & 0o077) !== 0)
    throw new CannotRunError(`Others may read ${name}: chmod 600 ${name}, and replace the key if they could.`);
  return secretKeyIn(text, name);
}

export function secretKeyInEnvironment({ signingKey }: Pick<Io, 'signingKey'>): SecretKey | null {
  return signingKey ? secretKeyIn(signingKey, SIGNING_VARIABLE) : null;
}

function secretKeyIn(text: string, name: string): SecretKey {
  const secret = parseSecretKey(text);
  if (secret) return secret;
  throw new CannotRunError(
    `${name} has no secret key without a password, as "cartalog keys new" and "minisign -G -W" write it: an optional comment, then one line.`,
  );
}

/** @param given a key, or a file with one */
export function readPublicKey({ cwd }: Pick<Io, 'cwd'>, given: string): string {
  if (given === '') throw new CannotRunError('The key is empty; is a variable of your shell not set?');
  const key = parsePublicKey(given) ?? parsePublicKey(readBeginning(resolve(cwd, given), given).text);
  if (key) return key.text;
  throw new CannotRunError(
    `${shortenedText(given)} has no public key of minisign: an optional comment, then one line of 56 letters and digits that begin with RW.`,
  );
}

/** Also returns the status of what was read: a link may change at any time. */
function readBeginning(file: string, name: string): { text: string; status: Stats } {
  const bytes = Buffer.alloc(KEY_BYTES);
  try {
    const descriptor = openSync(file, 'r');
    const length = readSync(descriptor, bytes);
    const status = fstatSync(descriptor);
    closeSync(descriptor);
    return { text: bytes.toString('utf8', 0, length), status };
  } catch (error) {
    throw new CannotRunError(
      `${shortenedText(name)} is neither a key nor a file that can be read: ${describeSystemError(error)}.`,
    );
  }
}
