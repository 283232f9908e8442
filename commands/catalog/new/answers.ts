import { firstOfTypes } from '../../../build/map-types/all-types.ts';
import { mapOfAddress } from '../../../build/map-types/map-address.ts';
import type { AddressReading } from '../../../build/map-types/map-type.ts';
import { readSnippet } from '../../../build/map-types/snippet.ts';
import { normalisedAddress } from '../../../build/tile-url/template-pieces.ts';
import { withScheme } from '../../../contract/base/text.ts';

export type Answers = Readonly<Record<string, string>>;

export interface Question {
  readonly name: string;
  /** The option's name, without hyphens. By default `name`; another if the form or the program has that already. */
  readonly flag?: string;
  readonly asks: string;
  readonly example: string;
  readonly keys: readonly string[];
  /** Null requires an answer; undefined makes the question only a flag. */
  readonly otherwise?: string | null | ((answers: Answers) => string | null);
  /** Offered if an answer is required. */
  readonly likely?: ((answers: Answers) => string) | undefined;
  /** For the help: when an answer is required. Without this text and a default, it always is. */
  readonly needed?: string;
  /** Earlier answers can make it unnecessary. */
  readonly applies?: (answers: Answers) => boolean;
  /** The message about a guessed default; null for a certain one. */
  readonly guess?: (answers: Answers) => string | null;
  /** The message about an answer to another question. */
  readonly misplaced?: (answer: string) => string | null;
}

/** Answers win over the code. */
export function answersWithSnippet(answers: Answers): Answers {
  const read = readSnippet(answers['url'] ?? '');
  return read ? { ...read, ...answers, url: read.url } : answers;
}

/** Other answers can decide the type of an address. */
export function mapInAnswers(answers: Answers, variables?: ReadonlyMap<string, string>): AddressReading {
  const { url, layers = '', schema = '' } = answers;
  if (url === undefined) return null;
  const isVector = schema.trim() !== '' && layers.trim() === '';
  const reading = mapOfAddress({ url, variables, isVector, allowsOtherProjection: true });
  if (reading !== null && !('reason' in reading)) return reading;
  const spelled = firstOfTypes((type) => type.spelled?.(withScheme(normalisedAddress(url)), answers));
  return spelled === null ? reading : mapOfAddress({ url: spelled, variables });
}
