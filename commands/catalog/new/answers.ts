/** A question of `cartalog new`, answers, and what the address among them says. */
import { firstOfTypes } from '../../../build/map-types/all-types.ts';
import { mapOfAddress } from '../../../build/map-types/map-address.ts';
import type { AddressReading } from '../../../build/map-types/map-type.ts';
import { readSnippet } from '../../../build/map-types/snippet.ts';
import { normalisedAddress } from '../../../build/tile-url/template-pieces.ts';

/** The answers by name of question. */
export type Answers = Readonly<Record<string, string>>;

/** One question. */
export interface Question {
  readonly name: string;
  /** Its flag without hyphens, if that is not its name: the form of the page, or the program, has another of that name. */
  readonly flag?: string;
  readonly asks: string;
  readonly example: string;
  /** The keys of the record that depend on the answer. */
  readonly keys: readonly string[];
  /** The default answer, which may be none; null if an answer is required; undefined if the question is only a flag. */
  readonly otherwise?: string | null | ((answers: Answers) => string | null);
  /** When an answer is required, for the help; always by default if there is no default answer. */
  readonly needed?: string;
  /** Whether earlier answers leave it to be asked; always if missing. */
  readonly applies?: (answers: Answers) => boolean;
  /** What to say if nobody gave the answer and the default is a guess; null if it is none. */
  readonly guess?: (answers: Answers) => string | null;
  /** Detects an answer to a different question. @returns the problem, or null */
  readonly misplaced?: (answer: string) => string | null;
}

/** The answers, with what code in place of an address says where nobody has answered. */
export function answersWithSnippet(answers: Answers): Answers {
  const read = readSnippet(answers['url'] ?? '');
  return read ? { ...read, ...answers, url: read.url } : answers;
}

/** What the address in the answers is of: a plain one by other answers; with a schema, of vector tiles. */
export function mapInAnswers(answers: Answers, variables?: ReadonlyMap<string, string>): AddressReading {
  const { url, layers = '', schema = '' } = answers;
  if (url === undefined) return null;
  const isVector = schema.trim() !== '' && layers.trim() === '';
  const its = mapOfAddress({ url, variables, isVector, isMercator: true });
  if (its !== null && !('reason' in its)) return its;
  const spelled = firstOfTypes((type) => type.spelled?.(normalisedAddress(url), answers));
  return spelled === null ? its : mapOfAddress({ url: spelled, variables });
}
