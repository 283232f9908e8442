import type { Command } from 'commander';
import { packageVersion } from '../cli/program/package.ts';
import type { AddCommand, Done } from '../cli/terminal/arguments.ts';
import { CannotRunError, describeError, type ExitStatus, type Io } from '../cli/terminal/io.ts';
import { visible, withoutLogins } from '../contract/base/text.ts';
import { hasSecretKey } from '../contract/signing/minisign.ts';
import type { Services } from './catalog/new/command.ts';

/**
 * @param argv without the program's name
 * @returns 0 fine, 1 the catalog or the deployment has problems, 2 could not run
 */
export async function main(argv: readonly string[], io: Io): Promise<0 | 1 | 2> {
  // Without commander, `--version` takes a twelfth less time.
  if (argv.length === 1 && VERSION.test(argv[0] as string)) {
    io.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  const { CommanderError } = await import('commander');
  let status: ExitStatus = 0;
  const setStatus: Done = (result) => {
    status = result;
  };
  const program = await commandLine(io, setStatus, argv);
  try {
    if (argv.some(hasSecretKey))
      throw new CannotRunError(
        'An argument contains a secret key, and other users can read arguments. Name the file with the key instead.',
      );
    refuseUnknownTopic(program, argv);
    await program.parseAsync([...argv], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    io.stderr.write(`cartalog: ${describeError(error, io.env)}\n`);
    return 2;
  }
}

const VERSION = /^(?:-V|--version)$/;

/** Commander would print the program's help. */
function refuseUnknownTopic(program: Command, [first, topic]: readonly string[]): void {
  if (first !== 'help' || topic === undefined || topic.startsWith('-')) return;
  if (topic === 'help' || program.commands.some((command) => command.name() === topic)) return;
  throw new CannotRunError(`There is no command ${JSON.stringify(topic)}; cartalog help lists them.`);
}

interface CommandSummary {
  readonly name: string;
  readonly summary: string;
  readonly group: string;
}

export async function commandSummaries(): Promise<CommandSummary[]> {
  const silent = { write: () => {}, isTTY: false };
  const io: Io = {
    cwd: '.',
    env: {},
    stdout: silent,
    stderr: silent,
    terminal: null,
    signal: new AbortController().signal,
  };
  const summaries = new Map(
    (await commandLine(io, () => {})).commands.map((command) => [command.name(), command.summary()]),
  );
  return Object.entries(GROUPS).flatMap(([group, added]) =>
    Object.keys(added).map((name) => ({ name, group, summary: summaries.get(name) ?? '' })),
  );
}

const GROUPS: Readonly<Record<string, Readonly<Record<string, () => Promise<AddCommand>>>>> = {
  'the catalog': {
    build: async () => (await import('./catalog/build/arguments.ts')).addBuildCommand,
    check: async () => (await import('./catalog/check/arguments.ts')).addCheckCommand,
    format: async () => (await import('./catalog/format/arguments.ts')).addFormatCommand,
    new: async () => {
      const { addNewCommand } = await import('./catalog/new/arguments.ts');
      const upstream = () => import('./upstream/import/command.ts');
      const services: Services = {
        folderAt: async (...asked) => (await upstream()).folderAt(...asked),
        layersAt: async (...asked) => (await upstream()).layersAt(...asked),
        linkedMap: async (text) => (await upstream()).linkedMap(text),
        documentAt: async (...asked) => (await upstream()).documentAt(...asked),
      };
      return (program, io, done) => addNewCommand(program, io, done, services);
    },
    diff: async () => (await import('./catalog/diff/arguments.ts')).addDiffCommand,
    serve: async () => (await import('./catalog/serve/arguments.ts')).addServeCommand,
  },
  upstreams: {
    update: async () => (await import('./upstream/update/arguments.ts')).addUpdateCommand,
    import: async () => (await import('./upstream/import/arguments.ts')).addImportCommand,
    probe: async () => (await import('./upstream/probe/arguments.ts')).addProbeCommand,
  },
  'a site': {
    verify: async () => (await import('./site/verify/arguments.ts')).addVerifyCommand,
    mirror: async () => (await import('./site/mirror/arguments.ts')).addMirrorCommand,
    keys: async () => (await import('./site/keys/arguments.ts')).addKeysCommand,
    sign: async () => (await import('./site/sign/arguments.ts')).addSignCommand,
    server: async () => (await import('./site/server/arguments.ts')).addServerCommand,
  },
  'a repository': {
    init: async () => (await import('./repository/init/arguments.ts')).addInitCommand,
    ci: async () => (await import('./repository/ci/arguments.ts')).addCiCommand,
  },
};

/**
 * V8 of Node 20. Functions are optimized only after 15 times the usual work: a command ends soon, and optimizing would
 * be a fifth to a quarter of a build's work. Garbage is collected when the heap is two and a quarter times as large as
 * what was in use, not four times: a quarter less memory for 1 % more work. Later versions do not know the first
 * option, and print an error.
 */
function tuneEngine(): void {
  if (!process.versions.v8.startsWith('11.')) return;
  // Loading the module takes 2 ms.
  process.getBuiltinModule('node:v8').setFlagsFromString('--interrupt-budget=1000000 --heap-growing-percent=125');
}

/** Loads only the named command, to save time; all for the help and suggestions. */
async function commandLine(io: Io, done: Done, argv: readonly string[] = []): Promise<Command> {
  const { Command, Help } = await import('commander');
  const program = new Command('cartalog')
    .description('A map catalog that lives in git as YAML, is checked like code, and is served as plain JSON files.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showSuggestionAfterError()
    .configureHelp({
      optionDescription: (option) =>
        new Help().optionDescription(option).replace(' (default: false)', '') + (option.mandatory ? '; required' : ''),
    })
    .exitOverride()
    .hook('preAction', tuneEngine)
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => {
        // Keeps the line breaks of commander; escapes those in an argument, or in the value after its =.
        const given = argv.flatMap((argument) => [argument, argument.replace(/^[^=]*=/, '')]);
        const escaped = given.reduce(
          (message, argument) => (argument.includes('\n') ? message.replaceAll(argument, visible(argument)) : message),
          text,
        );
        write(withoutLogins(escaped).replace(/^error: /, 'cartalog: '));
      },
    })
    .addHelpText(
      'afterAll',
      '\nExit status: 0 fine, 1 the catalog or the deployment has problems, 2 could not run.\nCARTALOG_DEBUG=1 in the environment shows where an unexpected error was thrown.',
    );

  const [first = ''] = argv;
  const isKnown = VERSION.test(first) || Object.values(GROUPS).some((added) => Object.hasOwn(added, first));
  const isOther = (name: string): boolean => isKnown && name !== first;
  for (const [group, added] of Object.entries(GROUPS)) {
    program.commandsGroup(`For ${group}:`);
    for (const [name, load] of Object.entries(added)) if (!isOther(name)) (await load())(program, io, done);
  }
  return program;
}
