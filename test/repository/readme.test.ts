/** What a program can check in the README alone: folders, commands, paths of the interface and examples. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCatalogFile } from '../../build/parse/parse.ts';
import { findingsOf } from '../../build/report/positions.ts';
import { validateFileValue } from '../../build/validate/validate.ts';
import { commandSummaries } from '../../commands/program.ts';
import { ROUTES } from '../../contract/interface/v1-routes.ts';
import { asText } from '../support/check.ts';
import { ROOT } from '../support/cli.ts';

const text = readFileSync(join(ROOT, 'README.md'), 'utf8');

describe('README', () => {
  test.each([...text.matchAll(/^([a-z]+)\/ {2,}/gm)].map(([, folder]) => folder as string))(
    'the folder %s/ is there',
    (folder) => expect(existsSync(join(ROOT, folder))).toBe(true),
  );

  test('every folder of code is explained', () => {
    const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const explained = folders
      .map(({ name }) => name)
      .filter((name) => !/^\.|^(?:node_modules|lib|dist|test-results)$/.test(name));
    for (const folder of explained) expect(text).toMatch(new RegExp(`^${folder}/ `, 'm'));
  });

  test('names every command', async () => {
    for (const { name } of await commandSummaries()) expect(text).toContain(`| \`cartalog ${name}\` |`);
  });

  test('names every path of the interface', () => {
    for (const { path } of Object.values(ROUTES)) expect(text).toContain(`\`${path.replace(':id', '<id>')}\``);
  });

  test.each([...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml]) => yaml as string))(
    'example %# is good',
    (yaml) => {
      const { value, diagnostics } = parseCatalogFile('example.yaml', Buffer.from(yaml));
      expect([...diagnostics, ...validateFileValue('mapserver', 'example.yaml', value).diagnostics]).toEqual([]);
    },
  );

  test('shows a diagnostic as it is printed', () => {
    const example = /```yaml\n# catalog\/(\S+)\n([\s\S]*?)```/.exec(text) ?? [];
    const [, file = '', yaml = ''] = example;
    const broken = yaml.replace('#{zoom}', '#{z}');
    const { diagnostics } = validateFileValue('mapserver', file, parseCatalogFile(file, Buffer.from(broken)).value);
    const shown = asText(findingsOf(diagnostics, () => broken));
    // The file in the catalog has more comments above than the example.
    const withoutLines = (report: string): string => report.replaceAll(/\b\d+(?=:13 | \|)/g, 'N');
    expect(shown).not.toBe('');
    expect(withoutLines(text)).toContain(withoutLines(shown));
  });
});
