import { type AddCommand, catalogOption, helpExample } from '../../../cli/terminal/arguments.ts';

export const addFormatCommand: AddCommand = (program, io, done) => {
  program
    .command('format')
    .summary('rewrite the catalog files in the standard form')
    .description(
      'Rewrites catalog files in the standard form: order of keys and paths, quotes, one checksum per line. Comments are kept, and nothing that is published changes. A file with errors is left alone. Keys of fragments that check warns about are shortened, too; --check accepts them as they are.',
    )
    .argument('[files...]', 'files or folders to format (default: the whole catalog)')
    .addOption(catalogOption())
    .option('--check', 'write nothing; list the files that would change, and exit with 1 if there are any', false)
    .option('--github', 'report on the lines of a pull request, and on the page of the run', false)
    .addHelpText('after', helpExample('cartalog format --check'))
    .action(async (files, options) => {
      const { runFormat } = await import('./command.ts');
      done(await runFormat(io, { ...options, files }));
    });
};
