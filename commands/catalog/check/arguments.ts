import { Option } from 'commander';
import { programPageOf } from '../../../cli/program/document-addresses.ts';
import {
  type AddCommand,
  atOption,
  catalogOption,
  helpExample,
  serviceUrlIn,
  verboseOption,
} from '../../../cli/terminal/arguments.ts';

const HELP = `
The whole catalog is always checked. With --changed-since, git says which files were added, changed or deleted
since HEAD branched off <ref>, committed or not, and these problems are reported:
  - everything in those files;
  - new errors in other files, for example in an edition that names a deleted data source.
The rest is counted on one line. Errors in it still give exit status 1, because no site can be built.

The findings go to standard output, everything else to standard error. schemas/reports/check.json describes the JSON.
${programPageOf('docs/messages.md')} explains each code.`;

export const addCheckCommand: AddCommand = (program, io, done) => {
  program
    .command('check')
    .summary('report every problem of the catalog')
    .description('Reports every problem of the catalog, with file, line and column. Nothing is written.')
    .addOption(catalogOption())
    .addOption(atOption().conflicts(['changedSince', 'requireTokens']))
    .addOption(
      new Option(
        '--format <format>',
        'text for people; json for programs; github for the lines of a pull request, and the page of the run',
      )
        .choices(['text', 'json', 'github'])
        .default('text'),
    )
    .option('--changed-since <ref>', 'report only problems of files changed since a branch, tag or commit')
    .option('--require-tokens', 'count it as an error if an access token is not set', false)
    .addOption(verboseOption())
    .addHelpText('after', HELP)
    .addHelpText('after', helpExample('cartalog check', 'cartalog check --changed-since origin/main'))
    .action(async (options) => {
      // Called only for its error: check refuses what build refuses.
      serviceUrlIn(io.env);
      const { runCheck } = await import('./command.ts');
      done(await runCheck(io, options));
    });
};
