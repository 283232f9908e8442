/** The command line: help, errors in arguments, and output that cannot be written. */
import { describe, expect, test } from 'vitest';
import { commandSummaries } from '../../commands/program.ts';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog, environment, PROGRAM, run } from '../support/cli.ts';
import { inProcess } from '../support/in-process.ts';
import { freePort } from '../support/ports.ts';

const COMMANDS = (await commandSummaries()).map(({ name }) => name);

test('--help names every command and the exit statuses', async () => {
  const { status, stdout, stderr } = await cartalog(['--help']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  expect(stdout).toContain('Exit status: 0 fine, 1 the catalog or the deployment has problems, 2 could not run.');
});

test.each(COMMANDS)('%s --help explains its options and gives an example', async (command) => {
  const { status, stdout } = await inProcess([command, '--help']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/Options:\n/);
  expect(stdout).toMatch(new RegExp(`Example:\n {2}\\$ cartalog ${command}`));
});

describe('what the help marks as required, and nothing else, is demanded', () => {
  /** The help of a command: its own commands, its required arguments, and its required options. */
  async function needsOf(path: readonly string[]): Promise<{ below: string[]; given: string[]; required: string[] }> {
    const { stdout } = await inProcess([...path, '--help']);
    const [, below = ''] = /\nCommands:\n([\s\S]*?)\n\n/.exec(`${stdout}\n`) ?? [];
    const options = stdout.replace(/\n {3,}/g, ' ').match(/^ {2}--.*$/gm) ?? [];
    return {
      below: (below.match(/^ {2}[\w-]+/gm) ?? []).map((name) => name.trim()).filter((name) => name !== 'help'),
      given: (/^Usage:.*$/m.exec(stdout)?.[0].match(/<[\w-]+>/g) ?? []).map((name) => `no-${name.slice(1, -1)}`),
      required: options.filter((line) => /; required$/.test(line)).map((line) => line.trim().split(' ')[0] as string),
    };
  }
  const DEMAND = /Missing|required option|requires --/;

  // new needs a catalog: its own test has the same rows.
  test.each(COMMANDS.filter((name) => name !== 'new'))('%s', async (command) => {
    const { below } = await needsOf([command]);
    const cwd = temporaryFolder();
    for (const path of below.length === 0 ? [[command]] : below.map((name) => [command, name])) {
      const { given, required } = await needsOf(path);
      const values = (flags: readonly string[]): string[] => [
        ...path,
        ...given,
        ...flags.flatMap((flag) => [flag, 'x']),
      ];
      for (const flag of required) {
        const { status, stderr } = await inProcess(values(required.filter((other) => other !== flag)), cwd);
        expect({ status, demands: DEMAND.test(stderr) && stderr.includes(flag) }, `${path} ${flag}`).toEqual({
          status: 2,
          demands: true,
        });
      }
      // With nothing else, it ends for another reason: here is neither a catalog nor a site, nor anybody to ask.
      if (command === 'init') continue;
      expect((await inProcess(values(required), cwd)).stderr, path.join(' ')).not.toMatch(DEMAND);
    }
  });

  test('some commands of commands require options', async () => {
    expect((await needsOf(['keys'])).below).toContain('rotate');
    expect(await needsOf(['keys', 'new'])).toMatchObject({ required: ['--secret', '--spare'] });
    expect(await needsOf(['mirror'])).toMatchObject({ given: ['no-url', 'no-dir'], required: [] });
  });
});

test('without arguments it prints help', async () => {
  const { status, stderr } = await cartalog([]);
  expect(status).toBe(2);
  expect(stderr).toContain('Usage: cartalog');
});

test('a reader that closes the pipe early is not an error', async () => {
  const outcome = await run('sh', ['-c', `"${process.execPath}" "${PROGRAM}" --help | head -1`]);
  expect(outcome).toMatchObject({ status: 0, stderr: '' });
});

describe('output that cannot be written is one sentence where there is a reader left, and exit status 2', () => {
  const full = (name: string): string => `cartalog: Standard ${name} cannot be written: the disk is full.\n`;

  test.each([
    ['standard output', '--help > /dev/full', { stdout: '', stderr: full('output') }],
    ['findings', 'check --format json > /dev/full', { stderr: expect.stringMatching(full('output')) }],
    ['standard error', 'check 2> /dev/full', { stdout: expect.stringMatching(full('error')) }],
    ['the summary of a build', 'build --out site 2> /dev/full', { stdout: full('error') }],
    ['both', 'check > /dev/full 2> /dev/full', { stdout: '', stderr: '' }],
    ['the log of a server', 'serve --port $PORT 2> /dev/full', { stdout: full('error') }],
  ])('%s', async (_, command, expected) => {
    const folder = temporaryFolder();
    writeFiles(`${folder}/catalog`, SMALL);
    const line = `"${process.execPath}" "${PROGRAM}" ${command}`;
    const env = environment({ PORT: String(await freePort()) });
    const outcome = await run('sh', ['-c', line], { cwd: folder, env });
    expect(outcome).toMatchObject({ status: 2, ...expected });
    expect(outcome.stdout + outcome.stderr).not.toMatch(/^\s+at |Error:/m);
  });
});

test.each([
  ['check', { status: 2, stderr: 'cartalog: The working folder cannot be used: it does not exist.\n' }],
  ['--version', { status: 0, stderr: '' }],
])('a working folder that was deleted: %s', async (argument, expected) => {
  const folder = temporaryFolder();
  const line = `rmdir "${folder}"; exec "${process.execPath}" "${PROGRAM}" ${argument}`;
  expect(await run('sh', ['-c', line], { cwd: folder })).toMatchObject(expected);
});
