import { codePointOf } from '../../contract/base/text.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import { INVISIBLE, nameOfCharacter } from './wording.ts';

/** Windows takes these for devices, with any ending: `NUL`, `con.txt`, `sub/aux`. */
const DEVICE = /(?:^|\/)(con(?:in\$|out\$)?|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:[. ][^/]*)?(?:\/|$)/i;

export function windowsDeviceObjection(path: string): string | null {
  const device = DEVICE.exec(path)?.[1];
  return device === undefined ? null : `${device} is the name of a device on Windows`;
}

const { maxLength, pattern } = common.$defs.relativePath;
const PATH = new RegExp(pattern, 'u');

/** Does not check the length, which schemas also limit. */
export function hasPathForm(text: string): boolean {
  return PATH.test(text);
}

export function pathObjection(path: string): string | null {
  // The schema counts code points, which are never more than UTF-16 units.
  if (path.length > maxLength && [...path].length > maxLength) return `it is longer than ${maxLength} characters`;
  return hasPathForm(path) ? windowsDeviceObjection(path) : pathProblem(path);
}

export function pathProblem(path: string): string {
  const odd = unwritableCharacterObjection(path);
  if (odd) return odd;
  if (path.includes('\\')) return 'write / instead of \\';
  if (path.startsWith('/')) return 'it is absolute; leave out the leading /';
  if (/^[A-Za-z]:/.test(path)) return 'it names a drive; write a relative path';
  const special = /[#?:]|%(?:2[ef]|5c)/i.exec(path)?.[0];
  if (special) return `${special} does not survive as part of an address or a file name`;
  const mark = /[\u061C\u200E\u200F]/.exec(path)?.[0];
  if (mark) return `it contains ${codePointOf(mark)}, which is invisible`;
  const segments = path.split('/');
  if (segments.includes('..')) return 'it must not lead upwards with ..';
  if (path.endsWith('/')) return 'leave out the trailing /';
  if (segments.includes('')) return 'it has an empty part (//)';
  if (segments.includes('.')) return 'leave out the . part';
  return 'a part of it ends in a dot or a space, which Windows drops';
}

/** Null if all disks and hosts can have the path. # is allowed: addresses encode it. */
export function diskObjection(path: string): string | null {
  const [odd] = new RegExp(`[":<>|*?\\\\${INVISIBLE}]`).exec(path) ?? [];
  if (odd === undefined) return pathObjection(path.replaceAll('#', '_'));
  return `it contains ${/[ -~]/.test(odd) ? `${odd}, which some systems do not allow in names` : nameOfCharacter(odd)}`;
}

/** Control characters, halves of surrogate pairs, non-characters, line separators, and marks that turn text around. */
const UNWRITABLE = /[\p{Cc}\p{Cs}\uFFFE\uFFFF\u2028-\u202E\u2066-\u2069]/u;

export function unwritableCharacterObjection(text: string): string | null {
  const character = UNWRITABLE.exec(text)?.[0];
  if (character === undefined) return null;
  if (/[\r\n]/.test(character)) return 'it contains a line break';
  if (character === '\t') return 'it contains a tab';
  const code = codePointOf(character);
  if (/[\u2028-\u202E\u2066-\u2069]/.test(character))
    return `it contains ${code}, which ${/\p{Cf}/u.test(character) ? 'turns the text around' : 'ends a line in some programs'}`;
  return /\p{Cc}/u.test(character)
    ? `it contains the control character ${code}`
    : `it contains ${code}, which is not a character`;
}
