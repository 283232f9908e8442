import { expect, test } from 'vitest';
import { isServedList, readServedJson } from '../../../../../commands/upstream/import/service/read-served.ts';

const PAGE = { problem: 'it is a web page', isMissing: true };

test.each([
  ['[1]', { value: [1] }],
  ['\ufeff[]', { value: [] }],
  ['{}', { problem: 'it is not a list' }],
  ['x', { problem: 'it is not JSON' }],
  ['['.repeat(40), { problem: 'it is nested more than 32 levels deep' }],
  ['<!doctype html><p>', PAGE],
  // The scripts of a page are nested, too.
  [`<html><script>${'{'.repeat(40)}`, PAGE],
])('%j is a list, or has a problem', (text, read) => {
  expect(readServedJson(Buffer.from(text), isServedList, 'a list')).toEqual(read);
});
