import { INPUT_LIMITS } from '../../contract/base/limits.ts';
import { searchableText } from '../../contract/words/search-text.ts';

const GOOD_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function fileNameProblem(name: string): string | null {
  if (name.length > INPUT_LIMITS.nameLength) return `it is longer than ${INPUT_LIMITS.nameLength} characters`;
  if (!GOOD_NAME.test(name)) return `use lower-case letters, digits and single hyphens${likeName(name)}`;
  if (/^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/.test(name)) return 'Windows reserves it';
  return null;
}

/** Ends a sentence; empty if the name would lose letters. */
function likeName(name: string): string {
  const like = name
    .toLowerCase()
    .replace(/[\s_.-]+/g, '-')
    .replace(/^-|-$/g, '');
  // It may be an access key, which is not repeated.
  const mayBeKey = /[a-z0-9]{20}/i.test(name) && /\d/.test(name);
  return GOOD_NAME.test(like) && !mayBeKey ? `, like ${like}` : '';
}

/** Empty if no character can be written in ASCII. */
export function fileNameFor(label: string): string {
  const name = searchableText(label)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, INPUT_LIMITS.nameLength)
    .replace(/^-|-$/g, '');
  return /[a-z]/.test(name) || !/\p{L}/u.test(label) ? name : '';
}
