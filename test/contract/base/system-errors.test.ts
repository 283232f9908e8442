import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  connectionHintOf,
  describeSystemError,
  isLastingError,
  systemCode,
} from '../../../contract/base/system-errors.ts';

const withCode = (code: unknown): Error => Object.assign(new Error('at /home/somebody/secret'), { code });

test.each([
  [withCode('ENOSPC'), 'ENOSPC'],
  [withCode('wrong-key'), null],
  [withCode(7), null],
  ['ENOSPC', null],
  [null, null],
])('the code of %o is %j', (error, code) => expect(systemCode(error)).toBe(code));

test.each([
  ['ENOSPC', 'the disk is full', false],
  ['EUNHEARDOF', 'EUNHEARDOF', false],
  ['ECONNRESET', 'the connection was closed', false],
  ['ENOTFOUND', 'its name is not known', true],
  ['CERT_HAS_EXPIRED', 'its certificate is not accepted (CERT_HAS_EXPIRED)', true],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the TLS connection failed', true],
  ['HPE_HEADER_OVERFLOW', 'the headers of the answer are too long', true],
  ['Z_DATA_ERROR', 'the answer cannot be decompressed', true],
  ['HPE_INVALID_CONSTANT', 'it does not answer with HTTP', true],
])('%s is described as: %s; is lasting: %s', (code, text, isLasting) => {
  expect([describeSystemError(withCode(code)), isLastingError(withCode(code))]).toEqual([text, isLasting]);
});

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', true],
  ['SELF_SIGNED_CERT_IN_CHAIN', true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', true],
  ['UNABLE_TO_DECRYPT_CERT_SIGNATURE', false],
  ['CERT_HAS_EXPIRED', false],
  ['ECONNREFUSED', false],
])('%s has a hint: %s', (code, hasHint) => {
  expect(connectionHintOf(withCode(code)).includes('NODE_EXTRA_CA_CERTS=FILE')).toBe(hasHint);
});

test('where something is created, the folder around it exists', () => {
  const missing = withCode('ENOENT');
  expect(describeSystemError(missing)).toBe('it does not exist');
  expect(describeSystemError(missing, 'creating')).toBe('no folder can be created there');
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
