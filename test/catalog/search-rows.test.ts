/** The rows that the search is tested with are frozen. With ROWS=write, they become those of today's home page. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import type { RowData } from '../../browser/search/search-query.ts';
import { COVERAGE_FILE } from '../../contract/pages/pages.ts';
import { sitePages } from '../support/browser.ts';
import { ROOT } from '../support/cli.ts';
import { contentOf } from '../support/files.ts';
import { OUR_CATALOG } from './our-catalog.ts';

const FOLDER = join(ROOT, 'test', 'fixtures', 'search');
const PAGES = sitePages(contentOf(OUR_CATALOG));

const textOf = (path: string): string => Buffer.from(PAGES.get(path) ?? []).toString();

/** What the search reads of a row and does not depend on the day. */
const READ = ['kind', 'id', 'search', 'flags', 'programs', 'shows', 'type', 'min', 'max', 'licence', 'area', 'size'];

function rowsOf(home: string): RowData[] {
  const rows: RowData[] = [];
  const pages = new Set([home]);
  for (const path of pages) {
    let isFurther = false;
    const onopentag = (name: string, attributes: Record<string, string>): void => {
      const { class: look = '', href = '' } = attributes;
      if (name === 'nav') isFurther = look === 'further';
      if (name === 'a' && isFurther && path === home) pages.add(join(path, '..', href, 'index.html'));
      if (!look.split(' ').includes('record') || attributes['data-kind'] === 'category') return;
      const read = READ.map((one) => [one, attributes[`data-${one}`]] as const);
      rows.push(Object.fromEntries(read.filter(([, value]) => value !== undefined)));
    };
    const onclosetag = (name: string): void => {
      isFurther = isFurther && name !== 'nav';
    };
    new Parser({ onopentag, onclosetag }).end(textOf(path));
  }
  return rows;
}

const lineEach = (rows: readonly RowData[]): string => `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;

test('the rows that the search is tested with have most of the records of today', () => {
  const rows = rowsOf('index.html');
  if (process.env['ROWS'] === 'write') {
    writeFileSync(join(FOLDER, 'records.json'), lineEach(rows));
    writeFileSync(join(FOLDER, 'coverage.json'), textOf(COVERAGE_FILE));
  }
  const frozen = new Set<string>(
    JSON.parse(readFileSync(join(FOLDER, 'records.json'), 'utf8')).map(({ id }: RowData) => id),
  );
  const missing = rows.flatMap(({ id }) => (id === undefined || frozen.has(id) ? [] : [id]));
  const advice = `Refresh them: ROWS=write npm run check:catalog -- search-rows\n${missing.join('\n')}`;
  expect(missing.length, advice).toBeLessThanOrEqual(rows.length / 5);
});
