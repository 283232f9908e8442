/** A template as text and placeholders, whatever program it was written for. */

/** Text that stands as it is, or a placeholder with what is between its braces. */
export type Piece = { readonly text: string } | { readonly found: string; readonly name: string };

/** `#{z}`, `${z}`, `{$z}`, `{{z}}`, `{z}`, `$z`, `%1$d`, `%d` and `<your key>`. A percent-encoded byte is not one. */
const PLACEHOLDER =
  /[#$]\{([^{}]*)\}|\{\{([^{}]*)\}\}|\{\$?([^{}]*)\}|\$(zoom|quadkey|[zxyqs])(?![a-z0-9_])|%([1-3])\$[ds]|(%d)(?![0-9a-f])|<([^<>]*(?:key|token)[^<>]*)>/gi;

/** The order in which numbered arguments are taken: that of the examples for Android. */
const NUMBERED = ['zoom', 'x', 'y'];

/** Takes a template apart. */
export function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  let counted = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    const [found, signed, doubled, plain, dollar, numbered, next, angled] = match;
    if (match.index > end) pieces.push({ text: template.slice(end, match.index) });
    end = match.index + found.length;
    const index = numbered ? Number(numbered) - 1 : next ? counted++ : null;
    const words = angled && (/token/i.test(angled) ? 'access_token' : 'api_key');
    const named = signed ?? doubled ?? plain ?? dollar ?? words ?? '';
    pieces.push({ found, name: index === null ? named : (NUMBERED[index] ?? found) });
  }
  if (end < template.length) pieces.push({ text: template.slice(end) });
  return pieces;
}

/** Whether a template counts its placeholders instead of naming them. */
export function isNumbered(template: string): boolean {
  return /%[1-3]\$[ds]|%d(?![0-9a-f])|\{[012]\}/i.test(template);
}
