import { describe, expect, test } from 'vitest';
import { fillPlaceholders, withoutTokens } from '../../contract/placeholders.ts';

test('a pattern is filled in as map programs do it, and access tokens are left', () => {
  const pattern = 'https://#{host}/#{language}/#{zoom}/#{tilex}/#{tiley}.png?t=#{zoom}&key=${MAPS_API_KEY}';
  const tile = { host: 'a.example.org', zoom: 3, tilex: 1, tiley: 0, language: 'en' };
  expect(fillPlaceholders(pattern, tile)).toBe('https://a.example.org/en/3/1/0.png?t=3&key=${MAPS_API_KEY}');
});

describe('withoutTokens', () => {
  const environment = { MAPS_API_KEY: 'Se+cret/1', OTHER_TOKEN: 'abc', UNSET_KEY: undefined };

  test.each([
    ['as it is in an address', 'key=Se%2Bcret%2F1.', 'key=*************.'],
    ['not encoded', 'Se+cret/1', '*********'],
    ['in other capitals', 'se+CRET/1.example', '*********.example'],
    ['too short to be a secret', 'abc', 'abc'],
  ])('%s', (_, text, masked) => {
    expect(withoutTokens(text, environment)).toBe(masked);
  });
});
