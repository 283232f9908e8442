import { Option } from 'commander';
import {
  type AddCommand,
  catalogOption,
  helpExample,
  parseFolderName,
  parseMinutes,
  parsePositiveNumber,
  parseWholeNumber,
  withOptionName,
} from '../../../cli/terminal/arguments.ts';

const HELP = `
The \`source\` of a data source controls the run: url, checksums, level, include and exclude find its files; download and
downloadLimit select files that are downloaded whole for their SHA-1 and SHA-256; group selects the section of new files.

A file is removed, with an entry in removals.yaml, if a complete listing does not name it and its server answers 404 or
410. Nothing is removed without --allow-removals if a data source would lose all its files, or more than five files that are
also more than a tenth of its old and new files. Files with a replacement, as after renaming a folder or in a new release,
are removed if they are few. A file whose name is spelled anew (Alps.img, then alps.img) keeps its entry: this is not a
removal.

The same bytes with a new time are the same version, if their hash is known. Without hashes each new time is a version. A
history keeps 30 versions, so programs download a file again if their copy is older than these. If upstream goes back to a
version, the summary says so. Entries of removals.yaml that the published branch has are deleted, because they have had
their effect, but not by a run that only adds checksums.

--folder takes all files of a folder, and below it, as the files below baseUrl; level and downloadLimit do not count.
Symbolic links, special files and names that begin with a dot are left out.
--checksums takes files, SHA-1s and SHA-256s from lists, as sha256sum, sha1sum, BSD, OpenSSL, Get-FileHash and certutil print
them; the server states times and sizes. A list in the folder, or below baseUrl, names the files beside it. With --folder,
files on which the folder and the lists disagree stay as they were. If a line cannot be read, or contradicts another one,
all lists are refused.
Both options replace the source, and the lists in its checksums. If one of the lists in checksums cannot be read, that is a
failure, and the others are used. These lists, and x.zip.sha256 beside x.zip, are not files of the data source.

The summary goes to standard output; schemas/reports/update.json describes the JSON. Exit status 1: something could not be
observed or written, or the run timed out.`;

export const addUpdateCommand: AddCommand = (program, io, done) => {
  program
    .command('update')
    .summary('observe files upstream, in a folder or in SHA256SUMS, and append checksums')
    .description(
      'Finds the files of data sources where they come from, or in a folder, observes which have changed, and writes what is new into the catalog: checksums, new files, boxes, what archives contain. Servers are asked slowly, as their robots.txt allows. An interrupted run continues when it is started again.',
    )
    .argument('[datasources...]', 'ids of data sources (default: all)')
    .addOption(catalogOption())
    .addOption(
      new Option('--folder <dir>', 'the files are in this folder, not on the server').argParser(
        withOptionName('--folder', parseFolderName),
      ),
    )
    .option('--checksums <lists...>', 'lists of SHA-1 or SHA-256: files, or addresses')
    .option('--dry-run', 'write nothing; show the changes as a diff of the catalog', false)
    .option('--allow-removals', 'remove all files that are gone, even if there are many', false)
    .addOption(
      new Option('--max-time <minutes>', 'stop cleanly after this time').argParser(
        withOptionName('--max-time', parseMinutes),
      ),
    )
    .addOption(
      new Option('--connections <n>', 'connections to a host at the same time')
        .default(2)
        .argParser(withOptionName('--connections', parseWholeNumber)),
    )
    .addOption(
      new Option('--rate <n>', 'requests a second to a host')
        .default(5)
        .argParser(withOptionName('--rate', parsePositiveNumber)),
    )
    .option('--allow-private', 'also ask hosts that are not public: this machine, an intranet', false)
    .addOption(
      new Option('--format <form>', 'format of the report').choices(['text', 'markdown', 'json']).default('text'),
    )
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      helpExample(
        'cartalog update',
        'cartalog update brouter-segments --dry-run',
        'cartalog update maps --folder /srv/maps --checksums /srv/maps/SHA256SUMS',
      ),
    )
    .action(async (ids, options) => {
      const { openSoundCatalog } = await import('../../../cli/catalog/sound-catalog.ts');
      const { runUpdate, UPDATABLE } = await import('./command.ts');
      const opened = openSoundCatalog(io, options.catalog, UPDATABLE);
      const all = { ...options, ids, maxTime: options.maxTime ?? null };
      done(opened === null ? 1 : await runUpdate(io, all, opened.content));
    });
};
