import type { Language } from '../contract/base/languages.ts';
import type { PageTexts } from '../contract/words/page-texts/page-texts.ts';

export const loadTexts: Readonly<Record<Language, () => Promise<PageTexts>>> = {
  en: async () => (await import('../contract/words/page-texts/en.ts')).EN,
  de: async () => (await import('../contract/words/page-texts/de.ts')).DE,
};
