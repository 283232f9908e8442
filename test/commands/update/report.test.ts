/** What an update says that it has done. */
import { describe, expect, test } from 'vitest';
import { updateAsJson, updateAsMarkdown, updateAsText } from '../../../commands/update/report.ts';
import type { UpdatedSource, UpdateReport } from '../../../contract/generated/reports.types.ts';
import validators from '../../../contract/generated/reports.validators.cjs';

const QUIET: UpdatedSource = {
  id: 'quiet',
  found: null,
  added: [],
  changed: [],
  boxesChanged: [],
  unchanged: 1125,
  gone: [],
  failed: [],
  written: [],
  requests: 1,
  bytes: 0,
};
const BUSY: UpdatedSource = {
  ...QUIET,
  id: 'busy',
  found: 3,
  added: ['a'],
  changed: ['b', 'c'],
  boxesChanged: ['c'],
  gone: ['d'],
  failed: [
    { path: 'e\u001b[31m`', reason: 'it answers 500' },
    { path: '', reason: 'datasources/busy/files.yaml has gone meanwhile' },
  ],
  written: ['datasources/busy/maps.yaml', 'removals.yaml'],
  requests: 12_345,
  bytes: 6_789_012,
};
const SUMMARY: UpdateReport = { version: 1, dryRun: false, stopped: null, sources: [QUIET, BUSY] };

test('text', () => {
  expect(
    updateAsText(SUMMARY),
  ).toBe(`quiet: - found, 0 added, 0 changed, 1,125 unchanged, 0 gone, 0 failed (1 request, 0 bytes)
busy: 3 found, 1 added, 2 changed, 1,125 unchanged, 1 gone, 2 failed (12,345 requests, 6,789,012 bytes)
  e\\u001b[31m\`: it answers 500
  datasources/busy/files.yaml has gone meanwhile
  the box of c has changed
2 files of the catalog written.
`);
});

test('Markdown', () => {
  expect(
    updateAsMarkdown(SUMMARY),
  ).toBe(`| Data source | found | added | changed | unchanged | gone | failed | requests | bytes |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| \`quiet\` | - | 0 | 0 | 1,125 | 0 | 0 | 1 | 0 |
| \`busy\` | 3 | 1 | 2 | 1,125 | 1 | 2 | 12,345 | 6,789,012 |

**busy**, what could not be found out:

\`\`\`text
e\\u001b[31m\`: it answers 500
datasources/busy/files.yaml has gone meanwhile
\`\`\`

**busy**, files that cover another box than before:

\`\`\`text
c
\`\`\`

2 files of the catalog written.
`);
});

describe('JSON', () => {
  test.each<[string, UpdateReport]>([
    ['a run', SUMMARY],
    ['a dry run that was stopped', { version: 1, dryRun: true, stopped: 'the time is over', sources: [] }],
  ])('of %s is as its schema says', (_, summary) => {
    const report = JSON.parse(updateAsJson(summary));
    validators.update(report);
    expect(validators.update.errors ?? []).toEqual([]);
    expect(report).toEqual(summary);
  });

  test('holds no character that a terminal obeys', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(updateAsJson(SUMMARY)).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});

test('a run that was stopped says so, and a dry run that nothing is written', () => {
  expect(updateAsText({ version: 1, dryRun: true, stopped: 'the time is over', sources: [BUSY] })).toMatch(
    /\nStopped before everything was done: the time is over\. .*\n2 files of the catalog would be written\.\n$/,
  );
});

test('of many failures only the first are listed', () => {
  const failed = Array.from({ length: 25 }, (_, index) => ({ path: `f${index}`, reason: `no ${index}` }));
  const summary = { ...SUMMARY, sources: [{ ...QUIET, failed }] };
  expect(updateAsText(summary)).toContain('  f19: no 19\n  … and 5 more\n');
  expect(updateAsMarkdown(summary)).toContain('f19: no 19\n```\n\n… and 5 more.\n');
  expect(JSON.parse(updateAsJson(summary)).sources[0].failed).toHaveLength(25);
});

test('files that failed for the same reason share a line, after what is the cause', () => {
  const files = Array.from({ length: 132 }, (_, index) => ({ path: `f${index}`, reason: 'it answers 503' }));
  const cause = { path: 'https://example.org/', reason: 'the connection was refused' };
  const failed = [cause, ...files, { path: 'g', reason: 'it answers 401' }];
  const summary = { ...SUMMARY, sources: [{ ...QUIET, failed }] };
  const lines = [
    'https://example.org/: the connection was refused',
    'f0 (and 131 more files): it answers 503',
    'g: it answers 401',
  ];
  expect(updateAsText(summary)).toContain(
    ` 134 failed (1 request, 0 bytes)\n${lines.map((line) => `  ${line}\n`).join('')}0 files`,
  );
  expect(updateAsMarkdown(summary)).toContain(`text\n${lines.join('\n')}\n\`\`\``);
  expect(JSON.parse(updateAsJson(summary)).sources[0].failed).toEqual(failed);
});

test('one that is empty, and has no source, says why nothing was asked', () => {
  const empty = { ...QUIET, unchanged: 0, requests: 0 };
  const why = 'nothing was asked: it has no files, and no source in datasource.yaml whose listing is read';
  expect(updateAsText({ ...SUMMARY, sources: [empty] })).toContain(`(0 requests, 0 bytes)\n  ${why}\n`);
  for (const other of [QUIET, { ...empty, found: 0 }])
    expect(updateAsText({ ...SUMMARY, sources: [other] })).not.toContain('nothing was asked');
});
