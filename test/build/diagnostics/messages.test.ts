/** The limits in messages are those of `contract/limits.ts`. */
import { expect, test } from 'vitest';
import { diagnostic } from '../../../build/diagnostics/diagnostic.ts';
import { MESSAGES, messageOf } from '../../../build/diagnostics/messages.ts';
import { HOST_LIMITS, INPUT_LIMITS, mebibytes } from '../../../contract/limits.ts';
import { withThousands } from '../../../contract/text.ts';

const FILE = 'site.yaml';
const MESSAGES_WITH_LIMITS = [
  [diagnostic('file-too-large', FILE, null, { size: 101 }), `${mebibytes(INPUT_LIMITS.fileBytes)} MiB`],
  [diagnostic('too-deep', FILE, null, null), `${INPUT_LIMITS.depth} levels`],
  [
    diagnostic('document-too-large', FILE, null, { document: 'x', size: '26.1' }),
    `${mebibytes(HOST_LIMITS.fileBytes)} MiB`,
  ],
  [diagnostic('too-many-files', FILE, null, { count: 30_000, largest: FILE }), withThousands(HOST_LIMITS.files)],
  [diagnostic('too-many-header-rules', FILE, null, { count: 110, what: 'x' }), `takes ${HOST_LIMITS.headerRules};`],
  [diagnostic('header-line-too-long', FILE, null, { length: 3_000 }), withThousands(HOST_LIMITS.headerLine)],
] as const;

test.each(MESSAGES_WITH_LIMITS)('%j names its limit', (problem, limit) => {
  expect(messageOf(problem, '')).toContain(limit);
});

test.each([
  ['bad-file-name', `at most ${INPUT_LIMITS.nameLength}`],
  ['document-too-large', `${mebibytes(HOST_LIMITS.fileBytes)} MiB`],
  ['too-many-files', withThousands(HOST_LIMITS.files)],
  ['too-many-header-rules', `at most ${HOST_LIMITS.headerRules} `],
  ['header-line-too-long', withThousands(HOST_LIMITS.headerLine)],
] as const)('the explanation of %s names its limit', (code, limit) => {
  expect(MESSAGES[code].about).toContain(limit);
});
