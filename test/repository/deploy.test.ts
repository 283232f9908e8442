/** docs/deploy.md: its commands exist, here and in a catalog that `init` has written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { initSources } from '../../commands/repository/init/command.ts';
import { repositoryFiles } from '../../commands/repository/init/init.ts';
import { ROOT } from '../support/cli.ts';
import { inProcess } from '../support/in-process.ts';
import { callProblems } from '../support/lint-workflow.ts';

const PAGE = readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8');
const ANSWERS = { title: 'T', address: 'https://maps.ch', repository: 'https://github.com/a/b', name: 'b' } as const;
const written = repositoryFiles({ ...ANSWERS, target: 'pages' }, initSources());

/** What is between backticks, and the lines of the blocks. */
const CODE = [
  ...[...PAGE.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code),
  ...[...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, code = '']) => code.split(/\n|&&/)),
].map((code) => code.trim());

describe('docs/deploy.md', () => {
  test.each(CODE.filter((code) => /^npm (?:run |start|test)/.test(code)))('%s is a script of a catalog', (code) => {
    const { scripts } = JSON.parse(written.get('package.json') ?? '');
    expect(Object.keys(scripts)).toContain(/^npm (?:run )?([a-z]+)/.exec(code)?.[1]);
  });

  test.each(CODE.filter((code) => /^(?:npx --no -- )?cartalog (?!…)/.test(code)))('%s is a command', async (code) => {
    const words = code
      .replace(/^npx --no -- /, '')
      .split(/\s+/)
      .slice(1);
    const name = words[0] === 'ci' ? words.slice(0, 2) : words.slice(0, 1);
    const help = await inProcess([...name, '--help']);
    expect(help.status).toBe(0);
    const commands = { [name.join(' ')]: help.stdout.match(/--[a-z-]+/g) ?? [] };
    expect(callProblems(`npx --no -- ${code.replace(/^npx --no -- /, '')}`, { scripts: {}, commands })).toEqual([]);
  });

  test('has no call of a program that npm could get from anywhere', () => {
    expect(PAGE).not.toMatch(/npx (?!--no -- )/);
  });

  test.each([...PAGE.matchAll(/`((?:catalog|\.github)\/[\w./-]+|wrangler\.toml)`/g)].map(([, path = '']) => path))(
    '%s is in a catalog',
    (path) => expect([...written.keys()].some((file) => file.startsWith(path))).toBe(true),
  );
});
