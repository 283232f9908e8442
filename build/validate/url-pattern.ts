/** Why a urlPattern is refused: every wrong piece of it, not just the first. */
import { closestTo } from '../text/closest.ts';
import type { Reason } from './explain.ts';

const REQUIRED = ['host', 'zoom', 'tilex', 'tiley'];
const KNOWN = [...REQUIRED, 'language'];

/** What map programs and libraries elsewhere call the same things. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  s: 'host',
  server: 'host',
  switch: 'host',
  subdomain: 'host',
  z: 'zoom',
  x: 'tilex',
  y: 'tiley',
  lang: 'language',
};

/** The pieces between `#{`, `${` or `{` and the next `}`. */
const PIECE = /([#$]?)\{([^}]*)\}/g;

/** The reasons why a text is not usable as a urlPattern. */
export function explainUrlPattern(text: string): Reason[] {
  const reasons: Reason[] = [];
  const meant = new Set<string>();
  for (const [piece, sign, name = ''] of text.matchAll(PIECE)) {
    if (sign === '#' && KNOWN.includes(name)) meant.add(name);
    else if (sign === '$' && /^[A-Z0-9_]{3,}$/.test(name)) {
      if (!/^[A-Z][A-Z0-9_]*_(?:KEY|TOKEN)$/.test(name)) {
        reasons.push({ code: 'bad-token-name', details: { found: piece } });
      }
    } else {
      const placeholder = placeholderFor(name);
      if (placeholder) meant.add(placeholder);
      const mend = placeholder && `#{${placeholder}}`;
      reasons.push({ code: 'unknown-placeholder', details: { found: piece, mend } });
    }
  }
  const missing = REQUIRED.filter((name) => !meant.has(name)).map((name) => `#{${name}}`);
  if (missing.length > 0) reasons.push({ code: 'missing-placeholder', details: { missing } });
  const why = addressProblem(text.replaceAll(PIECE, '0'));
  if (why) reasons.push({ code: 'bad-pattern', details: { why } });
  return reasons;
}

function placeholderFor(name: string): string | null {
  const word = name.split(':')[0] as string;
  if (word === '-y') return null;
  return ELSEWHERE[word.toLowerCase()] ?? closestTo(word, KNOWN);
}

function addressProblem(text: string): string | null {
  if (!/^https?:\/\//.test(text)) {
    return /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
      ? 'it must begin with https:// or http:// in lower case'
      : 'it does not begin with https:// or http://';
  }
  if (text.includes('`')) return 'a backtick (`) is dropped by map programs';
  if (/\s/.test(text)) return 'it holds a space; write %20';
  const odd = /[\p{Cc}\p{Cs}\uFFFE\uFFFF"<>\\^{|}#$]/u.exec(text);
  return odd ? `${JSON.stringify(odd[0])} cannot stand here` : null;
}
