/** Why a map does not work, as `probe` finds it: codes with arguments, which become words only when they are printed. */
import type { Language } from '../base/languages.ts';
import { shortenedText, withThousands } from '../base/text.ts';
import data from './probe-reasons.json' with { type: 'json' };

/** A code of `probe-reasons.json`. */
export type ReasonCode = keyof typeof data;

/** A code with its arguments, which may be reasons too. What has no code, such as a text of the network, is `said`. */
export type CodedReason = [code: ReasonCode, ...args: (string | number | CodedReason)[]];

/** A reason as a history has it: one of any version of this program, or a sentence of one without codes. */
type KeptReason = string | readonly unknown[];

/** `{0}` is an argument, and `{0|tile|tiles}` a number with its noun. */
const TEMPLATES: Readonly<Record<string, Readonly<Partial<Record<Language, string>>>>> = data;

/** More reasons inside each other than `probe` writes. */
const DEEPEST = 20;

/** In characters. Pages and the addresses of new issues repeat it. */
const LONGEST = 200;

/** An error whose message is a reason in English. */
export class ReasonError extends Error {
  readonly reason: CodedReason;

  constructor(reason: CodedReason | string, cause?: unknown) {
    const coded: CodedReason = typeof reason === 'string' ? ['said', reason] : reason;
    super(englishOf(coded), { cause });
    this.reason = coded;
  }
}

/** A reason as an English sentence without a full stop. */
export function englishOf(reason: CodedReason): string {
  return worded(reason, 'en') as string;
}

/** The reason with an English sentence, which may have an argument in it; what has no code is `said`. */
export function reasonOf(sentence: string, argument: string): CodedReason {
  const template = sentence.replace(argument, '{0}');
  const code = (Object.keys(data) as ReasonCode[]).find((one) => TEMPLATES[one]?.en === template);
  return code ? [code, ...(template === sentence ? [] : [argument])] : ['said', sentence];
}

/** A reason for people, without a full stop; null if a part of it has no words in their language. All have in English. */
export function reasonInWords(reason: KeptReason, language: Language): string | null {
  const words = typeof reason !== 'string' ? worded(reason, language) : language === 'en' ? reason : null;
  return words && shortenedText(words, LONGEST);
}

function worded([code, ...args]: readonly unknown[], language: Language, depth = 0): string | null {
  const values = args.map((arg) => {
    if (!Array.isArray(arg)) return arg;
    return depth < DEEPEST ? worded(arg, language, depth + 1) : '…';
  });
  const known = Object.hasOwn(TEMPLATES, String(code)) ? TEMPLATES[String(code)]?.[language] : undefined;
  // A newer version may know more codes.
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
