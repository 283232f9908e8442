import { expect, test } from 'vitest';
import {
  isFormOfTerm,
  isSearchTerm,
  isStopWord,
  isTypoOf,
  meaningsOf,
  misspeltTerm,
  typedWords,
} from '../../../browser/search/search-words.ts';
import data from '../../../browser/search/words.json' with { type: 'json' };
import { SHARE_TARGETS } from '../../../build/programs/share-links.ts';
import { ALL_PROGRAMS } from '../../../build/programs/usable-programs.ts';
import licenceNames from '../../../contract/maps/licence-names.json' with { type: 'json' };
import downloadWords from '../../../contract/words/page-texts/download-words.json' with { type: 'json' };
import mapKinds from '../../../contract/words/page-texts/map-kinds.json' with { type: 'json' };

/** Every program, licence and kind that the code knows. */
const KNOWN = {
  programs: [...ALL_PROGRAMS].flat().concat(SHARE_TARGETS.map(({ name }) => name)),
  licences: Object.entries(licenceNames).flat(),
  kinds: Object.entries(mapKinds).flatMap(([kind, { en, de, searched }]) => [kind, en, de, searched.en, searched.de]),
  downloads: Object.entries(downloadWords).flatMap(([kind, { en, de }]) => [kind, en, de]),
};

test.each(Object.entries(KNOWN))('no word of the %s is ever taken for a misspelt one', (_, names) => {
  const words = names.flatMap(typedWords).map(({ word }) => word);
  // Shorter words are never corrected, nor is another one suggested for them.
  const unknown = words.filter((word) => word.length > 3 && !isSearchTerm(word) && !isStopWord(word));
  expect([...new Set(unknown)]).toEqual([]);
});

const LONG = [
  ...new Set(
    Object.keys(data.means)
      .flatMap(typedWords)
      .map(({ word }) => word)
      .filter((word) => word.length >= 6 && meaningsOf(word)),
  ),
];

test.each<[string, (word: string, at: number) => string]>([
  ['a doubled letter', (word, at) => word.slice(0, at + 1) + word.slice(at)],
  ['a missing letter', (word, at) => word.slice(0, at) + word.slice(at + 1)],
  ['two exchanged letters', (word, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)],
])('each long word of a purpose or kind is found with %s, or one that is as near', (_, misspelt) => {
  const all = LONG.flatMap((word) =>
    Array.from(word.slice(1), (_, at) => misspelt(word, at)).filter(
      (typed) => typed.length >= 6 && !isSearchTerm(typed) && !isStopWord(typed) && !isFormOfTerm(typed),
    ),
  );
  expect(all.length).toBeGreaterThan(3000);
  expect(all.filter((typed) => !isTypoOf(typed, misspeltTerm(typed) ?? ''))).toEqual([]);
});

test.each([
  ['satelit', 'satellite'],
  ['sattelit', 'satellite'],
  ['bycicle', 'bicycle'],
  ['cyle', 'cycle'],
  ['toppo', 'topo'],
  ['wanderkarrte', null],
  ['house', null],
  ['hund', null],
  ['wald', null],
])('%s is the misspelt word %s', (typed, word) => expect(misspeltTerm(typed)).toBe(word));
