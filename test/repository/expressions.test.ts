/** Every regular expression is in the table: it is linear, or the table says what bounds its input. */
import { expect, test } from 'vitest';
import * as limits from '../../contract/base/limits.ts';
import { allExpressions, missingFrom, readTable } from '../support/expressions.ts';

const found = allExpressions();
const table = readTable();

test('the table has each expression that is used: EXPRESSIONS=write npm run test:slow -- test/repository/expressions', () =>
  expect(missingFrom(table, found)).toEqual({ missing: [], unused: [] }));

test.each(Object.entries(table.bounded))('%s is bounded', (_, why) => {
  // Either why it is linear though no program can tell, or whose text it reads, or a limit.
  const [, kind, group = '', name = ''] = /^(linear|ours|bounded): .*?(?:\b([A-Z]+_LIMITS)\.(\w+)|$)/.exec(why) ?? [];
  expect(kind).toBeDefined();
  if (kind === 'bounded') expect(limits).toHaveProperty([group, name]);
});

test.each(Object.entries(table.calls))('%s has examples', (_, examples) => expect(examples.length).toBeGreaterThan(0));
