import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatCatalogFile } from '../../../build/format/format-file.ts';
import { formatYaml } from '../../../build/format/standard-text.ts';
import { parseCatalogFile } from '../../../build/parse/parse.ts';
import { type FileRole, matchCatalogLayout, type SourceFile } from '../../../build/read/layout.ts';
import { findingsInFolder } from '../../../build/report/positions.ts';
import { validateFileValue } from '../../../build/validate/validate.ts';
import { memoryFolder } from '../../support/catalogs.ts';
import { asText } from '../../support/check.ts';
import { ROOT } from '../../support/cli.ts';

const CASES = join(ROOT, 'test', 'fixtures', 'format');

/**
 * A case is a folder: a catalog file in `input`, at its path in the catalog; the same in its form in `output`; and what
 * `cartalog format --check` reports in `expected.txt`.
 */
describe.each(readdirSync(CASES))('%s', (name) => {
  const inside = (folder: string): string[] =>
    readdirSync(join(CASES, name, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(CASES, name, folder).length + 1));

  test.each(inside('input'))('%s', (path) => {
    const { role } = matchCatalogLayout(path) as { role: FileRole };
    const input = readFileSync(join(CASES, name, 'input', path), 'utf8');
    const { value, diagnostics } = parseCatalogFile(path, Buffer.from(input));
    expect([...diagnostics, ...validateFileValue(role, path, value).diagnostics]).toEqual([]);

    const output = formatYaml({ path, role }, input);
    expect(output).toBe(readFileSync(join(CASES, name, 'output', path), 'utf8'));
    expect(parseCatalogFile(path, Buffer.from(output)).value).toEqual(parseCatalogFile(path, Buffer.from(input)).value);
    expect(formatYaml({ path, role }, output)).toBe(output);
    expect(formatYaml({ path, role }, input.replaceAll('\n', '\r\n'))).toBe(output);
  });

  test('is reported at its first difference', async () => {
    const findings = inside('input').flatMap((path) => {
      const folder = memoryFolder({ [path]: readFileSync(join(CASES, name, 'input', path)) });
      const { formatted } = formatCatalogFile(folder, { ...matchCatalogLayout(path), path } as SourceFile);
      return findingsInFolder(folder, formatted ? [formatted.difference.diagnostic] : []);
    });
    await expect(asText(findings)).toMatchFileSnapshot(join(CASES, name, 'expected.txt'));
  });

  test('has an input for each output', () => {
    for (const path of inside('output')) expect(existsSync(join(CASES, name, 'input', path)), path).toBe(true);
  });
});
