import { expect, test } from 'vitest';
import { noticeOf, packageFolder } from '../../../scripts/compile/notices.ts';

test.each([
  ['commands/main.ts', null],
  ['node_modules/commander/lib/help.js', 'node_modules/commander'],
  ['node_modules/@clack/core/dist/index.mjs', 'node_modules/@clack/core'],
  ['node_modules/a/node_modules/@b/c/x.js', 'node_modules/a/node_modules/@b/c'],
  ['../node_modules/a/index.js', '../node_modules/a'],
])('%s belongs to %s', (path, name) => {
  expect(packageFolder(path)).toBe(name);
});

test('a notice has each licence, and the terms of single files', () => {
  const terms = '/*\n   Copyright 2011 Somebody\n*/';
  const notice = noticeOf([
    { name: 'a', version: '1.0.0', licence: 'MIT', text: '\nMIT Licence\n', sources: ['/* how it works */ x()'] },
    { name: 'b', version: '2.0.0', licence: 'BSD', text: 'BSD text', sources: [`${terms}\nx()`, `${terms}\ny()`] },
  ]);
  expect(notice.split(/\n-{80}\n/).slice(1)).toEqual([
    '\na 1.0.0 (MIT)\n\nMIT Licence\n',
    `\nb 2.0.0 (BSD)\n\nBSD text\n\n${terms}\n`,
  ]);
});
