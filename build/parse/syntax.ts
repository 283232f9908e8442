/** The reasons js-yaml gives for a syntax error, in the words of an editor. */

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/tab characters/, 'a tab is used to indent; use spaces'],
  [/null byte/, 'a NUL byte stands here; the file may be damaged or not text'],
  [/non-printable/, 'a control character stands here; remove it'],
  [/double quoted scalar/, 'a " is opened and not closed'],
  [/single quoted scalar/, "a ' is opened and not closed"],
  [/within a flow collection/, 'a [ or { is opened and not closed'],
  [/missed comma/, 'a comma is missing between two items'],
  [/found ','/, 'an item is missing before the comma'],
  [/unknown escape sequence/, 'no such escape in double quotes; write \\\\ for a backslash'],
  [/name of an anchor/, 'a value that begins with & must stand in quotes'],
  [/name of an alias/, 'a value that begins with * must stand in quotes'],
  [/line break is expected/, 'behind | or > the text begins on the next line; or put the value in quotes'],
  [/multiline key|implicit key/, 'a key must stand on one line; does the line above lack its colon?'],
  [/can not read/, 'this line is neither "key: value" nor "- item"'],
];

const CONFLICT = /^(?:<{7}|>{7})(?=\s|$)/m;

/**
 * @param reason what js-yaml says
 * @param at where it says so
 * @returns the reason, and where to look
 */
export function explainSyntax(reason: string, text: string, at: number): { start: number; reason: string } {
  const conflict = text.search(CONFLICT);
  if (conflict !== -1) return { start: conflict, reason: 'a merge conflict is not resolved here' };
  // At the end of the file there is nothing to see: the last line with content is shown.
  const start = text.slice(at).trim() === '' ? Math.max(0, text.trimEnd().length - 1) : at;
  return { start, reason: reasonAt(reason, text, at) };
}

function reasonAt(reason: string, text: string, at: number): string {
  if (/deficient indentation/.test(reason)) return unclosedReason(text, at);
  if (/document separator is expected/.test(reason)) return strayReason(text, at);
  if (/indentation of a mapping entry/.test(reason)) return indentationReason(text, at);
  return REASONS.find(([expression]) => expression.test(reason))?.[1] ?? reason;
}

function unclosedReason(text: string, at: number): string {
  // js-yaml cannot tell how deep a line with a tab in it is.
  if (text.slice(text.lastIndexOf('\n', at - 1) + 1, at).includes('\t')) return 'a tab stands on this line; use spaces';
  const above = text.slice(0, at).trimEnd();
  const isCommented = /\s#/.test(above.slice(above.lastIndexOf('\n') + 1));
  return isCommented
    ? 'a bracket, brace or quote is opened and not closed; behind a space, # begins a comment, which may hide the end'
    : 'a bracket, brace or quote is opened and not closed';
}

function strayReason(text: string, at: number): string {
  const character = text[at] ?? '';
  if (/[\]}]/.test(character)) return `this ${character} closes nothing; remove it`;
  return 'this line does not continue what stands above; look at the indentation';
}

/** js-yaml says "bad indentation" of whatever it finds where the value of a key should be. */
function indentationReason(text: string, at: number): string {
  const character = text[at] ?? '';
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  if (/[\]}]/.test(character)) return `this ${character} closes nothing; remove it, or put the value in quotes`;
  if (/[@`%|>]/.test(character)) return `a value that begins with ${character} must stand in quotes`;
  if (character === ':' && before.includes(': ')) return 'a second colon on the line; put the value in quotes';
  if (character === '-') return 'a list begins on a line of its own, below its key';
  return 'the indentation does not fit the lines above, or a value needs quotes';
}
