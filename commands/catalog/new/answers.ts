import { firstOfTypes } from '../../../build/map-types/all-types.ts';
import { mapOfAddress } from '../../../build/map-types/map-address.ts';
import type { AddressReading } from '../../../build/map-types/map-type.ts';
import { readSnippet } from '../../../build/map-types/snippet.ts';
import { normalisedAddress } from '../../../build/tile-url/template-pieces.ts';

/** Answers by name of question. */
export type Answers = Readonly<Record<string, string>>;

export interface Question {
  readonly name: string;
  /**
   * Without hyphens, if it is not `name`, because the form of the page, or the program, has another flag of that name.
   */
  readonly flag?: string;
  readonly asks: string;
  readonly example: string;
  readonly keys: readonly string[];
  /** Null if an answer is required; undefined if the question is only a flag. */
  readonly otherwise?: string | null | ((answers: Answers) => string | null);
  /** Says in the help when an answer is required. Without it and without a default answer: always. */
  readonly needed?: string;
  /** Earlier answers can make the question unnecessary. */
  readonly applies?: (answers: Answers) => boolean;
  /** A message if the default is a guess and nobody gave the answer. */
  readonly guess?: (answers: Answers) => string | null;
  /** Detects the answer to another question. */
  readonly misplaced?: (answer: string) => string | null;
}

/** Code may be given as the address. Given answers have precedence over the code. */
export function answersWithSnippet(answers: Answers): Answers {
  const read = readSnippet(answers['url'] ?? '');
  return read ? { ...read, ...answers, url: read.url } : answers;
}

/** Other answers can identify a plain address. */
export function mapInAnswers(answers: Answers, variables?: ReadonlyMap<string, string>): AddressReading {
  const { url, layers = '', schema = '' } = answers;
  if (url === undefined) return null;
  const isVector = schema.trim() !== '' && layers.trim() === '';
  const its = mapOfAddress({ url, variables, isVector, isMercator: true });
  if (its !== null && !('reason' in its)) return its;
  const spelled = firstOfTypes((type) => type.spelled?.(normalisedAddress(url), answers));
  return spelled === null ? its : mapOfAddress({ url: spelled, variables });
}
