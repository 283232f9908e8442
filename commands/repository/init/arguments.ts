import { type Command, Option } from 'commander';
import {
  helpExample,
  parseFileName,
  parseFolderName,
  parsePublishedUrl,
  parseWebUrl,
  withOptionName,
} from '../../../cli/terminal/arguments.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { LANGUAGES } from '../../../contract/base/languages.ts';
import { DEFAULT_HOST, HOST_NAMES } from '../../../contract/hosts.ts';

const HELP = `
Writes catalog/ without a map, package.json, README.md with an example of a map, CONTRIBUTING.md, the schemas and
settings for editors, and workflows for GitHub. The folder must be empty, except for .git. Either all files are
written or none. On a terminal, init asks for what no option gives.

A git repository is created only with --git, and nothing is committed: you choose the branch, the author of commits and
hooks, and the folder may become part of another repository. You choose the licence, too.

--minimal is for one editor with a few maps. It leaves out schemas and settings for editors, the guide for contributors,
and the workflows that preview, update and probe. Only "init --upgrade --no-minimal" adds them later.

--upgrade updates the files that init wrote and nobody has changed (workflows, schemas, editor settings, wrangler.toml,
server.sh) to this version, to accessTokens and target in catalog/site.yaml, and to a new or removed catalog/keys.yaml. It
also updates links of README.md and CONTRIBUTING.md to the documents of this version, and lists files that were changed.

While cartalog is not on npm, --package FILE is required: "npm pack" in a clone makes the tarball. It becomes part of the
repository, so that "npm ci" installs the same program in every clone and in the workflows.`;

const PACKAGE =
  'what npm installs as cartalog: a tarball, which is copied into vendor/, or cartalog@VERSION, or an address; required with --yes, and without a terminal, while cartalog is not on npm';

export function addInitCommand(program: Command, io: Io, done: (status: ExitStatus) => void): void {
  program
    .command('init')
    .summary('create the repository of a catalog of your own')
    .description('Writes the repository of a new catalog, or updates the files that an earlier version wrote.')
    .argument('[dir]', 'the folder to write to', withOptionName('[dir]', parseFolderName), '.')
    .option(
      '--title <text>',
      'the name of the catalog; required with --yes, and without a terminal; with --from, the default is the title of the service',
    )
    .addOption(
      new Option('--language <code>', 'the language of its web pages; map names may be in any (default: en)').choices(
        LANGUAGES,
      ),
    )
    .addOption(
      new Option(
        '--address <url>',
        'the address to publish it at (default: an example address, which cannot be deployed)',
      ).argParser(withOptionName('--address', parsePublishedUrl)),
    )
    .option(
      '--repository <url>',
      'the repository where people propose changes; required with --yes, and without a terminal',
    )
    .addOption(new Option('--target <host>', `the kind of host (default: ${DEFAULT_HOST})`).choices(HOST_NAMES))
    .option('--name <name>', 'the name of the package and of the project at Cloudflare (default: made from the title)')
    .addOption(
      new Option('--from <url>', 'import the catalog of a service').argParser(withOptionName('--from', parseWebUrl)),
    )
    .option('--allow-private', 'with --from, also request private addresses, such as 127.0.0.1', false)
    .option('--package <spec>', PACKAGE)
    .option('--minimal', 'write only what checking and publishing need; with --upgrade, remove the rest')
    .option('--no-minimal', 'with --upgrade, write the rest')
    .option('--signed', 'let the workflows sign each deployment, which proves them to clients; docs/trust.md')
    .option('--git', 'create a git repository with the branch main', false)
    .option('--yes', 'ask nothing, and use the defaults', false)
    .option('--upgrade', 'update the files that init wrote', false)
    .addOption(
      new Option(
        '--print <file>',
        'with --upgrade: write nothing, and print a file as this version would write it',
      ).argParser(withOptionName('--print', parseFileName)),
    )
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      helpExample(
        "cartalog init maps --title 'Maps of the Alps' --repository https://github.com/example/maps --package cartalog-0.1.0.tgz",
        'cartalog init --upgrade',
      ),
    )
    .action(async (dir, { upgrade, print = null, minimal, ...options }, command: Command) => {
      if (print !== null && !upgrade) throw new CannotRunError('--print requires --upgrade.');
      if (upgrade) {
        const given = command.options.find(
          (option) =>
            option.attributeName() in options && command.getOptionValueSource(option.attributeName()) === 'cli',
        );
        if (given) throw new CannotRunError(`${given.long} is for a new repository, not for --upgrade.`);
        const { runUpgrade } = await import('./upgrade.ts');
        return done(runUpgrade(io, dir, print, minimal));
      }
      const { runInit } = await import('./command.ts');
      const { package: spec = null, from = null, git, yes, allowPrivate, ...answers } = options;
      const importService: Parameters<typeof runInit>[1]['importService'] = async (staged, title, repository) => {
        const { runImport } = await import('../../upstream/import/command.ts');
        return runImport(staged, { source: from, catalog: 'catalog', title, repository, fresh: true, allowPrivate });
      };
      done(await runInit(io, { dir, answers: { ...answers, minimal }, spec, from, importService, git, yes }));
    });
}
