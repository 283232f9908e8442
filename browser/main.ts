/** The script of every page. What only some pages need is loaded by those. */
import { TEXTS } from '../contract/page-texts/page-texts.ts';
import type { Language } from '../contract/pages.ts';
import { connectMap } from './map/page-map.ts';
import './styles/style.css';

connectMap(TEXTS[document.documentElement.lang as Language]);
