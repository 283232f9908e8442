import { expect, test } from 'vitest';
import { isSearchTerm, isStopWord, typedWords } from '../../../browser/search/search-words.ts';
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
