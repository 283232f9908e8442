/** The limits in messages are those of `contract/limits.ts`. */
import { expect, test } from 'vitest';
import { diagnostic, messageOf } from '../../../build/diagnostics/diagnostic.ts';
import { STAGE_PROBLEMS } from '../../../build/diagnostics/messages.ts';
import { SITE_PROBLEMS, siteDiagnostic } from '../../../build/render/host-limits.ts';
import { HOSTS } from '../../../contract/hosts.ts';
import { INPUT_LIMITS, mebibytes } from '../../../contract/limits.ts';
import { withThousands } from '../../../contract/text.ts';

const FILE = 'site.yaml';
const { fileBytes, files, headerRules, headerLine } = HOSTS.pages.limits;

test.each([
  [diagnostic('file-too-large', FILE, null, { size: 101 }), `${mebibytes(INPUT_LIMITS.fileBytes)} MiB`],
  [diagnostic('too-deep', FILE, null, null), `${INPUT_LIMITS.depth} levels`],
  [siteDiagnostic('document-too-large', FILE, null, { document: 'x', size: '26.1', limit: 25 }), '25 MiB'],
  [
    siteDiagnostic('too-many-files', FILE, null, { count: 30_000, largest: FILE, limit: 20_000, forPages: 1 }),
    '20,000',
  ],
  [
    siteDiagnostic('too-many-files', FILE, null, { count: 3, largest: FILE, limit: 2, forPages: 2_000 }),
    '; 2,000 of them',
  ],
  [siteDiagnostic('too-many-header-rules', FILE, null, { count: 110, limit: 100 }), 'accepts 100)'],
  [siteDiagnostic('header-line-too-long', FILE, null, { length: 3_000, limit: 2_000 }), '2,000'],
])('%j names its limit', (problem, limit) => {
  expect(messageOf(problem, '')).toContain(limit);
});

test.each([
  ['bad-file-name', `at most ${INPUT_LIMITS.nameLength}`],
  ['document-too-large', `${mebibytes(fileBytes ?? 0)} MiB`],
  ['too-many-files', withThousands(files ?? 0)],
  ['too-many-header-rules', `at most ${headerRules} `],
  ['header-line-too-long', withThousands(headerLine ?? 0)],
] as const)('the explanation of %s names its limit', (code, limit) => {
  expect({ ...STAGE_PROBLEMS, ...SITE_PROBLEMS }[code].meaning).toContain(limit);
});
