import { expect, test } from 'vitest';
import { noticeOf, packageOf } from '../../../scripts/compile/notices.ts';

test.each([
  ['commands/main.ts', null],
  ['node_modules/commander/lib/help.js', 'commander'],
  ['node_modules/@clack/core/dist/index.mjs', '@clack/core'],
  ['node_modules/a/node_modules/@b/c/x.js', '@b/c'],
  ['../node_modules/a/index.js', 'a'],
])('%s belongs to %s', (path, name) => {
  expect(packageOf(path)).toBe(name);
});

test('a permission is said once, and each copyright', () => {
  const mit = (holder: string, permission: string): string =>
    `MIT\n\nCopyright ${holder}\n\nPermission is hereby granted${permission}\n`;
  const packages = [mit('A', ' to\nall.'), mit('B', ' to all.'), mit('C', ' to some.')].map((text, index) => ({
    name: `p${index}`,
    version: '1.0.0',
    licence: 'MIT',
    text,
    sources: [],
  }));
  expect(
    noticeOf(packages)
      .split(/\n-{80}\n/)
      .slice(1),
  ).toEqual([
    '\np0 1.0.0 (MIT)\n\nMIT\n\nCopyright A\n\nPermission is hereby granted to\nall.\n',
    '\np1 1.0.0 (MIT)\n\nMIT\n\nCopyright B\n\n(The permission notice is, word for word, that of p0 above.)\n',
    '\np2 1.0.0 (MIT)\n\nMIT\n\nCopyright C\n\nPermission is hereby granted to some.\n',
  ]);
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
