/** Keys are looked for in time. */
import { test } from 'vitest';
import { pastedKeysIn, withoutPastedKeys } from '../../../build/tile-url/secrets.ts';
import { HANGS, inTime } from '../../support/in-time.ts';

test('a long line is masked in linear time', HANGS, () =>
  inTime(() => {
    withoutPastedKeys(`https://a.org/${'?'.repeat(1_000_000)}`);
    withoutPastedKeys(`https://a.org/?${'key=ab&'.repeat(100_000)}`);
    withoutPastedKeys('https://a'.repeat(100_000));
    for (const part of ['key={', 'a:', 'key: ', '%25', 'Basic ', 'a-', '\\\\', ':@', '"', 'a1'])
      withoutPastedKeys(part.repeat(100_000));
    pastedKeysIn(`https://a.org/?key=${'basemaps'.repeat(100_000)}`);
  }),
);
