import { type Command, Option } from 'commander';
import { programPageOf } from '../../../cli/program/document-addresses.ts';
import {
  type AddCommand,
  catalogOption,
  helpExample,
  parseFileName,
  withOptionName,
} from '../../../cli/terminal/arguments.ts';

const HELP = `
${programPageOf('docs/trust.md')} says how keys are kept, replaced and lost. Secret keys are written to files that only you can
read, and are never printed. The signing key becomes the secret CARTALOG_SIGNING_KEY of the repository; the spare key is
kept offline, in two places.`;

const secret = (command: Command): Command =>
  command.requiredOption(
    '--secret <file>',
    'the new file for the secret key',
    withOptionName('--secret', parseFileName),
  );
const spare = (command: Command, what: string): Command =>
  command.requiredOption('--spare <file>', what, withOptionName('--spare', parseFileName)).addOption(catalogOption());
const SPARE_FILE = 'the file with the secret spare key';

export const addKeysCommand: AddCommand = (program, io, done) => {
  const parent = program
    .command('keys')
    .summary('make, replace and revoke the keys that a catalog is signed with')
    .description('Makes, replaces and revokes the keys that a catalog is signed with.')
    .addHelpText('after', HELP)
    .addHelpText('after', helpExample('cartalog keys new --secret ~/signing.key --spare ~/spare.key'));
  spare(secret(parent.command('new')), 'the new file for the secret spare key')
    .description('Makes a signing key and a spare key, and lists their public keys in the catalog.')
    .action(async (options) => {
      const { newKeys } = await import('./command.ts');
      done(await newKeys(io, options));
    });
  spare(secret(parent.command('rotate')), SPARE_FILE)
    .description(
      'Makes another key, and adds it to the list of keys. Clients accept it, because the spare key signs the list.',
    )
    .addOption(new Option('--use <use>', 'what the new key is for').choices(['signing', 'spare']).default('signing'))
    .action(async (options) => {
      const { rotateKeys } = await import('./command.ts');
      done(await rotateKeys(io, options));
    });
  spare(parent.command('revoke').argument('<key>', 'the public key, or its id'), SPARE_FILE)
    .description(
      'Tells clients to trust a key no longer. The only signing key and the only spare key cannot be revoked.',
    )
    .option('--lost', 'let another spare key sign, because the file of the spare key to revoke is lost', false)
    .action(async (key, options) => {
      const { revokeKey } = await import('./command.ts');
      done(revokeKey(io, { ...options, key }));
    });
  spare(parent.command('sign'), SPARE_FILE)
    .description('Signs the list of keys again, after serviceUrl has changed.')
    .action(async (options) => {
      const { signKeys } = await import('./command.ts');
      done(signKeys(io, options));
    });
};
