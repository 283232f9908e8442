/** The command line of `cartalog init`. */
import { type Command, Option } from 'commander';
import { example, fileName, folder, named, publishedUrl, webUrl } from '../../cli/arguments.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../cli/io.ts';
import { DEFAULT_HOST, HOST_NAMES } from '../../contract/hosts.ts';

const HELP = `
Writes catalog/ with an example of each kind of record, package.json, README.md and CONTRIBUTING.md, the schemas and
settings for editors, and workflows for GitHub. The folder must be empty; one .git in it is fine. All is written or
nothing. On a terminal, what no flag gives is asked for.

A git repository is begun only with --git, and nothing is committed: the branch, the name that commits have and hooks are
yours to choose, and the folder may become part of another repository. A licence is left to you as well.

With --upgrade, the files that init wrote and nobody has changed (workflows, schemas, settings of editors, wrangler.toml)
are brought up to date with this version and with accessTokens in catalog/site.yaml. Others are listed.

While cartalog is not on npm, --package FILE is needed: "npm pack" in a clone makes the tarball. It becomes part of the
repository, so that "npm ci" installs the same program for everybody who clones it, and for its workflows.`;

const PACKAGE =
  'what npm installs as cartalog: a tarball, which is copied into vendor/, or cartalog@VERSION or an address, as they are';

/** Adds `init`. */
export function addInit(program: Command, io: Io, done: (status: ExitStatus) => void): void {
  program
    .command('init')
    .summary('begin the repository of a catalog of your own')
    .description('Writes the repository of a new catalog, or brings what an earlier version wrote up to date.')
    .argument('[dir]', 'the folder to write to', named('[dir]', folder), '.')
    .option('--title <text>', 'the name of the catalog')
    .addOption(
      new Option(
        '--address <url>',
        'where it will be published (default: an example, which cannot be deployed)',
      ).argParser(named('--address', publishedUrl)),
    )
    .option('--repository <url>', 'where people propose changes; asked for, and needed with --yes')
    .addOption(new Option('--target <host>', `the kind of host (default: ${DEFAULT_HOST})`).choices(HOST_NAMES))
    .option('--name <name>', 'of the package and of the project at Cloudflare (default: made from the title)')
    .addOption(
      new Option('--from <url>', 'import the catalog of a service in place of the examples').argParser(
        named('--from', webUrl),
      ),
    )
    .option('--allow-private', 'with --from, also request private addresses, such as 127.0.0.1', false)
    .option('--package <spec>', PACKAGE)
    .option('--git', 'begin a git repository with the branch main', false)
    .option('--yes', 'ask nothing; what is not given gets its default, where it has one', false)
    .option('--upgrade', 'bring what init wrote up to date', false)
    .addOption(
      new Option(
        '--print <file>',
        'with --upgrade, write nothing and print a file as this version would write it',
      ).argParser(named('--print', fileName)),
    )
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      example(
        "cartalog init maps --title 'Maps of the Alps' --repository https://github.com/example/maps --package cartalog-0.1.0.tgz",
        'cartalog init --upgrade',
      ),
    )
    .action(async (dir, { upgrade, print = null, ...options }, command: Command) => {
      if (print !== null && !upgrade) throw new CannotRunError('--print needs --upgrade.');
      const given = Object.keys(options).find((name) => command.getOptionValueSource(name) === 'cli');
      if (upgrade && given !== undefined) {
        throw new CannotRunError(
          `--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is for a new repository, not for --upgrade.`,
        );
      }
      if (upgrade) {
        const { runUpgrade } = await import('./upgrade.ts');
        done(runUpgrade(io, dir, print));
        return;
      }
      const { runInit } = await import('./command.ts');
      const {
        title,
        address,
        repository,
        target,
        name,
        package: spec = null,
        from = null,
        git,
        yes,
        allowPrivate,
      } = options;
      done(
        await runInit(io, {
          dir,
          answers: { title, address, repository, target, name },
          spec,
          from,
          git,
          yes,
          allowPrivate,
        }),
      );
    });
}
