import { describe, expect, test } from 'vitest';
import { withoutTokens } from '../../../contract/maps/hidden-tokens.ts';

describe('withoutTokens', () => {
  const environment = { MAPS_API_KEY: 'Se+cret/1', OTHER_TOKEN: 'abc', UNSET_KEY: undefined };

  test.each([
    ['as it is in an address', 'key=Se%2Bcret%2F1.', 'key=*************.'],
    ['not encoded', 'Se+cret/1', '*********'],
    ['in other capitals', 'se+CRET/1.example', '*********.example'],
    ['too short to be a secret', 'abc', 'abc'],
  ])('%s', (_, text, masked) => expect(withoutTokens(text, environment)).toBe(masked));
});
