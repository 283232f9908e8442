import { describe, expect, test } from 'vitest';
import { formatVerifyReport, type Verdict, withKnownExceptions } from '../../../../commands/site/verify/verdict.ts';

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

describe('formatVerifyReport', () => {
  test('prints the checks by section, then the failures, the cause and the counts', () =>
    expect(
      `\n${formatVerifyReport({ verdicts: VERDICTS, cause: 'Cause: this. Fix: that.', remark: null, page: PAGE })}`,
    ).toMatchSnapshot());

  test('prints remarks before the failures, and fails for none of them', () => {
    const withRemarks = {
      ...verdict('xml-valid', 'Desktop client'),
      remarks: ['has no box\u001b', 'b', 'c', 'd', 'e', 'f'],
    };
    expect(
      `\n${formatVerifyReport({ verdicts: [withRemarks], cause: null, remark: null, page: PAGE })}`,
    ).toMatchSnapshot();
  });

  test('counts what a host is known not to keep apart', () => {
    const verdicts = withKnownExceptions(VERDICTS.slice(0, 2), ['etag', 'xml']);
    expect(
      `\n${formatVerifyReport({ verdicts, cause: null, remark: 'Known on nginx.', page: PAGE })}`,
    ).toMatchSnapshot();
  });
});
