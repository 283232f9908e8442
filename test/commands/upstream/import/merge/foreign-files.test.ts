/** What is no list of maps is named for what it is, whatever it is called, and nothing is written. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotRunError } from '../../../../../cli/terminal/io.ts';
import { DRAFT_QUESTIONS, DRAFT_ROLES, flagOf } from '../../../../../commands/catalog/new/questions.ts';
import { importFile } from '../../../../../commands/upstream/import/import.ts';
import { memoryFolder, SMALL } from '../../../../support/catalogs.ts';
import { ROOT } from '../../../../support/cli.ts';

/** Files of other programs, each a file here. */
const REFUSED = join(ROOT, 'test/fixtures/import/refused');

test.each(readdirSync(REFUSED))('of %s, the snapshot has the message', (name) => {
  const run = (): unknown => importFile(memoryFolder(SMALL), readFileSync(join(REFUSED, name)), 'list.json', {}, 0);
  expect(run).toThrow(CannotRunError);
  expect(run).toThrowErrorMatchingSnapshot();
});

test('the advice of all messages names commands and options that there are', () => {
  const sources = ['build', 'cli', 'commands', 'contract'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  );
  const advised = sources.flatMap((text) => [...text.matchAll(/cartalog new (?!<)(\S+)(?: --([a-z-]+))?/g)]);
  expect(advised.length).toBeGreaterThan(10);
  const roles = new Map(
    DRAFT_ROLES.map((role) => [role as string, ['set', ...DRAFT_QUESTIONS[role].map((question) => flagOf(question))]]),
  );
  for (const [advice, named = '', option] of advised) {
    const role = named === '${role}' ? 'mapserver' : named.replace(/\W+$/, '');
    expect(roles.has(role), advice).toBe(true);
    if (option !== undefined) expect(roles.get(role), advice).toContain(option);
  }
});
