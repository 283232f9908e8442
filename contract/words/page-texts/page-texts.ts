import type { Language } from '../../base/languages.ts';
import { DE } from './de.ts';
import { EN, type PageTexts } from './en.ts';

export type { PageTexts };

export const TEXTS: Readonly<Record<Language, PageTexts>> = { en: EN, de: DE };
