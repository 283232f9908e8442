/** Another value for a file, with the comments that it has. */
import { describe, expect, test } from 'vitest';
import { rewriteYaml } from '../../../build/format/standard-text.ts';
import type { FileRole } from '../../../build/read/layout.ts';

const FIRST = (depth: number, schema: string): string =>
  `# yaml-language-server: $schema=${'../'.repeat(depth)}schemas/catalog/${schema}.json\n`;

const rewrite = (kind: FileRole, path: string, source: string, value: unknown): string =>
  rewriteYaml({ role: kind, path }, source, value);

const sum = (digit: string, day = digit): object => ({
  lastModified: `2024-01-0${day}T00:00:00Z`,
  contentLength: Number(digit),
  sha1: null,
});
const line = (digit: string): string =>
  `    - { lastModified: 2024-01-0${digit}T00:00:00Z, contentLength: ${digit}, sha1: null }`;

test('comments at the top, above, after and below stay with what they are about', () => {
  const source = `# About this file

# about a
a.zip: # after a
  # above the checksums
  checksums:
    # the first
${line('1')} # after the first
    # below the first
# about c
c.zip: {}
# the end
`;
  const value = { 'a.zip': { checksums: [sum('1'), sum('2')] }, 'b.zip': {}, 'c.zip': { checksums: [sum('3')] } };
  expect(rewrite('files', 'datasources/x/files.yaml', source, value)).toBe(`${FIRST(3, 'files')}# About this file

# about a
a.zip: # after a
  # above the checksums
  checksums:
    # the first
${line('1')} # after the first
${line('2')}
    # below the first
b.zip: {}
# about c
c.zip:
  checksums:
${line('3')}
# the end
`);
});

test('comments of a member that is renamed move with it, and those of a version that upstream has again stay with it', () => {
  const path = 'datasources/x/files.yaml';
  const source = `# about A\nA.zip: # after A\n  checksums:\n    # the first\n${line('1')} # after the first\n${line('2')}\nb.zip: {}\n`;
  const value = { 'a.zip': { checksums: [{ ...sum('1'), current: '2024-02-01T00:00:00Z' }, sum('2')] }, 'b.zip': {} };
  const marked = line('1').replace(' }', ', current: 2024-02-01T00:00:00Z }');
  const after = source.replace('A.zip', 'a.zip').replace(line('1'), marked);
  expect(rewriteYaml({ role: 'files', path }, source, value, new Map([['a.zip', 'A.zip']]))).toBe(
    FIRST(3, 'files') + after,
  );
});

test('the same value leaves a file as it is, whatever its form', () => {
  const source = '{ name: Offline , datasources: [maps] } # why';
  expect(rewrite('edition', 'editions/offline.yaml', source, { name: 'Offline', datasources: ['maps'] })).toBe(source);
});

describe('items of a list', () => {
  const source = '- { id: 1, name: "" }\n# bikes\n- { id: 10, name: "Bike ", parent: 1 } # with a space\n';

  test('are found again by their first field', () => {
    const value = [
      { id: 2, name: 'New' },
      { id: 10, name: 'Bikes' },
    ];
    expect(rewrite('categories', 'categories.yaml', source, value)).toBe(
      `${FIRST(1, 'categories')}- { id: 2, name: New }\n# bikes\n- { id: 10, name: Bikes } # with a space\n`,
    );
  });

  test('take their comments with them when they go', () =>
    expect(rewrite('categories', 'categories.yaml', source, [{ id: 1, name: 'Top' }])).toBe(
      `${FIRST(1, 'categories')}- { id: 1, name: Top }\n`,
    ));
});
