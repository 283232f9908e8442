/** The sentences of `probe` about maps in German, only for builds. Histories and documents have them in English. */
import { wordsOfTypes } from '../../map-types/all-types.ts';
import data from './reasons-de.json' with { type: 'json' };

/** Sentences in English and German; `{names}` stand for one of the words of that name, for another sentence, or for a value. */
const SENTENCES: Readonly<Record<string, string>> = { ...data.sentences, ...wordsOfTypes('reasons') };
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...data.words,
  wanted: { ...data.words.wanted, ...wordsOfTypes('wanted') },
};

/** What values are; all others are one word or number. */
const VALUES: Readonly<Record<string, string>> = { reason: '.*', name: '.*', size: '\\d+ × \\d+' };

const RULES = Object.entries(SENTENCES).map(([english, german]) => {
  const pattern = english.replace(/[.()]/g, '\\$&').replace(/\{(\w+)\}/g, (_, name: string) => {
    return `(?<${name}>${WORDS[name] ? Object.keys(WORDS[name]).join('|') : (VALUES[name] ?? '[\\w.,:-]+')})`;
  });
  return { pattern: new RegExp(`^${pattern}$`), german };
});

/** A reason of `probe` in German, as a sentence without full stop; null if it is unknown, such as what the network said. */
export function germanReason(reason: string): string | null {
  const clauses = reason.split('; ').map(germanClause);
  return clauses.includes(null) ? null : clauses.join('; ');
}

function germanClause(clause: string): string | null {
  if (Object.hasOwn(SENTENCES, clause)) return SENTENCES[clause] as string;
  for (const { pattern, german } of RULES) {
    const values = Object.entries(pattern.exec(clause)?.groups ?? {}).map(([name, value]) => {
      const word =
        name === 'reason'
          ? germanClause(value)
          : (WORDS[name]?.[value] ?? (/^[\d,]+$/.test(value) ? value.replaceAll(',', '.') : value));
      return [name, word] as const;
    });
    if (values.length > 0 && values.every(([, word]) => word !== null))
      return values.reduce((text, [name, word]) => text.replace(`{${name}}`, () => word as string), german);
  }
  return null;
}
