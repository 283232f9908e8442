import { Command, CommanderError, Help } from 'commander';
import { hasSecretKey } from '../cli/files/key-files.ts';
import { packageVersion } from '../cli/program/package.ts';
import type { AddCommand, Done } from '../cli/terminal/arguments.ts';
import { CannotRunError, describeError, type ExitStatus, type Io } from '../cli/terminal/io.ts';
import { visible, withoutLogins } from '../contract/base/text.ts';
import { addBuildCommand } from './catalog/build/arguments.ts';
import { addCheckCommand } from './catalog/check/arguments.ts';
import { addDiffCommand } from './catalog/diff/arguments.ts';
import { addFormatCommand } from './catalog/format/arguments.ts';
import { addNewCommand } from './catalog/new/arguments.ts';
import { addServeCommand } from './catalog/serve/arguments.ts';
import { addCiCommand } from './repository/ci/arguments.ts';
import { addInitCommand } from './repository/init/arguments.ts';
import { addKeysCommand } from './site/keys/arguments.ts';
import { addMirrorCommand } from './site/mirror/arguments.ts';
import { addServerCommand } from './site/server/arguments.ts';
import { addSignCommand } from './site/sign/arguments.ts';
import { addVerifyCommand } from './site/verify/arguments.ts';
import { addImportCommand } from './upstream/import/arguments.ts';
import { addProbeCommand } from './upstream/probe/arguments.ts';
import { addUpdateCommand } from './upstream/update/arguments.ts';

/**
 * @param argv the arguments after the program's own name @returns 0 fine, 1 the catalog or the deployment has
 * problems, 2 could not run
 */
export async function main(argv: readonly string[], io: Io): Promise<0 | 1 | 2> {
  let status: ExitStatus = 0;
  const setStatus: Done = (result) => {
    status = result;
  };
  const program = commandLine(io, setStatus, argv);
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

/** Without this, commander prints the program's help for an unknown command. */
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

export function commandSummaries(): CommandSummary[] {
  const silent = { write: () => {}, isTTY: false };
  const io: Io = {
    cwd: '.',
    env: {},
    stdout: silent,
    stderr: silent,
    terminal: null,
    signal: new AbortController().signal,
  };
  const summaries = new Map(commandLine(io, () => {}).commands.map((command) => [command.name(), command.summary()]));
  return Object.entries(GROUPS).flatMap(([group, added]) =>
    Object.keys(added).map((name) => ({ name, group, summary: summaries.get(name) ?? '' })),
  );
}

const GROUPS: Readonly<Record<string, Readonly<Record<string, AddCommand>>>> = {
  'the catalog': {
    build: addBuildCommand,
    check: addCheckCommand,
    format: addFormatCommand,
    new: addNewCommand,
    diff: addDiffCommand,
    serve: addServeCommand,
  },
  upstreams: { update: addUpdateCommand, import: addImportCommand, probe: addProbeCommand },
  'a site': {
    verify: addVerifyCommand,
    mirror: addMirrorCommand,
    keys: addKeysCommand,
    sign: addSignCommand,
    server: addServerCommand,
  },
  'a repository': { init: addInitCommand, ci: addCiCommand },
};

function commandLine(io: Io, done: Done, argv: readonly string[] = []): Command {
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
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => {
        // Line breaks of commander stay. Line breaks in an argument, or in the value after its =, are escaped.
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

  for (const [group, added] of Object.entries(GROUPS)) {
    program.commandsGroup(`For ${group}:`);
    for (const add of Object.values(added)) add(program, io, done);
  }
  return program;
}
