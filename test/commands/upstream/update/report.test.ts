import { describe, expect, test } from 'vitest';
import { updateAsJson, updateAsMarkdown, updateAsText } from '../../../../commands/upstream/update/report.ts';
import type { UpdatedSource, UpdateReport } from '../../../../contract/generated/reports.types.ts';
import validators from '../../../../contract/generated/reports.validators.cjs';

const QUIET: UpdatedSource = {
  id: 'quiet',
  found: null,
  added: [],
  changed: [],
  respelled: [],
  boxesChanged: [],
  wentBack: [],
  shrunk: [],
  unchanged: 1125,
  gone: [],
  failed: [],
  warnings: [],
  written: [],
  removalsDropped: 0,
  requests: 1,
  bytes: 0,
};
const BUSY: UpdatedSource = {
  ...QUIET,
  id: 'busy',
  found: 3,
  added: ['a'],
  changed: ['b', 'c'],
  respelled: [{ path: 'alps.img', before: 'Alps.img' }],
  boxesChanged: ['c'],
  wentBack: [
    { path: 'b', lastModified: '2026-01-01T00:00:00Z', how: 'again' },
    { path: 'c', lastModified: '2026-01-02T00:00:00Z', how: 'older' },
    { path: 'x', lastModified: '2026-01-03T00:00:00Z', how: 'replaced' },
  ],
  shrunk: [{ path: 'c', from: 18_000_000, to: 4 }],
  gone: ['d'],
  failed: [
    { path: 'e\u001b[31m`', reason: 'it answers 500' },
    { path: '', reason: 'datasources/busy/files.yaml was deleted in the meantime' },
  ],
  warnings: [{ path: 'b', reason: 'two files in it have the same name' }],
  written: ['datasources/busy/maps.yaml', 'removals.yaml'],
  removalsDropped: 2,
  requests: 12_345,
  bytes: 6_789_012,
};
const SUMMARY: UpdateReport = { version: 1, dryRun: false, stopped: null, diff: null, sources: [QUIET, BUSY] };
const DIFF = `--- a/removals.yaml\n+++ b/removals.yaml\n@@ -1 +1,2 @@\n []\n+\u001b[31m\n+ x\n`;
const DRY: UpdateReport = { ...SUMMARY, dryRun: true, sources: [BUSY] };

const failing = (...failed: UpdatedSource['failed']): UpdateReport => ({ ...SUMMARY, sources: [{ ...QUIET, failed }] });
const files = (count: number, reason: (index: number) => string): UpdatedSource['failed'] =>
  Array.from({ length: count }, (_, index) => ({ path: `f${index}`, reason: reason(index) }));

test.each([
  [['a/1', 'a/2'], ['b/1', 'b/2', 'b/3'], ['2 files may have moved from a/ to b/']],
  [['1'], ['new/1'], ['1 file may have moved from the top to new/']],
  [
    ['a/x/1', 'a/y/1'],
    ['b/x/1', 'b/y/1'],
    ['1 file may have moved from a/x/ to b/x/', '1 file may have moved from a/y/ to b/y/'],
  ],
  // One of them is nowhere, or nothing is new.
  [['a/1', 'a/2'], ['b/1'], []],
  [['a/1'], [], []],
])('of %j and the new %j it names what may have moved', (gone, added, lines) => {
  const text = updateAsText({ ...SUMMARY, sources: [{ ...QUIET, gone, added }] });
  expect(text.match(/\d+ files? may .*/g) ?? []).toEqual(lines);
});

describe('a report as text and as Markdown', () => {
  test.each<[string, UpdateReport]>([
    ['of a run', SUMMARY],
    ['of a dry run that was stopped', { ...DRY, stopped: 'the time is over', diff: DIFF }],
    ['of a dry run without git', DRY],
    [
      'of a run that observed nothing',
      { ...SUMMARY, sources: [{ ...QUIET, unchanged: 0, failed: files(1, () => 'it answers 503') }] },
    ],
    ['of many failures, of which only the first are listed', failing(...files(25, (index) => `no ${index}`))],
    [
      'of files that failed for the same reason, which share a line after what is the cause',
      failing(
        { path: 'https://example.org/', reason: 'the connection was refused' },
        ...files(132, () => 'it answers 503'),
        { path: 'g', reason: 'it answers 401' },
      ),
    ],
  ])('%s', (_, report) => {
    expect(`\n${updateAsText(report)}\n${updateAsMarkdown(report)}`).toMatchSnapshot();
    const json = updateAsJson(report);
    expect(JSON.parse(json)).toEqual(report);
    expect(validators.update(JSON.parse(json)), JSON.stringify(validators.update.errors)).toBe(true);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys them
    expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});
