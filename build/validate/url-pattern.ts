/** Why a urlPattern is refused: every wrong piece of it, not just the first. */
import { closestTo } from '../text/closest.ts';
import { oddCharacter, schemeProblem } from './characters.ts';
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

/** What is found elsewhere and cannot be written here, with what it stands for, where it stands for one of ours. */
const IMPOSSIBLE: readonly { readonly name: RegExp; readonly mend: string; readonly stead: readonly string[] }[] = [
  { name: /^-y$/, mend: 'rows counted from the south (TMS) cannot be asked for', stead: ['tiley'] },
  { name: /^r$|^ratio$|^@2x$/i, mend: 'leave it out, or write @2x', stead: [] },
  { name: /^bbox/i, mend: 'a WMS cannot be asked for tiles', stead: ['zoom', 'tilex', 'tiley'] },
  { name: /^q(?:uadkey)?$/i, mend: 'tiles named by a quadkey cannot be asked for', stead: ['zoom', 'tilex', 'tiley'] },
  { name: /key|token/i, mend: `an access token is written like \${EXAMPLE_API_KEY}`, stead: [] },
];

/** The pieces between `#{`, `${` or `{` and the next `}`; and `$z`, as some programs write it. */
const PIECE = /([#$]?)\{([^{}]*)\}|\$([sxyz])(?![A-Za-z0-9_])/g;

/** A piece that is opened and not closed, up to where it might have ended. */
const UNCLOSED = /[#$]?\{([A-Za-z]*)/;

/** The reasons why a text is not usable as a urlPattern. */
export function explainUrlPattern(text: string): Reason[] {
  const reasons: Reason[] = [];
  const meant = new Set<string>();
  for (const [piece, sign, inside, letter] of text.matchAll(PIECE)) {
    const name = inside ?? letter ?? '';
    if (sign === '#' && KNOWN.includes(name)) meant.add(name);
    else if (sign === '$' && /^[A-Z0-9_]{3,}$/.test(name)) {
      if (!/^[A-Z][A-Z0-9_]*_(?:KEY|TOKEN)$/.test(name)) {
        reasons.push({ code: 'bad-token-name', details: { found: piece } });
      }
    } else {
      const { mend, stead } = instead(name);
      for (const placeholder of stead) meant.add(placeholder);
      reasons.push({ code: 'unknown-placeholder', details: { found: piece, mend } });
    }
  }
  const rest = text.replaceAll(PIECE, '0');
  const why = addressProblem(rest);
  if (why) reasons.push({ code: 'bad-pattern', details: { why } });
  // What is opened and not closed is not missing as well.
  const opened = placeholderFor(UNCLOSED.exec(rest)?.[1] ?? '');
  if (opened) meant.add(opened);
  const missing = REQUIRED.filter((name) => !meant.has(name)).map((name) => `#{${name}}`);
  if (missing.length > 0) reasons.push({ code: 'missing-placeholder', details: { missing } });
  return reasons;
}

/** What to write in place of an unknown name, and which placeholders it stands for. */
function instead(name: string): { mend: string | null; stead: readonly string[] } {
  const impossible = IMPOSSIBLE.find((entry) => entry.name.test(name));
  if (impossible) return impossible;
  const placeholder = placeholderFor(name);
  return placeholder ? { mend: `write #{${placeholder}}`, stead: [placeholder] } : { mend: null, stead: [] };
}

function placeholderFor(name: string): string | null {
  const word = name.split(':')[0] as string;
  const key = word.toLowerCase();
  return Object.hasOwn(ELSEWHERE, key) ? (ELSEWHERE[key] as string) : closestTo(word, KNOWN);
}

function addressProblem(text: string): string | null {
  const scheme = schemeProblem(text);
  if (scheme) return scheme;
  if (/^https?:\/\/[^/?]*@/.test(text)) return 'leave out the user name and password';
  if (text.includes('`')) return 'a backtick (`) is dropped by map programs';
  if (text.includes('<ACCESS_TOKEN>')) {
    return `in place of <ACCESS_TOKEN>, name the variable that holds the token, like \${EXAMPLE_API_KEY}`;
  }
  const unclosed = UNCLOSED.exec(text);
  if (unclosed) return `${unclosed[0]} is opened and not closed with }`;
  const odd = oddCharacter(text, /[\s\p{Cc}\p{Cs}\uFFFE\uFFFF"<>\\^{|}#$]/u);
  return odd ?? (/^https?:\/\/$/.test(text) ? 'nothing stands behind the //' : null);
}
