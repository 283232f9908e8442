import { type Command, Option } from 'commander';
import { parseUrl } from '../../contract/base/text.ts';
import { DEFAULT_HOST, HOST_NAMES } from '../../contract/hosts.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import { readPublicKey } from '../files/key-files.ts';
import { CannotRunError, type ExitStatus, type Io } from './io.ts';

export type Done = (status: ExitStatus) => void;

/** Loads a command's code when it runs. */
export type AddCommand = (program: Command, io: Io, done: Done) => void;

export function catalogOption(): Option {
  return new Option('--catalog <dir>', 'the catalog folder')
    .default('catalog')
    .argParser(withOptionName('--catalog', parseFolderName));
}

export function atOption(): Option {
  return new Option(
    '--at <ref>',
    'read the catalog from a branch, tag or commit instead of the disk; access tokens are not filled in',
  );
}

export function verboseOption(): Option {
  return new Option(
    '--verbose',
    'list every warning, also those that are usually summed up in one line, and say how to go on',
  ).default(false);
}

export function targetOption(): Option {
  return new Option('--target <host>', `the kind of host (default: target in site.yaml, or ${DEFAULT_HOST})`).choices(
    HOST_NAMES,
  );
}

/** Errors name the option or variable. */
export function withOptionName<T>(name: string, read: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return read(text);
    } catch (error) {
      throw error instanceof CannotRunError ? new CannotRunError(`${name}: ${error.message}`) : error;
    }
  };
}

export function trustOptions(io: Io): Option[] {
  const keys = (flags: string, what: string): Option => {
    const read = withOptionName(flags.split(' ')[0] as string, (text: string) => readPublicKey(io, text));
    return new Option(flags, what)
      .default([], 'none')
      .argParser((text: string, before: readonly string[]) => [...before, read(text)]);
  };
  return [
    keys('--key <key>', 'require a signature by this public key, or by the key in this file; may be repeated'),
    keys('--spare <key>', 'the spare key: what it signs replaces and revokes keys; may be repeated'),
    new Option('--ignore-clock', 'accept signatures that have expired, or seem to be from the future').default(false),
  ];
}

/** Empty would mean the current folder. */
export function parseFolderName(text: string): string {
  return notEmpty(text, 'folder');
}

export function helpExample(...commands: string[]): string {
  return `\nExample:\n${commands.map((command) => `  $ ${command}`).join('\n')}`;
}

export function serviceUrlOption(): Option {
  return new Option(
    '--service-url <url>',
    'the beginning of every published link (default: the variable SERVICE_URL, or serviceUrl in site.yaml)',
  ).argParser(withOptionName('--service-url', parsePublishedUrl));
}

/** Null if not set or empty. @throws CannotRunError */
export function serviceUrlIn({ SERVICE_URL: text }: Io['env']): string | null {
  return text ? withOptionName('SERVICE_URL', parsePublishedUrl)(text) : null;
}

const SERVICE_URL = new RegExp(common.$defs.serviceUrl.pattern, 'u');

/** The address of a host, without the trailing slash. @throws CannotRunError */
export function parsePublishedUrl(text: string): string {
  const url = parseWebUrl(text);
  // The pattern lacks IPv6 addresses, which a local machine may have.
  if (SERVICE_URL.test(url) || /^https?:\/\/\[[0-9a-f:.]+\](?::\d+)?$/i.test(url)) return url;
  const { origin, pathname } = new URL(url);
  if (pathname !== '/')
    throw new CannotRunError(
      `${JSON.stringify(text)} has a path, and a catalog is at the root of its host: ${origin}.`,
    );
  throw new CannotRunError(`${JSON.stringify(text)} cannot be followed by the paths of the catalog.`);
}

/** Absolute, with http or https, without a query or a trailing slash. @throws CannotRunError */
export function parseWebUrl(text: string): string {
  const url = parseUrl(text);
  // It is published exactly as written, so it must need no encoding.
  const isPlain = /^[\x21-\x7e]+$/.test(text);
  if (!url || !isPlain || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new CannotRunError(`${JSON.stringify(text)} is not an address like https://catalog.example.org.`);
  }
  return text.replace(/\/+$/, '');
}

/** The address of a deployment at the root of its host. @throws CannotRunError */
export function parseDeploymentUrl(text: string): string {
  const { origin, pathname } = new URL(parseWebUrl(text));
  if (pathname === '/') return origin;
  throw new CannotRunError(`${JSON.stringify(text)} has a path; name the deployment alone: ${origin}.`);
}

export function parsePort(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > 65_535) {
    throw new CannotRunError(`${JSON.stringify(text)} is not a port; name a number from 1 to 65535.`);
  }
  return number;
}

/** A port, or an address and a port. @throws CannotRunError */
export function parseListenAddress(text: string): string {
  const [, address, number = text] = /^(.+):([^:]*)$/.exec(text) ?? [];
  const listened = String(parsePort(number));
  return address === undefined ? listened : `${parseHostName(address)}:${listened}`;
}

/** @returns the name as a URL contains it @throws CannotRunError */
export function parseHostName(text: string): string {
  const url = parseUrl(`http://${text}`);
  if (url?.hostname === text.toLowerCase() && /^[\w.:[\]-]+$/.test(text)) return url.hostname;
  throw new CannotRunError(`${JSON.stringify(text)} is not a host name, such as name.example.org, without a port.`);
}

export function parsePositiveNumber(text: string): number {
  const number = numberIn(text);
  if (number > 0) return number;
  throw new CannotRunError(`${JSON.stringify(text)} is not a number above 0.`);
}

function numberIn(text: string): number {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

export function parseWholeNumber(text: string): number {
  const number = parsePositiveNumber(text);
  if (Number.isSafeInteger(number)) return number;
  throw new CannotRunError(`${JSON.stringify(text)} is not a whole number.`);
}

export function parseMinutes(text: string): number {
  const number = numberIn(text);
  if (number > 0) return number;
  throw new CannotRunError(`${JSON.stringify(text)} is not a time; name a number of minutes, such as 30.`);
}

export function parseFileName(text: string): string {
  return notEmpty(text, 'file');
}

function notEmpty(name: string, what: string): string {
  if (name !== '') return name;
  throw new CannotRunError(`The name of a ${what} is empty; is a variable of your shell not set?`);
}
