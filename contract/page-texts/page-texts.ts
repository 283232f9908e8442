/** The texts of the pages in every language. Neither build nor scripts have any text of their own. */
import type { Language } from '../pages.ts';
import { DE } from './de.ts';
import { EN, type PageTexts } from './en.ts';

export type { PageTexts };

/** The sections of the texts that scripts have: the others are left out of what browsers load. */
export const SCRIPT_SECTIONS = [
  'number',
  'search',
  'data',
  'map',
  'add',
  'live',
] as const satisfies readonly (keyof PageTexts)[];

/** The texts of scripts in one language. */
export type Texts = Pick<PageTexts, (typeof SCRIPT_SECTIONS)[number]>;

/** The texts, by language. */
export const TEXTS: Readonly<Record<Language, PageTexts>> = { en: EN, de: DE };
