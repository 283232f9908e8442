import { expect, test } from 'vitest';
import type { Finding } from '../../../build/report/findings.ts';
import { annotation, findingsAsAnnotations } from '../../../build/report/print.ts';

const FINDING: Finding = {
  file: 'mapservers/one.yaml',
  line: 6,
  column: 13,
  endColumn: 20,
  lineText: 'urlPattern: {z}',
  severity: 'error',
  code: 'unknown-placeholder',
  message: 'No',
};

const CASES: [what: string, finding: Partial<Finding>, line: string][] = [
  ['a place', {}, '::error file=c/mapservers/one.yaml,line=6,col=13,endColumn=20,title=unknown-placeholder::No'],
  [
    'a warning',
    { severity: 'warning', line: 1 },
    '::warning file=c/mapservers/one.yaml,line=1,col=13,endColumn=20,title=unknown-placeholder::No',
  ],
  ['a whole file', { lineText: null }, '::error file=c/mapservers/one.yaml,title=unknown-placeholder::No'],
  [
    'a message that could end the command or begin another',
    { message: '100%: a, b\r\n::error::x' },
    '::error file=c/mapservers/one.yaml,line=6,col=13,endColumn=20,title=unknown-placeholder::100%25: a, b%0D%0A::error::x',
  ],
  [
    'a path with the separators of properties',
    { file: 'a,b:c%d\n.yaml', lineText: null },
    '::error file=c/a%2Cb%3Ac%25d%0A.yaml,title=unknown-placeholder::No',
  ],
  [
    'an escape in the catalog',
    { message: '%0A stays' },
    '::error file=c/mapservers/one.yaml,line=6,col=13,endColumn=20,title=unknown-placeholder::%250A stays',
  ],
];

test.each(CASES)('%s', (_, finding, line) => {
  expect(findingsAsAnnotations([{ ...FINDING, ...finding }], 'c/')).toBe(`${line}\n`);
});

test('without a file', () => {
  expect(annotation('error', { title: 'Older errors' }, 'Two')).toBe('::error title=Older errors::Two\n');
});
