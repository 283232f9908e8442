import { isWebAddress } from '../../../../contract/base/text.ts';
import { MAP_TYPES, type MapType, typeMembersOf } from '../../../../contract/maps/map-types.ts';
import { ACCESS_TOKEN, YOUR_KEY } from '../../../../contract/maps/placeholders.ts';
import type { PageTexts } from '../../../../contract/words/page-texts/page-texts.ts';
import valueWords from '../../../../contract/words/page-texts/value-words.json' with { type: 'json' };
import { TYPE_NAMES, TYPES } from '../../../map-types/all-types.ts';
import type { CatalogMap } from '../../../model/catalog.ts';
import type { FactRow } from '../../aspects/map-aspect.ts';
import { fieldLabel } from '../../changes/headlines.ts';
import { type Html, html } from '../layout/html.ts';
import type { PageContext } from '../layout/page-layout.ts';
import { webPageLink } from './map-summary.ts';

/** The type, and members that only it has; empty for a type of `/v1/`. */
export function typeFacts({ texts }: Pick<PageContext, 'texts'>, map: CatalogMap): FactRow[] {
  const { explained } = TYPES[map.type].words;
  if (!explained) return [];
  const rows = Object.entries(typeMembersOf(map)).map(
    ([key, value]): FactRow => [fieldLabel(texts, key), written(texts, value)],
  );
  return [[fieldLabel(texts, 'type'), explained[texts.code]], ...rows];
}

function written({ code }: PageTexts, value: unknown): Html | readonly Html[] | string {
  if (Array.isArray(value)) return value.map((one) => html`<code><bdi>${one}</bdi></code> `);
  const text = String(value);
  if (Object.hasOwn(valueWords, text)) return valueWords[text as keyof typeof valueWords][code];
  // An address with a placeholder leads nowhere.
  const isComplete = !text.includes(ACCESS_TOKEN) && !/[{}]/.test(text);
  if (isWebAddress(text) && isComplete) return webPageLink(text, text);
  return html`<code><bdi>${text.replaceAll(ACCESS_TOKEN, YOUR_KEY)}</bdi></code>`;
}

/** In every language of the pages; empty for tiles. */
export function typeWords({ type }: CatalogMap): string {
  return Object.values(TYPES[type].words.searched ?? {}).join(' ');
}

export function mapTypesOf(maps: readonly CatalogMap[], { code }: PageTexts): [MapType, string][] {
  const used = new Set(maps.map(({ type }) => type));
  return (Object.keys(MAP_TYPES) as MapType[])
    .filter((type) => used.has(type))
    .map((type) => [type, TYPE_NAMES[type][code]]);
}
