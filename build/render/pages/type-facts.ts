/** What a map is drawn from: its type, and what only maps of that type have. */
import { MAP_TYPES, type MapType } from '../../../contract/map-types.ts';
import type { PageTexts } from '../../../contract/page-texts/page-texts.ts';
import { TYPE_NAMES, TYPE_WORDS } from '../../../contract/page-texts/type-words.ts';
import { ACCESS_TOKEN, YOUR_KEY } from '../../../contract/placeholders.ts';
import { isWebAddress } from '../../../contract/text.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import { type Html, html } from './html.ts';
import type { FactRow } from './map-facts.ts';
import { webLink } from './map-summary.ts';
import type { PageContext } from './page-layout.ts';

/** The rows of a map of another type than those of `/v1/`: its type, and each member that only this type has. */
export function typeFacts({ language }: Pick<PageContext, 'language'>, server: CatalogMap['server']): FactRow[] {
  const { type } = server;
  if (type === 'xyz') return [];
  const types = TYPE_WORDS[language];
  const labels: Readonly<Partial<Record<string, string>>> = types.members;
  const members = MAP_TYPES[type].members.flatMap((key): FactRow[] => {
    const value = (server as unknown as Readonly<Record<string, unknown>>)[key];
    const label = labels[key];
    return label === undefined || value === undefined ? [] : [[label, written(types, value)]];
  });
  return [[types.label, types.explained[type]], ...members];
}

function written(types: (typeof TYPE_WORDS)['en'], value: unknown): Html | readonly Html[] | string {
  if (typeof value === 'boolean') return types.yes;
  if (Array.isArray(value)) return value.map((one) => html`<code><bdi>${one}</bdi></code> `);
  const text = String(value);
  if (Object.hasOwn(types.schemas, text)) return types.schemas[text as keyof typeof types.schemas];
  // A key of the user belongs into it; until then it leads nowhere.
  const isComplete = !text.includes(ACCESS_TOKEN) && !/[{}]/.test(text);
  if (isWebAddress(text) && isComplete) return webLink(text, text);
  return html`<code><bdi>${text.replaceAll(ACCESS_TOKEN, YOUR_KEY)}</bdi></code>`;
}

/** The words for the type of a map that people search for, in every language of the pages; empty for tiles. */
export function typeWords({ type }: CatalogMap['server']): string {
  if (type === 'xyz') return '';
  return Object.values(TYPE_WORDS)
    .map(({ words }) => words[type])
    .join(' ');
}

/** The types of some maps, with their names, in the order of all types. */
export function typesOf(servers: readonly CatalogMap['server'][], { code }: PageTexts): [MapType, string][] {
  const its = new Set(servers.map(({ type }) => type));
  return (Object.keys(MAP_TYPES) as MapType[])
    .filter((type) => its.has(type))
    .map((type) => [type, TYPE_NAMES[code][type]]);
}
