import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newFileText } from '../../../build/format/printer.ts';
import { pathOfRole } from '../../../build/read/layout.ts';
import { readValidFile } from '../../../build/run/valid-file.ts';
import { openCatalogFolder } from '../../../cli/catalog/catalog-folder.ts';
import { readSecretKey } from '../../../cli/files/key-files.ts';
import { createFile, replaceFile } from '../../../cli/files/write-file.ts';
import { runGit } from '../../../cli/git/git-process.ts';
import { nearestWith, ownerPathsOf, realPath } from '../../../cli/git/repository-place.ts';
import { CannotRunError, type ExitStatus, type Io, SIGNING_VARIABLE } from '../../../cli/terminal/io.ts';
import { describeSystemError, systemCode } from '../../../contract/base/system-errors.ts';
import { shortenedText } from '../../../contract/base/text.ts';
import type { KeysSource } from '../../../contract/generated/catalog.types.ts';
import { HOSTS } from '../../../contract/hosts.ts';
import { KEYS_NAME, keyListProblems, keysJson } from '../../../contract/signing/key-list.ts';
import { parsePublicKey } from '../../../contract/signing/minisign.ts';
import { newSecretKey, type SecretKey, secretKeyText, signedFileText } from '../../../contract/signing/secret-keys.ts';

interface KeysOptions {
  readonly catalog: string;
  readonly spare: string;
}

type ListedKey = KeysSource['keys'][number];

interface NewKey {
  readonly file: string;
  readonly secret: SecretKey;
  readonly listed: ListedKey;
}

const FILE = pathOfRole('keys');

/** @throws CannotRunError if a file cannot be written: then none is */
export async function newKeys(io: Io, options: KeysOptions & { readonly secret: string }): Promise<ExitStatus> {
  const { catalog, secret, spare } = options;
  openCatalogFolder(io, catalog);
  const list = join(resolve(io.cwd, catalog), FILE);
  if (existsSync(list))
    throw new CannotRunError(
      `${catalog}/${FILE} is there already; "cartalog keys rotate" replaces a key. If all keys are lost, delete that file first: programs must be delivered anew.`,
    );
  const made = [newKey(secret, 'signing'), newKey(spare, 'spare')];
  await writeWith(io, catalog, made, () => createFile(list, textOf({ keys: made.map(({ listed }) => listed) })));
  io.stderr.write(
    `Wrote ${secret}, ${spare} and ${catalog}/${FILE}.\nNext: ${made.map(nextStep).join(', and ')}. ${publishing(catalog)}\n`,
  );
  return 0;
}

export async function rotateKeys(
  io: Io,
  options: KeysOptions & { readonly secret: string; readonly use: ListedKey['use'] },
): Promise<ExitStatus> {
  const { catalog, secret, use } = options;
  const { list, write } = openKeys(io, options);
  const made = newKey(secret, use);
  await writeWith(io, catalog, [made], () => write({ ...list, keys: [...list.keys, made.listed] }));
  io.stderr.write(
    `Wrote ${secret}, and added ${made.secret.public.id} to ${catalog}/${FILE}. The other keys stay valid: revoke one when nothing is signed with it any more.\n` +
      `Next: ${nextStep(made)}. ${publishing(catalog)}\n`,
  );
  return 0;
}

function newKey(file: string, use: ListedKey['use']): NewKey {
  const secret = newSecretKey();
  return { file, secret, listed: { key: secret.public.text, use } };
}

const nextStep = ({ file, listed: { use } }: NewKey): string =>
  use === 'spare'
    ? `move ${file} offline, to two places`
    : `store what is in ${file} as the secret ${SIGNING_VARIABLE}`;

const publishing = (catalog: string): string => `Commit ${catalog}/${FILE}, and publish it.`;

export function revokeKey(io: Io, options: KeysOptions & { readonly key: string; readonly lost: boolean }): ExitStatus {
  const { list, signedBy, write } = openKeys(io, options);
  const revoked = list.keys.find(({ key }) => [key, parsePublicKey(key)?.id].includes(options.key.trim()));
  if (!revoked) throw new CannotRunError(`${shortenedText(options.key)} is not a key of ${options.catalog}/${FILE}.`);
  const keys = list.keys.filter((key) => key !== revoked);
  if (!keys.some(({ use }) => use === revoked.use)) {
    throw new CannotRunError(
      `This is the only ${revoked.use} key, and without one, clients can never be reached again. First: cartalog keys rotate --use ${revoked.use}`,
    );
  }
  if (revoked.use === 'spare' && revoked.key !== signedBy && !options.lost) {
    throw new CannotRunError(
      `Clients that know only this spare key ignore a list that another key signs, so this key must sign its own revocation: name the file of ${revoked.key} with --spare. If that file is lost, add --lost.`,
    );
  }
  write({ ...list, keys, revoked: [...(list.revoked ?? []), revoked.key] });
  io.stderr.write(`Revoked ${revoked.key}. ${publishing(options.catalog)}\n`);
  return 0;
}

export function signKeys(io: Io, options: KeysOptions): ExitStatus {
  const { list, write } = openKeys(io, options);
  write(list);
  io.stderr.write(`Signed ${options.catalog}/${FILE}. ${publishing(options.catalog)}\n`);
  return 0;
}

interface OpenKeys {
  readonly list: KeysSource;
  readonly signedBy: string;
  readonly write: (list: KeysSource) => void;
}

function openKeys(io: Io, { catalog, spare }: KeysOptions): OpenKeys {
  const folder = openCatalogFolder(io, catalog);
  const keys = readValidFile(folder, 'keys');
  const site = readValidFile(folder, 'site');
  if (keys.state === 'missing')
    throw new CannotRunError(`There is no ${catalog}/${FILE}; "cartalog keys new" writes it.`);
  if (keys.state === 'faulty' || site.state !== 'valid' || keyListProblems(keys.value).length > 0)
    throw new CannotRunError(`${catalog}/${FILE} or site.yaml has errors; "cartalog check" lists them.`);
  const list = keys.value;
  const secret = readSecretKey(io, spare);
  const { text } = secret.public;
  if (!list.keys.some(({ key, use }) => key === text && use === 'spare'))
    throw new CannotRunError(`${spare} is not a spare key of ${catalog}/${FILE}.`);
  const serviceUrl = site.value.serviceUrl.replace(/\/+$/, '');
  const write = (changed: KeysSource): void => {
    const timestamp = Math.max(Math.floor(Date.now() / 1000), Number(list.signed?.[0] ?? 0) + 1);
    const comment = { timestamp, file: KEYS_NAME, validUntil: null, catalog: serviceUrl };
    // minisign's four lines: a comment, the file's signature, a trusted comment, the signature of both.
    const lines = signedFileText(secret, Buffer.from(keysJson(changed)), comment).split('\n');
    const [, fileSignature = '', , commentSignature = ''] = lines;
    const signed: KeysSource = { ...changed, signed: [String(timestamp), fileSignature, commentSignature] };
    replaceFile(join(resolve(io.cwd, catalog), FILE), textOf(signed));
  };
  return { list, signedBy: text, write };
}

const textOf = (list: KeysSource): string => newFileText({ path: FILE, role: 'keys' }, list);

/** Removes the files after a failed write, or if the user stops the command. */
async function writeWith(io: Io, catalog: string, made: readonly NewKey[], write: () => void): Promise<void> {
  for (const { file: name } of made) {
    const exposure = await exposureOf(io, name, resolve(io.cwd, catalog));
    if (exposure === null) continue;
    throw new CannotRunError(`${name} is ${exposure}; name a file elsewhere, such as ~/${basename(name)}.`);
  }
  const written: string[] = [];
  let current = '';
  const stopIfAsked = async (): Promise<void> => {
    // Node handles signals only while no other code runs.
    await sleep(1);
    io.signal.throwIfAborted();
  };
  try {
    for (const { file: name, secret } of made) {
      await stopIfAsked();
      current = name;
      const file = resolve(io.cwd, name);
      closeSync(openSync(file, 'wx', 0o600));
      written.push(file);
      writeFileSync(file, secretKeyText(secret), { flush: true });
    }
    await stopIfAsked();
    current = FILE;
    write();
  } catch (error) {
    for (const file of written) rmSync(file, { force: true });
    if (io.signal.aborted) throw new CannotRunError('Stopped. No key was made.');
    const isThere = systemCode(error) === 'EEXIST';
    const why = isThere ? 'is there already; name a new file' : `cannot be written: ${describeSystemError(error)}`;
    throw new CannotRunError(`${current} ${why}. No key was made.`);
  }
}

/** A site has one of these files. */
const SITE_MARKERS = [...new Set(Object.values(HOSTS).map(({ root }) => `${root}v1/index.json`))];

/** Where it would be published, or added by git; null if nowhere. Ends a sentence. */
async function exposureOf({ cwd }: Io, file: string, catalog: string): Promise<string | null> {
  const real = realPath(resolve(cwd, file));
  const isBelow = (folders: readonly string[]): boolean =>
    folders.some((folder) => real.startsWith(realPath(folder) + sep));
  if (isBelow([catalog, ownerPathsOf(catalog).publicFolder])) return 'among the files of the catalog';
  const folder = dirname(real);
  // The default of "build", which may not have run yet.
  const outputs = [cwd, dirname(catalog)].map((parent) => join(parent, 'dist'));
  if (isBelow(outputs) || nearestWith(folder, SITE_MARKERS) !== null)
    return 'in the folder of a site, and would be published';
  // Git has one status for no repository and for one that it refuses to read.
  if (nearestWith(folder, ['.git']) === null) return null;
  const fault = await runGit(folder, ['check-ignore', '--quiet', '--', real]).then(
    () => null,
    ({ code }: { code?: unknown }) => (code === 1 ? 'does not ignore it' : 'git cannot read'),
  );
  return fault && `in a git repository that ${fault}, so the secret key could be committed`;
}
