import { expect, test } from 'vitest';
import { outOfForm, renamed, withEverythingChanged, withFault } from '../../../scripts/bench/edits.ts';

const SHA1 = 'A'.repeat(40);
const FILES = `a.zip:\n  checksums:\n    - { lastModified: 2015-01-01T10:28:53Z, contentLength: 42, sha1: "${SHA1}" }\n`;

test.each([
  ['another name', renamed('id: A\nname: B\nhosts: []\n', 'C'), 'id: A\nname: C\nhosts: []\n'],
  ['a digit that is none', withFault(FILES.repeat(4)), FILES.repeat(3) + FILES.replace('"A', '"g')],
  [
    'another order and other spaces',
    outOfForm(FILES),
    `a.zip:\n  checksums:\n    - { sha1: "${SHA1}",  contentLength: 42, lastModified: 2015-01-01T10:28:53Z }\n`,
  ],
  ['other lengths', withEverythingChanged(FILES), FILES.replace('42', '142')],
  ['other names', withEverythingChanged('id: 7\nname: B\n'), 'id: 7\nname: New B\n'],
  [
    'names of categories, but not of the root',
    withEverythingChanged('- { id: 1, name: "" }\n- { id: 2, name: B }\n'),
    '- { id: 1, name: "" }\n- { id: 2, name: New B }\n',
  ],
])('%s', (_, edited, expected) => {
  expect(edited).toBe(expected);
});
