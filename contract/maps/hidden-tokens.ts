import { type Environment, tokenValue } from './placeholders.ts';

/** Shorter tokens are no secrets, and masking them would make texts unreadable. */
const SHORTEST_SECRET = 4;

/** Masks tokens with asterisks, percent-encoded or not, in any case. */
export function withoutTokens(text: string, environment: Environment): string {
  const values = Object.keys(environment).flatMap((name) => {
    const encoded = tokenValue(environment, name);
    return encoded === null ? [] : [encoded, decodeURIComponent(encoded)];
  });
  // The longest first: one token can be part of another.
  return values
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
    .reduce((masked, value) => masked.replace(anyCase(value), '*'.repeat(value.length)), text);
}

/** Host names, for example, become lower case. */
function anyCase(text: string): RegExp {
  return new RegExp(
    text.replace(/[^A-Za-z0-9_]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`),
    'giu',
  );
}
