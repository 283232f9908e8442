import { firstOfTypes } from '../../../build/map-types/all-types.ts';
import { mapOfAddress } from '../../../build/map-types/map-address.ts';
import type { AddressReading } from '../../../build/map-types/map-type.ts';
import { readSnippet } from '../../../build/map-types/snippet.ts';
import { normalisedAddress } from '../../../build/tile-url/template-pieces.ts';

/** By name of question. */
export type Answers = Readonly<Record<string, string>>;

export interface Question {
  readonly name: string;
  /** Without hyphens, if it is not `name`: the form of the page, or the program, has another flag of that name. */
  readonly flag?: string;
  readonly asks: string;
  readonly example: string;
  /** Keys of the record that depend on the answer. */
  readonly keys: readonly string[];
  /**
   * The default answer, which may be empty; null if an answer is required; undefined if the question is only a flag.
   */
  readonly otherwise?: string | null | ((answers: Answers) => string | null);
  /** When an answer is required, for the help. Without it and without a default answer: always. */
  readonly needed?: string;
  /** Whether earlier answers leave it to be asked. Missing: always. */
  readonly applies?: (answers: Answers) => boolean;
  /** A message if nobody gave the answer and the default is a guess. */
  readonly guess?: (answers: Answers) => string | null;
  /** Detects the answer to a different question. @returns the problem */
  readonly misplaced?: (answer: string) => string | null;
}

/** Adds answers from code that was entered as the address. Given answers have precedence. */
export function answersWithSnippet(answers: Answers): Answers {
  const read = readSnippet(answers['url'] ?? '');
  return read ? { ...read, ...answers, url: read.url } : answers;
}

/** Other answers can identify a plain address; with a schema, it is of vector tiles. */
export function mapInAnswers(answers: Answers, variables?: ReadonlyMap<string, string>): AddressReading {
  const { url, layers = '', schema = '' } = answers;
  if (url === undefined) return null;
  const isVector = schema.trim() !== '' && layers.trim() === '';
  const its = mapOfAddress({ url, variables, isVector, isMercator: true });
  if (its !== null && !('reason' in its)) return its;
  const spelled = firstOfTypes((type) => type.spelled?.(normalisedAddress(url), answers));
  return spelled === null ? its : mapOfAddress({ url: spelled, variables });
}
