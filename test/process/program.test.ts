/** The command line: help, errors in arguments, and output that cannot be written. */
import { describe, expect, test } from 'vitest';
import { commands } from '../../commands/program.ts';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog, environment, PROGRAM, run } from '../support/cli.ts';
import { inProcess } from '../support/in-process.ts';
import { freePort } from '../support/ports.ts';

const COMMANDS = commands().map(({ name }) => name);

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
