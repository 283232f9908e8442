import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { Option } from 'commander';
import { programPageOf } from '../../../cli/program/document-addresses.ts';
import {
  type AddCommand,
  helpExample,
  parseDeploymentUrl,
  parseFileName,
  parseHostName,
  parsePositiveNumber,
  parseWebUrl,
  trustOptions,
  withOptionName,
} from '../../../cli/terminal/arguments.ts';
import { CannotRunError, type Io } from '../../../cli/terminal/io.ts';
import { RUN_MIB } from '../../../contract/base/limits.ts';
import { HOST_NAMES } from '../../../contract/hosts.ts';
import type { Resolution } from './command.ts';

const HELP = `
With --key, the signature of the manifest is verified, and every file against the manifest. Without --key, a signature is
only mentioned. If a folder is given, such as a mirror or the output of build, nothing else is checked, and nothing is
requested.

With --resolve, a host can be verified before its name leads to it. All requests go to the address, and have the name in
TLS and in the header Host.`;

/** Parses `NAME=ADDRESS`. */
function resolution(text: string): Resolution {
  const [, given = '', address = ''] = /^([^=]*)=\[?([^\]]*)\]?$/.exec(text) ?? [];
  const form = 'write NAME=ADDRESS, such as maps.example.org=192.0.2.1';
  if (isIP(address) === 0) throw new CannotRunError(`${JSON.stringify(text)} has no IP address; ${form}.`);
  const name = parseHostName(given);
  if (isIP(name.replace(/[[\]]/g, '')) !== 0) throw new CannotRunError(`${name} is not a name; ${form}.`);
  return { name, address };
}

function placeOf(io: Io, text: string): string {
  if (/^https?:/i.test(text)) return parseDeploymentUrl(text);
  if (text !== '' && existsSync(resolve(io.cwd, text))) return text;
  throw new CannotRunError(
    `${JSON.stringify(text)} is neither a folder nor an address like https://catalog.example.org.`,
  );
}

export const addVerifyCommand: AddCommand = (program, io, done) => {
  const command = program
    .command('verify')
    .summary('check a deployment against the interface')
    .description(
      `Checks whether a deployment keeps the interface (${programPageOf('docs/interface.md')}), and prints the result of each check.`,
    )
    .argument(
      '<url>',
      'address of the deployment, without /v1/; or a folder with a copy, to verify what was signed',
      (text: string) => placeOf(io, text),
    )
    .option(
      '--service-url <url>',
      'the beginning of its links, if that is not <url>',
      withOptionName('--service-url', parseWebUrl),
    )
    .addOption(
      new Option('--target <host>', 'do not count the known exceptions of this host as failures').choices(HOST_NAMES),
    )
    .option(
      '--resolve <name=address>',
      'connect to this IP address instead of the address that DNS has for the name, for example before DNS changes',
      withOptionName('--resolve', resolution),
    )
    .option('--static', 'check only what the static files answer without the edge handler', false)
    .addOption(
      new Option('--max-size <mib>', 'read at most this many MiB in all, and a tenth of it in one response')
        .default(RUN_MIB)
        .argParser(withOptionName('--max-size', parsePositiveNumber)),
    )
    .option(
      '--remember <file>',
      'refuse a catalog that is older than in the last run; this file remembers what was accepted',
      withOptionName('--remember', parseFileName),
    )
    .addHelpText('after', HELP)
    .addHelpText('after', helpExample('cartalog verify http://127.0.0.1:8788'))
    .action(async (url, options) => {
      const { runVerify } = await import('./command.ts');
      done(await runVerify(io, { ...options, url }));
    });
  for (const option of trustOptions(io)) command.addOption(option);
};
