/** What single keywords of the schemas report. */
import type { ErrorObject } from 'ajv';
import { expect, test } from 'vitest';
import { schemaFaultsOf } from '../../../build/validate/schema-faults.ts';

test('a keyword that allows one value names it', () => {
  const error = { keyword: 'const', instancePath: '/overlay', data: false, params: { allowedValue: true } };
  expect(schemaFaultsOf(error as unknown as ErrorObject)).toEqual([
    {
      path: ['overlay'],
      on: 'value',
      reasons: [{ code: 'not-allowed', details: { allowed: ['true'], suggestion: null } }],
    },
  ]);
});
