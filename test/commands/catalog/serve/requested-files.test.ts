import { expect, test } from 'vitest';
import { requestedFiles } from '../../../../commands/catalog/serve/requested-files.ts';

const file = (sha256: string) => ({ content: new Uint8Array(), sha256 });

test('a file is requested once, and given when it is made', async () => {
  const requests: string[] = [];
  const files = requestedFiles(new Map([['_headers', file('known')]]), (path) => requests.push(path));
  expect(files.get('_headers')).toEqual(file('known'));
  const answers = Promise.all(['a', 'b', 'a', 'none'].map((path) => files.get(path)));
  expect(requests).toEqual(['a', 'b', 'none']);
  files.give('a', file('a'));
  files.give('unasked', file('x'));
  expect([files.get('a'), files.get('unasked')]).toEqual([file('a'), file('x')]);
  const all = new Map([
    ['a', file('a')],
    ['b', file('b')],
  ]);
  files.end(all);
  expect(await answers).toEqual([file('a'), file('b'), file('a'), undefined]);
  expect(['b', 'none', '_headers'].map((path) => files.get(path))).toEqual([file('b'), undefined, undefined]);
  expect(requests).toHaveLength(3);
});
