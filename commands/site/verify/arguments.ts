import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option } from 'commander';
import {
  type AddCommand,
  deploymentUrl,
  example,
  fileName,
  named,
  positive,
  trustOptions,
  webUrl,
} from '../../../cli/arguments.ts';
import { CannotRunError, type Io } from '../../../cli/io.ts';
import { pageOf } from '../../../cli/program-pages.ts';
import { HOST_NAMES } from '../../../contract/hosts.ts';
import { RUN_MIB } from '../../../contract/limits.ts';

const HELP = `
With --key, the signature of the manifest is verified, and every file against the manifest. Of a folder, nothing else is
checked, and nothing is requested: of a mirror, for example. Without --key, a signature is only mentioned.`;

/** A deployment, or an existing folder. @throws CannotRunError */
function placeOf(io: Io, text: string): string {
  if (/^https?:/i.test(text)) return deploymentUrl(text);
  if (text !== '' && existsSync(resolve(io.cwd, text))) return text;
  throw new CannotRunError(
    `${JSON.stringify(text)} is neither a folder nor an address like https://catalog.example.org.`,
  );
}

/** Adds `verify`. */
export const addVerify: AddCommand = (program, io, done) => {
  const command = program
    .command('verify')
    .summary('check a deployment against the interface')
    .description(
      `Checks whether a deployment keeps the interface (${pageOf('docs/interface.md')}), and prints the result of each check.`,
    )
    .argument(
      '<url>',
      'address of the deployment, without /v1/; or a folder with a copy, to verify what was signed',
      (text: string) => placeOf(io, text),
    )
    .option(
      '--service-url <url>',
      'what its links begin with, if that is another address',
      named('--service-url', webUrl),
    )
    .addOption(
      new Option('--target <host>', 'do not count the known exceptions of this host as failures').choices(HOST_NAMES),
    )
    .option('--static', 'check only what the static files answer without the edge handler', false)
    .addOption(
      new Option('--max-size <mib>', 'read at most this many MiB in all, and a tenth of it in one response')
        .default(RUN_MIB)
        .argParser(named('--max-size', positive)),
    )
    .option(
      '--remember <file>',
      'refuse what is older than in the last run: this file remembers what was accepted',
      named('--remember', fileName),
    )
    .addHelpText('after', HELP)
    .addHelpText('after', example('cartalog verify http://127.0.0.1:8788'))
    .action(async (url, options) => {
      const { runVerify } = await import('./command.ts');
      done(await runVerify(io, { ...options, url }));
    });
  for (const option of trustOptions(io)) command.addOption(option);
};
