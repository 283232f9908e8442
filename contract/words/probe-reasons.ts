/** Why a map does not work, from `probe`: codes with arguments, which become words when printed. */
import type { Language } from '../base/languages.ts';
import { shortenedText, withThousands } from '../base/text.ts';
import data from './probe-reasons.json' with { type: 'json' };

export type ReasonCode = keyof typeof data;

/** Arguments may be reasons. `said` is for a sentence without a code, such as the network's. */
export type CodedReason = [code: ReasonCode, ...args: (string | number | CodedReason)[]];

/** Other versions have other codes, or a sentence. */
type KeptReason = string | readonly unknown[];

/** `{0}` is an argument, `{0|tile|tiles}` a number with its noun. */
const TEMPLATES: Readonly<Record<string, Readonly<Partial<Record<Language, string>>>>> = data;

/** `probe` nests less deeply; a hostile history may not. */
const MAX_DEPTH = 20;

/** Pages and addresses of new issues repeat it. */
const MAX_CHARACTERS = 200;

export class ReasonError extends Error {
  readonly reason: CodedReason;

  constructor(reason: CodedReason | string, cause?: unknown) {
    const coded: CodedReason = typeof reason === 'string' ? ['said', reason] : reason;
    super(englishOf(coded), { cause });
    this.reason = coded;
  }
}

export function englishOf(reason: CodedReason): string {
  return worded(reason, 'en') as string;
}

/** `said` if no code has the sentence. @param argument that the sentence may contain */
export function reasonOf(sentence: string, argument: string): CodedReason {
  const template = sentence.replace(argument, '{0}');
  const code = (Object.keys(data) as ReasonCode[]).find((one) => TEMPLATES[one]?.en === template);
  return code ? [code, ...(template === sentence ? [] : [argument])] : ['said', sentence];
}

/** Null if a part has no words in the language; never in English. Ends without a full stop. */
export function reasonInWords(reason: KeptReason, language: Language): string | null {
  const words = typeof reason !== 'string' ? worded(reason, language) : language === 'en' ? reason : null;
  return words && shortenedText(words, MAX_CHARACTERS);
}

function worded([code, ...args]: readonly unknown[], language: Language, depth = 0): string | null {
  const values = args.map((arg) => {
    if (!Array.isArray(arg)) return arg;
    return depth < MAX_DEPTH ? worded(arg, language, depth + 1) : '…';
  });
  const known = Object.hasOwn(TEMPLATES, String(code)) ? TEMPLATES[String(code)]?.[language] : undefined;
  // A newer version may have more codes.
  const template = known ?? (language === 'en' ? [code, ...args.map((_, index) => `{${index}}`)].join(' ') : null);
  if (template === null || values.includes(null)) return null;
  return template.replace(/\{(\d)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, index: string, one?: string, more?: string) => {
    const value = values[Number(index)];
    const text = typeof value === 'number' ? numberIn(language, value) : String(value);
    return one === undefined ? text : `${text} ${value === 1 ? one : more}`;
  });
}

function numberIn(language: Language, value: number): string {
  const number = withThousands(value);
  return language === 'de' ? number.replaceAll(',', '.') : number;
}
