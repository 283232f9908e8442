/** The command line: what the program understands. */
import { Command, CommanderError, Help, Option } from 'commander';
import {
  atOption,
  catalogOption,
  deploymentUrl,
  example,
  fileName,
  folder,
  minutes,
  named,
  port,
  positive,
  serviceUrlIn,
  serviceUrlOption,
  targetOption,
  verboseOption,
  webUrl,
  wholeNumber,
} from '../cli/arguments.ts';
import { CannotRunError, describeError, type ExitStatus, type Io } from '../cli/io.ts';
import { packageVersion, pageOf } from '../cli/package.ts';
import { HOST_NAMES } from '../contract/hosts.ts';
import { RUN_MIB } from '../contract/limits.ts';
import { withoutLogins } from '../contract/text.ts';
import { addCi } from './ci/arguments.ts';
import { addImport } from './import/arguments.ts';
import { addInit } from './init/arguments.ts';
import { addNew } from './new/arguments.ts';

/**
 * Runs the program.
 *
 * @param argv the arguments after the program's own name
 * @returns 0 fine, 1 the catalog or the deployment has problems, 2 could not run
 */
export async function main(argv: readonly string[], io: Io): Promise<0 | 1 | 2> {
  let status: ExitStatus = 0;
  const [first = ''] = argv;
  const names = Object.hasOwn(COMMANDS, first) ? [first] : undefined;
  const program = commandLine(
    io,
    (result) => {
      status = result;
    },
    names,
  );
  try {
    refuseUnknownTopic(program, argv);
    await program.parseAsync([...argv], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    io.stderr.write(`cartalog: ${describeError(error, io.env)}\n`);
    return 2;
  }
}

/** Without this, help for a command that does not exist would be the help of the program. */
function refuseUnknownTopic(program: Command, [first, topic]: readonly string[]): void {
  if (first !== 'help' || topic === undefined || topic.startsWith('-')) return;
  if (topic === 'help' || program.commands.some((command) => command.name() === topic)) return;
  throw new CannotRunError(`There is no command ${JSON.stringify(topic)}; cartalog help lists them.`);
}

/** Every command with what it does in a few words. */
export function commands(): { name: string; summary: string }[] {
  const silent = { write: () => {}, isTTY: false };
  const io: Io = {
    cwd: '.',
    env: {},
    stdout: silent,
    stderr: silent,
    terminal: null,
    signal: new AbortController().signal,
  };
  return commandLine(io, () => {}).commands.map((command) => ({ name: command.name(), summary: command.summary() }));
}

const CHECK_HELP = `
The whole catalog is always checked. With --changed-since, git says which files were added, changed or deleted
since the branch of HEAD left <ref>, committed or not, and these problems are reported:
  - everything in those files;
  - errors in other files that were not there before: where a data source is deleted, the edition that names it.
The rest is counted on one line. Errors among it still make the exit status 1: no site can be built from them.

The findings go to standard output, everything else to standard error. schemas/reports/check.json describes the JSON.
${pageOf('CONTRIBUTING.md')} says what each code means.`;

const UPDATE_HELP = `
What a data source's \`source\` says is followed: url, level, include and exclude find its files; download and
downloadLimit say which are downloaded whole for their SHA-1; group, where new files go. A file that is gone is removed,
with an entry in removals.yaml, if a complete listing does not name it and its server answers 404 or 410. Where more than
20 files or a tenth of a data source are gone at once, none is removed without --allow-removals.

The summary goes to standard output; schemas/reports/update.json describes the JSON. Exit status 1: something could not be
found out or written, or the time was over.`;

const MIRROR_HELP = `
Files are moved into the folder when all of them are there and have the SHA-256 that the manifest states; until then it
keeps the old ones. Interrupted, the next run goes on. Files that the deployment no longer has are removed; files that no
mirror has written are neither replaced nor removed. The folder .cartalog-mirror in it belongs to the mirror.

The summary goes to standard output; schemas/reports/mirror.json describes the JSON. Exit status 1: the deployment is not
what its manifest says, and the folder is as it was.`;

const PROBE_HELP = `
A server is dead when all its hosts failed on 5 days in a row; days without a run do not count, and one good run ends
it. That needs --history: a file of JSON that the command makes and brings up to date (schemas/reports has its schema).
A run in which no server, or only a minority of those that worked before, gives a tile is not recorded.
  --switch new  sets active: false for servers that are dead, and true again for those that probe itself had switched
                off; each once, however often it runs
  --switch all  repeats what earlier runs have set and nobody has kept
Servers that are not active are probed too, and those whose access token is not set are not. Tokens are read as build
reads them, and never printed. Each host gets at most one request a second, in all a handful.

Exit status 1: an active server is dead, and is not switched; without --history, it fails. schemas/reports/probe.json describes the JSON.`;

/** Is told how a command ended. */
type Done = (status: ExitStatus) => void;

/** Adds a command. */
type AddCommand = (program: Command, io: Io, done: Done) => void;

const addBuild: AddCommand = (program, io, done) => {
  program
    .command('build')
    .summary('check the catalog and write the site')
    .description('Checks the catalog and writes the site. On any error nothing is written and the old site stays.')
    .addOption(catalogOption())
    .addOption(atOption().conflicts('requireTokens'))
    .addOption(
      new Option('--out <dir>', 'the folder to write the site to; its content is replaced')
        .default('dist')
        .argParser(named('--out', folder)),
    )
    .addOption(targetOption())
    .addOption(serviceUrlOption())
    .option('--pages', 'make the web pages, also where site.yaml says that there are none')
    .option('--no-pages', 'leave out the web pages, and the files for map programs that belong to them')
    .option('--probe-history <file>', 'mark on the pages which tile servers are dead by the history that probe keeps')
    .option('--precompress', 'put compressed copies (.gz, .br) beside the files, for nginx, caddy and apache', false)
    .option('--require-tokens', 'make an access token that is not set an error', false)
    .option('--no-cache', 'make everything anew, also what did not change since the last build')
    .option('--no-fsync', 'do not wait until the site is on the disk: faster, but a power cut may leave empty files')
    .option('--require-history', 'write nothing where git cannot say when files last changed', false)
    .option('--require-address', 'write nothing where the links would begin with the address of an example', false)
    .addOption(
      new Option(
        '--without-tokenless',
        'leave out tile servers whose access token is not set (default: publish ACCESS_TOKEN)',
      ).conflicts('requireTokens'),
    )
    .addOption(verboseOption())
    .addHelpText(
      'after',
      example(
        'cartalog build --out dist --service-url https://catalog.example.org',
        'cartalog build --at origin/main --out before',
      ),
    )
    .action(async (options) => {
      const { runBuild } = await import('./build/command.ts');
      done(await runBuild(io, { ...options, serviceUrl: options.serviceUrl ?? serviceUrlIn(io.env) }));
    });
};

const addCheck: AddCommand = (program, io, done) => {
  program
    .command('check')
    .summary('report every problem of the catalog')
    .description('Reports every problem of the catalog, with file, line and column. Nothing is written.')
    .addOption(catalogOption())
    .addOption(atOption().conflicts(['changedSince', 'requireTokens']))
    .addOption(
      new Option('--format <format>', 'text for people; json for programs; github for the lines of a pull request')
        .choices(['text', 'json', 'github'])
        .default('text'),
    )
    .addOption(targetOption())
    .option('--no-cache', 'check everything anew, also data sources that were right the last time and are as they were')
    .option('--changed-since <ref>', 'report only what concerns the files changed since a branch, tag or commit')
    .option('--require-tokens', 'make an access token that is not set an error', false)
    .addOption(verboseOption())
    .addHelpText('after', CHECK_HELP)
    .addHelpText('after', example('cartalog check', 'cartalog check --changed-since origin/main'))
    .action(async ({ changedSince, ...options }) => {
      // The variable decides nothing here, but one that build cannot use is worth knowing of.
      serviceUrlIn(io.env);
      const changes =
        changedSince === undefined
          ? null
          : (await import('./check/changes.ts')).askForChanges(io, options.catalog, changedSince);
      const { runCheck } = await import('./check/command.ts');
      done(await runCheck(io, { ...options, changes }));
    });
};

const addFormat: AddCommand = (program, io, done) => {
  program
    .command('format')
    .summary('rewrite the catalog files in the standard form')
    .description(
      'Rewrites catalog files in the standard form: order of keys and paths, quotes, one checksum per line. Comments are kept, and nothing that is published changes. A file with errors is left alone.',
    )
    .argument('[files...]', 'files or folders to format (default: the whole catalog)')
    .addOption(catalogOption())
    .option('--check', 'write nothing; list the files that would change, and exit with 1 if there are any', false)
    .option('--github', 'report as annotations on the lines of a pull request', false)
    .addHelpText('after', example('cartalog format --check'))
    .action(async (files, options) => {
      const { runFormat } = await import('./format/command.ts');
      done(await runFormat(io, { ...options, files }));
    });
};

const addServe: AddCommand = (program, io, done) => {
  program
    .command('serve')
    .summary('build, serve and rebuild on change')
    .description(
      'Builds the catalog and serves it on 127.0.0.1 with the Cloudflare runtime. A changed file is built at once; where the change is bad, its problems are printed and the last good site stays up.',
    )
    .addOption(catalogOption())
    .addOption(new Option('--port <n>', 'port to listen on').default(8788).argParser(port))
    .addOption(targetOption())
    .option('--with-tokens', 'fill in access tokens, which any web page open on this machine can then read', false)
    .addOption(verboseOption())
    .addHelpText('after', example('cartalog serve --port 8788'))
    .action(async (options) => {
      const { runServe } = await import('./serve/command.ts');
      done(await runServe(io, options));
    });
};

const addDiff: AddCommand = (program, io, done) => {
  program
    .command('diff')
    .summary('say what clients will see of a change')
    .description(
      'Compares two built sites and lists what clients will see: additions, removals and changes. A change is breaking if it removes an id, a field or an address, or changes a type.',
    )
    .argument('<base-site>', 'the folder of the site before the change')
    .argument('<new-site>', 'the folder of the site after the change')
    .addOption(
      new Option(
        '--catalog <dir>',
        'the folder whose removals.yaml lists intended removals, and whose files say where tokens are (default: catalog)',
      ).argParser(named('--catalog', folder)),
    )
    .option('--at <ref>', 'read removals.yaml as it is in a branch, tag or commit, and not as it is on disk')
    .addOption(new Option('--format <form>', 'how to say it').choices(['markdown', 'text', 'json']).default('markdown'))
    .option(
      '--fail-on-breaking',
      'exit 1 if a removal is not listed in removals.yaml, or something listed is not removed',
      false,
    )
    .addHelpText('after', example('cartalog diff dist-old dist --format text'))
    .action(async (base, next, options) => {
      const { runDiff } = await import('./diff/command.ts');
      done(await runDiff(io, { base, next, ...options, catalog: options.catalog ?? null }));
    });
};

const addUpdate: AddCommand = (program, io, done) => {
  program
    .command('update')
    .summary('observe upstream files and append checksums')
    .description(
      'Finds the files of data sources where they come from, observes which have changed, and writes what is new into the catalog: checksums, new files, boxes, what archives contain. Servers are asked slowly, as their robots.txt allows. Run again after an interruption, it goes on.',
    )
    .argument('[datasources...]', 'ids of data sources (default: all)')
    .addOption(catalogOption())
    .option('--dry-run', 'write nothing; report what would be written', false)
    .option('--allow-removals', 'remove files that are gone, however many', false)
    .addOption(
      new Option('--max-time <minutes>', 'stop cleanly after so many minutes').argParser(named('--max-time', minutes)),
    )
    .addOption(
      new Option('--connections <n>', 'connections to a host at the same time')
        .default(2)
        .argParser(named('--connections', wholeNumber)),
    )
    .addOption(new Option('--rate <n>', 'requests a second to a host').default(5).argParser(named('--rate', positive)))
    .option('--allow-private', 'also ask hosts that are not public: this machine, an intranet', false)
    .addOption(new Option('--format <form>', 'how to say it').choices(['text', 'markdown', 'json']).default('text'))
    .addHelpText('after', UPDATE_HELP)
    .addHelpText('after', example('cartalog update', 'cartalog update brouter-segments --dry-run'))
    .action(async (ids, options) => {
      const { runUpdate } = await import('./update/command.ts');
      done(await runUpdate(io, { ...options, ids, maxTime: options.maxTime ?? null }));
    });
};

const addVerify: AddCommand = (program, io, done) => {
  program
    .command('verify')
    .summary('check a deployment against the interface')
    .description(
      `Checks whether a deployment keeps the interface (${pageOf('docs/interface.md')}), and prints the result of each check.`,
    )
    .argument('<url>', 'address of the deployment, without /v1/', deploymentUrl)
    .option(
      '--service-url <url>',
      'what its links begin with, where that is another address',
      named('--service-url', webUrl),
    )
    .addOption(
      new Option('--target <host>', 'do not count as failures what this host is known not to keep').choices(HOST_NAMES),
    )
    .option('--static', 'check only what the static files answer without the edge handler', false)
    .addOption(
      new Option('--max-size <mib>', 'read so many MiB in all, and in one response a tenth of it')
        .default(RUN_MIB)
        .argParser(named('--max-size', positive)),
    )
    .addHelpText('after', example('cartalog verify http://127.0.0.1:8788'))
    .action(async (url, options) => {
      const { runVerify } = await import('./verify/command.ts');
      done(
        await runVerify(io, {
          url,
          serviceUrl: options.serviceUrl ?? null,
          isStatic: options.static,
          maxSize: options.maxSize,
          target: options.target ?? null,
        }),
      );
    });
};

const addMirror: AddCommand = (program, io, done) => {
  program
    .command('mirror')
    .summary('copy a deployment into a folder, and later what has changed')
    .description(
      'Copies all that a deployment publishes of its catalog, by its manifest, and compares every file with it. Later runs fetch only what has changed. Links in the copy lead to the deployment.',
    )
    .argument('<url>', 'address of the deployment, without /v1/', deploymentUrl)
    .argument('<dir>', 'the folder of the mirror: a new or empty one, or that of an earlier run', folder)
    .addOption(
      new Option('--max-size <mib>', 'refuse a deployment whose files have more MiB together')
        .default(2048)
        .argParser(named('--max-size', positive)),
    )
    .addOption(new Option('--format <form>', 'how to say it').choices(['text', 'json']).default('text'))
    .addHelpText('after', MIRROR_HELP)
    .addHelpText('after', example('cartalog mirror https://catalog.example.org copy'))
    .action(async (url, name, options) => {
      const { runMirror } = await import('./mirror/command.ts');
      done(await runMirror(io, { url, folder: name, ...options }));
    });
};

const addProbe: AddCommand = (program, io, done) => {
  program
    .command('probe')
    .summary('ask the tile servers for tiles, and say which are dead')
    .description(
      'Asks each host of the map and overlay servers for one tile, and checks status, content, image, certificate, https, CORS and time.',
    )
    .argument('[ids...]', 'ids of the servers to probe (default: all of the catalog)')
    .addOption(catalogOption())
    .addOption(new Option('--format <form>', 'how to say it').choices(['text', 'json', 'markdown']).default('text'))
    .addOption(
      new Option('--history <file>', 'keep what was observed in this file, and say which servers are dead').argParser(
        named('--history', fileName),
      ),
    )
    .addOption(
      new Option('--switch <which>', 'switch dead servers off, and on again when they are back').choices([
        'new',
        'all',
      ]),
    )
    .addOption(
      new Option('--max-time <minutes>', 'end after this time; the rest is not probed')
        .default(30)
        .argParser(named('--max-time', minutes)),
    )
    .option('--allow-private', 'probe hosts on private and loopback addresses too', false)
    .addHelpText('after', PROBE_HELP)
    .addHelpText('after', example('cartalog probe OpenStreetMap OpenTopoMap', 'cartalog probe --history history.json'))
    .action(async (ids, options) => {
      const { history = null, switch: mode = null } = options;
      if (mode !== null && history === null)
        throw new CannotRunError('--switch needs --history, by which servers are dead.');
      const { runProbe } = await import('./probe/command.ts');
      done(await runProbe(io, { ...options, ids, history, switch: mode }));
    });
};

/** Every command, in the order of the help. */
const COMMANDS: Readonly<Record<string, AddCommand>> = {
  build: addBuild,
  check: addCheck,
  format: addFormat,
  new: addNew,
  import: addImport,
  init: addInit,
  serve: addServe,
  diff: addDiff,
  update: addUpdate,
  verify: addVerify,
  mirror: addMirror,
  probe: addProbe,
  ci: addCi,
};

/**
 * The commands, all of them or those that are named: making all takes as long as reading thirty small files, and most runs
 * need one.
 */
function commandLine(io: Io, done: Done, names: readonly string[] = Object.keys(COMMANDS)): Command {
  const program = new Command('cartalog')
    .description('A map catalog that lives in git as YAML, is checked like code, and is served as plain JSON files.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showSuggestionAfterError()
    // That a flag is off unless it is given needs no mention.
    .configureHelp({
      optionDescription: (option) => new Help().optionDescription(option).replace(' (default: false)', ''),
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(withoutLogins(text).replace(/^error: /, 'cartalog: ')),
    })
    .addHelpText(
      'afterAll',
      '\nExit status: 0 fine, 1 the catalog or the deployment has problems, 2 could not run.\nCARTALOG_DEBUG=1 in the environment shows where an unexpected error was thrown.',
    );

  for (const name of names) COMMANDS[name]?.(program, io, done);
  return program;
}
