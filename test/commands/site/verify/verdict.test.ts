import { describe, expect, test } from 'vitest';
import { formatReport, type Verdict, withKnown } from '../../../../commands/site/verify/verdict.ts';

const PAGE = 'https://git.example.org/cartalog/interface.md';

const verdict = (
  id: string,
  section: Verdict['check']['section'],
  problems: string[] = [],
  requestCount = 2,
): Verdict => ({
  check: { id, section, says: `Statement of ${id}` },
  result: requestCount === 0 ? 'not applicable' : problems.length === 0 ? 'holds' : 'fails',
  problems,
  remarks: [],
  problemCount: problems.length,
  requestCount,
});

const VERDICTS = [
  verdict('xml', 'XML'),
  verdict('etag', 'Caching', ['GET /v1/: ETag: (missing)']),
  verdict('expires', 'Caching', [], 0),
  verdict('many', 'XML', ['a', 'b', 'c', 'd', 'e', 'f', 'g']),
];

describe('formatReport', () => {
  test('prints the checks by section, then the failures, the cause and the counts', () => {
    expect(formatReport({ verdicts: VERDICTS, cause: 'Cause: this. Fix: that.', known: null, page: PAGE })).toBe(`\
XML: ${PAGE}#xml
ok     xml      Statement of xml
FAILS  many     Statement of many

Caching: ${PAGE}#caching
FAILS  etag     Statement of etag
n/a    expires  Statement of expires

Failures

XML: ${PAGE}#xml
FAILS  many     Statement of many
       a
       b
       c
       d
       e
       … and 2 more

Caching: ${PAGE}#caching
FAILS  etag     Statement of etag
       GET /v1/: ETag: (missing)

Cause: this. Fix: that.

1 hold, 2 fail, 1 not applicable (6 requests)
`);
  });

  test('prints remarks before the failures, and fails for none of them', () => {
    const withRemarks = {
      ...verdict('xml-valid', 'Desktop client'),
      remarks: ['has no box\u001b', 'b', 'c', 'd', 'e', 'f'],
    };
    expect(formatReport({ verdicts: [withRemarks], cause: null, known: null, page: PAGE })).toBe(`\
Desktop client: ${PAGE}#desktop-client
ok     xml-valid  Statement of xml-valid

Remarks (not failures)

Desktop client: ${PAGE}#desktop-client
Statement of xml-valid
       has no box\\u001b
       b
       c
       d
       e
       … and 1 more

1 hold, 0 fail, 0 not applicable, 6 remarks (2 requests)
`);
  });

  test('counts what a host is known not to keep apart', () => {
    const verdicts = withKnown(VERDICTS.slice(0, 2), ['etag', 'xml']);
    expect(formatReport({ verdicts, cause: null, known: 'Known on nginx.', page: PAGE })).toBe(`\
XML: ${PAGE}#xml
ok     xml   Statement of xml

Caching: ${PAGE}#caching
known  etag  Statement of etag

Known on nginx.

1 hold, 0 fail, 1 known, 0 not applicable (4 requests)
`);
  });
});
