import { codePointOf, shortenedText } from '../../contract/base/text.ts';

/** Characters that look like a space. For character classes, like the next two. */
const SPACES = '\\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000';
/** No script needs them. */
export const INVISIBLE = '\\u00AD\\u061C\\u200B\\u200E\\u200F\\u2060\\uFEFF';

/** YAML reads them as text. */
export const UNSEEN = `${SPACES}${INVISIBLE}`;

const LOOK_ALIKE = new RegExp(`[${UNSEEN}\u2018-\u201F\u2010-\u2015\u2022]`, 'u');

export function nameOfCharacter(character: string): string {
  const code = `(${codePointOf(character)})`;
  if (/[\u00A0\u2007\u202F]/.test(character)) return `a no-break space ${code}, which looks like a space`;
  if (/\p{Zs}/u.test(character)) return `a special space ${code}, which looks like a space`;
  if (/[\p{Cf}\p{Zl}\p{Zp}]/u.test(character)) return `an invisible character ${code}`;
  const name = /\p{Pd}/u.test(character) ? 'dash' : character === '\u2022' ? 'bullet' : 'typographic quote';
  return `the ${name} ${character} ${code}`;
}

export function lookAlikeIn(text: string): string | null {
  const character = LOOK_ALIKE.exec(text)?.[0];
  return character === undefined ? null : `it contains ${nameOfCharacter(character)}; ${adviceFor(character)}`;
}

function adviceFor(character: string): string {
  const quote = plainQuote(character);
  if (quote !== null) return `write a plain ${quote}`;
  return /[\p{Zs}\p{Cf}]/u.test(character) ? 'delete it' : 'write a plain -';
}

export function plainQuote(character: string): string | null {
  if (/[\u2018-\u201B]/.test(character)) return "'";
  return /[\u201C-\u201F]/.test(character) ? '"' : null;
}

export const quoted = (text: string): string => JSON.stringify(shortenedText(text));

export const didYouMean = (suggestion: string | null): string => (suggestion ? `; did you mean ${suggestion}?` : '');

export const alsoInFiles = (others: number): string =>
  others === 0 ? '' : ` (here and in ${others} other ${others === 1 ? 'file' : 'files'})`;

export const shownNamesOf = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more, see --verbose` : names.join(', ');

/** Null if no part is a placeholder, such as `{s}`, `{a-c}` or `{switch:a,b}`, or a range, as in `a-c.example.org`. */
export function hostAdvice(host: string): string | null {
  const [found, name = ''] =
    /[#$]?\{(s|subdomains?|server|switch:[^{}]+|\w+(?:[,|]\w+)+|[a-z0-9]-[a-z0-9])\}/i.exec(host) ??
    /\$(s)(?![a-z0-9_])/i.exec(host) ??
    /(?<=^[a-z]{0,20})(\d-\d)(?=\.)|^([a-z]-[a-z])(?=\.)/.exec(host)?.filter(Boolean) ??
    [];
  if (found === undefined) return null;
  const values = valuesIn(name);
  const names = (values ?? ['a', 'b']).map((value) => host.replace(found, () => value));
  const shown = names.length > 4 ? [...names.slice(0, 2), '…', ...names.slice(-1)] : names;
  return `write a name for each value of ${found}: ${shown.join(', ')}${values ? '' : ' and so on'}`;
}

/** Null if the placeholder does not list its values. */
function valuesIn(name: string): string[] | null {
  const [first, last] = /^.-.$/.test(name) ? [name.charCodeAt(0), name.charCodeAt(2)].sort((a, b) => a - b) : [];
  if (first !== undefined && last !== undefined)
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));
  if (!/^switch:|[,|]/.test(name)) return null;
  const list = name.replace(/^switch:/, '').split(/[,|]/);
  return list.map((value) => value.trim());
}
