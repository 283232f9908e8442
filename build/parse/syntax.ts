/** The reasons js-yaml gives for a syntax error, in the words of an editor. */

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/tab characters/, 'a tab is used to indent; use spaces'],
  [/null byte/, 'a NUL byte stands here; the file may be damaged or not text'],
  [/non-printable/, 'a control character stands here; remove it'],
  [/double quoted scalar/, 'a " is opened and not closed'],
  [/single quoted scalar/, "a ' is opened and not closed"],
  [/within a flow collection/, 'a [ or { is opened and not closed'],
  [/missed comma/, 'a comma is missing between two items'],
  [/unknown escape sequence/, 'no such escape in double quotes; write \\\\ for a backslash'],
  [/document separator is expected/, 'this line does not continue what stands above; look at the indentation'],
  [/multiline key|implicit key/, 'a key must stand on one line and end in a colon'],
  [/can not read/, 'this line is neither "key: value" nor "- item"'],
];

/**
 * @param reason what js-yaml says
 * @param at where it says so
 */
export function syntaxReason(reason: string, text: string, at: number): string {
  if (/indentation of a mapping entry/.test(reason)) return indentationReason(text, at);
  return REASONS.find(([expression]) => expression.test(reason))?.[1] ?? reason;
}

/** js-yaml says "bad indentation" of whatever it finds where the value of a key should be. */
function indentationReason(text: string, at: number): string {
  const character = text[at] ?? '';
  if ('@`%|>'.includes(character)) return `a value that begins with ${character} must stand in quotes`;
  if (character === ':') return 'a second colon on the line; put the value in quotes';
  if (character === '-') return 'a list begins on a line of its own, below its key';
  return 'the indentation does not fit the lines above, or a value needs quotes';
}
