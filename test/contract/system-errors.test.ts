import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeSystemError, systemCode } from '../../contract/system-errors.ts';

const withCode = (code: unknown): Error => Object.assign(new Error('at /home/somebody/secret'), { code });

test.each([
  [withCode('ENOSPC'), 'ENOSPC'],
  [withCode('wrong-key'), null],
  [withCode(7), null],
  ['ENOSPC', null],
  [null, null],
])('the code of %o is %j', (error, code) => {
  expect(systemCode(error)).toBe(code);
});

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EUNHEARDOF', 'EUNHEARDOF'],
])('%s is described as: %s', (code, text) => {
  expect(describeSystemError(withCode(code))).toBe(text);
});

test('an error of the real system is described', () => {
  let error: unknown;
  try {
    readFileSync(import.meta.dirname);
  } catch (thrown) {
    error = thrown;
  }
  expect(describeSystemError(error)).toBe('it is a folder');
});

test('any other error is thrown again', () => {
  const bug = new TypeError('x is not a function');
  expect(() => describeSystemError(bug)).toThrow(bug);
});
