import { Option } from 'commander';
import { programPageOf } from '../../../cli/program/document-addresses.ts';
import {
  type AddCommand,
  helpExample,
  parseFileName,
  parseFolderName,
  parsePositiveNumber,
  withOptionName,
} from '../../../cli/terminal/arguments.ts';
import { CannotRunError } from '../../../cli/terminal/io.ts';

const HELP = `
Writes manifest.json.minisig beside the manifest; publish both together. Without --secret, the variable
CARTALOG_SIGNING_KEY must contain the secret key. ${programPageOf('docs/trust.md')} says what a signature proves.`;

/** Allows at most a hundred years: clients read at most 11 digits of a signature's end, in seconds since 1970. */
function parseDays(text: string): number {
  const number = parsePositiveNumber(text);
  if (number <= 36_500) return number;
  throw new CannotRunError(`${JSON.stringify(text)} is too long; name at most 36,500 days.`);
}

export const addSignCommand: AddCommand = (program, io, done) => {
  program
    .command('sign')
    .summary('sign a built site')
    .description('Checks every file of a built site against its manifest, then signs the manifest.')
    .argument('<dist>', 'the folder of the site', withOptionName('<dist>', parseFolderName))
    .option('--secret <file>', 'the file with the secret key', withOptionName('--secret', parseFileName))
    .addOption(
      new Option('--valid-for <days>', 'for how long clients accept the signature; publish again before it expires')
        .default(21)
        .argParser(withOptionName('--valid-for', parseDays)),
    )
    .addHelpText('after', HELP)
    .addHelpText('after', helpExample('cartalog sign dist --secret ~/signing.key'))
    .action(async (dist, options) => {
      const { runSign } = await import('./command.ts');
      done(await runSign(io, { ...options, dist }));
    });
};
