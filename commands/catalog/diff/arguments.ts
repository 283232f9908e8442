import { Option } from 'commander';
import { type AddCommand, helpExample, parseFolderName, withOptionName } from '../../../cli/terminal/arguments.ts';

export const addDiffCommand: AddCommand = (program, io, done) => {
  program
    .command('diff')
    .summary('list what a change means for clients')
    .description(
      'Compares two built sites and lists what clients will see: additions, removals and changes. A change is breaking if it removes an id, a field or an address, or changes a type.',
    )
    .argument('<base-site>', 'the folder of the site before the change')
    .argument('<new-site>', 'the folder of the site after the change')
    .addOption(
      new Option(
        '--catalog <dir>',
        'the folder whose removals.yaml lists intended removals, and whose addresses show where access tokens are, so that a new token is not reported as a change (default: catalog)',
      ).argParser(withOptionName('--catalog', parseFolderName)),
    )
    .option('--at <ref>', 'read the catalog folder from a branch, tag or commit instead of the disk')
    .addOption(
      new Option('--format <form>', 'format of the report').choices(['markdown', 'text', 'json']).default('markdown'),
    )
    .option(
      '--fail-on-breaking',
      'exit 1 if a removal is not listed in removals.yaml, or a listed one does not happen',
      false,
    )
    .option('--verbose', 'list each warning, even if there are many', false)
    .addHelpText('after', helpExample('cartalog diff dist-old dist --format text'))
    .action(async (base, next, options) => {
      const { openWrittenCatalog } = await import('../../../cli/site/catalog-of-sites.ts');
      const { runDiff } = await import('./command.ts');
      const catalog = await openWrittenCatalog(io, { ...options, catalog: options.catalog ?? null });
      done(runDiff(io, { base, next, ...options }, catalog));
    });
};
