import { expect, test } from 'vitest';
import { parseHeaderRules } from '../../../contract/interface/header-rules.ts';

test.each<[name: string, file: string, rules: string[], faults?: string[]]>([
  ['nothing', '# x\n\n', []],
  ['one of each', '/a\n  ! Allow\n  Allow: GET, HEAD\n', ['/a -Allow Allow=GET, HEAD']],
  ['carriage returns', '/a\r\n  X: 1\r\n', ['/a X=1']],
  ['a header twice', '/a\n  Link: <b>\n  Link: <c>\n', ['/a Link=<b> Link=<c>']],
  ['a host', 'https://a.example.org/*\n  X : a:b\n', ['https://a.example.org/* X=a:b']],
  ['a path twice', '/a\n  X: 1\n/b\n  X: 2\n/a\n  X: 3\n', ['/a X=1', '/b X=2', '/a X=3']],
  ['a line in no rule', 'X: 1\n/a\n  X: 1\n', ['/a X=1'], ['1: a rule begins with a path, such as /about.html']],
  [
    'what Cloudflare leaves out',
    '/a\n/b\n  X:\n  Y: 1\nhttp://c/\n',
    ['/a', '/b Y=1', 'http://c/'],
    [
      '1: no header follows this path',
      '3: write "Name: value", or "! Name" to take a header away',
      '5: a path begins with / or https://',
      '5: no header follows this path',
    ],
  ],
])('%s', (_, file, rules, faults = []) => {
  const parsed = parseHeaderRules(file);
  const lines = parsed.rules.map(({ path, set, removed }) =>
    [path, ...removed.map((name) => `-${name}`), ...set.map(([name, value]) => `${name}=${value}`)].join(' '),
  );
  expect(lines).toEqual(rules);
  expect(parsed.faults.map(({ line, why }) => `${line}: ${why}`)).toEqual(faults);
});
