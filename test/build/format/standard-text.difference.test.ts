import { describe, expect, test } from 'vitest';
import { formDifference } from '../../../build/format/format-file.ts';
import { findingsOf } from '../../../build/report/positions.ts';

const FORM = 'a: 1\n\nb: 2\nc: 3\n';

function differenceOf(text: string, form = FORM): string {
  const [finding] = findingsOf([formDifference('x.yaml', text, form).diagnostic], () => text);
  return `${finding?.line}:${finding?.column} ${finding?.message.replace(/^Not in standard form[;:] /, '')}`;
}

const BYTES = '1:1 line ends, or bytes before the first line, differ';

test.each<[string, string, string]>([
  ['the order of lines', 'b: 2\na: 1\n\nc: 3\n', '1:1 order of keys; write here: a: 1'],
  ['a line too many at the end', `${FORM}\n`, '5:1 delete this line and what follows it'],
  ['no line end at the end', FORM.slice(0, -1), BYTES],
  ['other line ends', FORM.replaceAll('\n', '\r\n'), BYTES],
  ['a byte order mark, which is not part of the text', FORM, BYTES],
  ['other line ends and a line in the middle', 'a: 1\r\n\r\nb:  2\r\nc: 3\r\n', '3:1 write here: b: 2'],
])('%s', (_, text, expected) => expect(differenceOf(text)).toBe(expected));

describe('the lines to write', () => {
  const form = Array.from({ length: 30 }, (_, index) => `k${index}: ${index}\n`).join('');
  test('are those from the difference on, twelve at most', () => {
    const { lines } = formDifference('x.yaml', form.replace('k3: 3', 'k3: 4'), form);
    expect(lines).toHaveLength(12);
    expect(lines[0]).toBe('k3: 3');
    expect(formDifference('x.yaml', form.replace('k29: 29', 'k29: 3'), form).lines).toEqual(['k29: 29']);
  });

  test('are an empty list where lines are only to be removed', () =>
    expect(formDifference('x.yaml', `${form}\n`, form).lines).toEqual([]));
});
