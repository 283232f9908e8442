import type { Language } from '../../../../contract/base/languages.ts';
import { LIST_ROUTES } from '../../../../contract/interface/v1-routes.ts';
import { licenceName, licenceOf, OPEN_LICENCE_IDS } from '../../../../contract/maps/licences.ts';
import { MAP_LISTS } from '../../../../contract/maps/map-types.ts';
import { RECORD_FOLDERS, type RecordRole } from '../../../../contract/pages/pages.ts';
import { FILTER_FLAGS, type FilterFlag } from '../../../../contract/words/search-fields.ts';
import { type CatalogMap, catalogMaps } from '../../../model/catalog.ts';
import { programsInUse } from '../../../programs/usable-programs.ts';
import { hasFilter } from '../../aspects/all-aspects.ts';
import { fieldLabel } from '../../changes/headlines.ts';
import type { Asset } from '../../core/asset.ts';
import { emptySources, hasFiles } from '../data-source/data-source-page.ts';
import { type Html, html } from '../layout/html.ts';
import { type PageContext, type PagesInput, pageAsset, pageContext } from '../layout/page-layout.ts';
import { kindNames, mapCountriesOf } from '../map/map-summary.ts';
import { dayOfChange, homeMap, mapBelowOverlay } from '../map/shown-maps.ts';
import { mapTypesOf } from '../map/type-facts.ts';
import { countryShapesOf } from './area-shapes.ts';
import { furtherParts, listParts, partRows } from './list-pages.ts';
import { categoryRows, dataSourceRow, editionRow } from './record-rows.ts';

export function indexPage(input: PagesInput, maps: readonly CatalogMap[], language: Language): Asset {
  const { catalog, history } = input;
  const context = pageContext(input, 'index', language);
  const { texts } = context;
  const { editions, categories } = catalog;
  const datasources = catalog.datasources.filter(hasFiles);
  const section = (role: RecordRole, items: readonly Html[], lede = html``): Section => {
    return { role, size: items.length, items: html`${lede}<ul class="records">\n${items}</ul>` };
  };
  const parts = {
    mapservers: listParts(input, maps, 'mapservers', language),
    overlayservers: listParts(input, maps, 'overlayservers', language),
  };
  const sizeOf = (list: keyof typeof parts): number => parts[list].reduce((sum, { length }) => sum + length, 0);
  const mapSection = (list: keyof typeof parts): Section => {
    const items = html`${partRows(context, parts[list][0])}${furtherParts(context, list, parts[list])}`;
    return { role: MAP_LISTS[list], size: sizeOf(list), items };
  };
  const order = new Intl.Collator(language, { numeric: true });
  const byName = <T>(records: readonly T[], nameOf: (record: T) => string): T[] =>
    records.toSorted((a, b) => order.compare(nameOf(a), nameOf(b)));
  const dataSources = byName(datasources, ({ name }) => name).map((source) =>
    dataSourceRow(context, source, dayOfChange(history, `datasources/${source.id}/`)),
  );
  // The root of the tree, a nameless top category, has no row.
  const namedCategories = categories.filter(({ name, parent }) => name !== '' || parent !== null);
  const editionRows = byName(editions, ({ name }) => name).map((edition) => editionRow(context, edition));
  const listed = [
    mapSection('mapservers'),
    mapSection('overlayservers'),
    section('datasource', dataSources),
    section('edition', editionRows, html`<p class="soft">${texts.data.edition.purpose}</p>\n`),
    { role: 'category', size: namedCategories.length, items: categoryRows(context, categories) } as const,
  ].filter(({ size }) => size > 0);
  const counts = [
    texts.counts.mapservers(sizeOf('mapservers')),
    texts.counts.overlayservers(sizeOf('overlayservers')),
    texts.counts.datasources(datasources.length),
  ] as const;
  const flags = FILTER_FLAGS.filter((flag) => hasFilter(flag, maps, input));
  const [home, below] = [homeMap(catalog), mapBelowOverlay(catalog)];
  const isEmpty = maps.length + catalog.datasources.length === 0;
  const description = isEmpty ? texts.index.noMaps : texts.index.describe(...counts);
  const hasSearch = listed.length > 0;
  const body = html`${hasSearch && searchForm(context, listed, flags)}<section class="map-panel${home && ' begun'}" aria-label="${texts.index.map}">
<div id="map" class="map"${below && html` data-base="${below.fileName}"`}${home && html` data-home="${home.fileName}"`}><div class="map-empty">
${maps.length > 0 ? invitation(context) : beginning(context)}
</div></div>
</section>
<div class="finder">
<h1 class="visually-hidden"><bdi>${catalog.title}</bdi></h1>
${!isEmpty && html`<p class="purpose">${description}</p>\n`}${hasSearch && searchLine(context)}
${countryShapesOf(context, [...(parts.mapservers[0] ?? []), ...(parts.overlayservers[0] ?? [])])}${listed.map((section) => sectionOf(context, section))}
${emptySources(
  context,
  catalog.datasources.filter((source) => !hasFiles(source)),
)}${documents(context)}
</div>`;
  return pageAsset(context, { title: null, description, body });
}

/** Shown in place of the map until the reader chooses one. */
function invitation({ texts: { index } }: PageContext): Html {
  return html`<p class="lede scripted">${index.lede}</p>
<p class="scripted"><button type="button" class="explore">${index.explore}</button></p>
<p class="soft scripted">${index.ledeText}</p>
<noscript><p>${index.ledeWithout}</p></noscript>`;
}

function beginning({ texts, link }: PageContext): Html {
  const { index, nav } = texts;
  return html`<p class="lede">${index.noMaps}</p>
<p>${index.noMapsText}</p>
<p><a class="button main" href="${link('add')}">${nav.add}</a></p>`;
}

interface Section {
  readonly role: RecordRole;
  readonly size: number;
  readonly items: Html;
}

function sectionOf({ texts }: PageContext, { role, size, items }: Section): Html {
  const list = RECORD_FOLDERS[role];
  return html`<section id="${list}" class="list" data-list="${role}" aria-labelledby="${list}-title">
<h2 id="${list}-title">${texts.lists[list]} <span class="count">${texts.number(size)}</span></h2>
${items}
</section>
`;
}

function documents({ texts, document }: PageContext): Html {
  const names = { service: texts.index.allLists, ...texts.lists };
  return html`<section class="documents" aria-labelledby="documents">
<h2 id="documents">${texts.index.documents}</h2>
<ul>
${(['service', ...LIST_ROUTES] as const).map((name) => html`<li><a href="${document(name)}">${names[name]}</a></li>\n`)}</ul>
</section>`;
}

const ASKED_ZOOMS = [8, 10, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22];

/** Each chip below the search field chooses a value of a filter. */
const CHIPS: Readonly<Record<'shows' | 'kind', readonly string[]>> = {
  shows: ['outdoor', 'aerial', 'cycling', 'nautical'],
  kind: ['mapserver', 'overlayserver', 'datasource'],
};

/** A reader chooses one or none. */
const OPPOSITES = [
  ['key', 'no-token', 'token'],
  ['connection', 'https', 'http'],
  ['state', 'works', 'broken'],
] as const;

function searchForm(context: PageContext, sections: readonly Section[], flags: readonly FilterFlag[]): Html {
  const { texts, catalog } = context;
  const { search } = texts;
  const facets = facetsOf(context, sections);
  const chips = Object.entries(CHIPS).map(([name, values]) => {
    const offered = facets.find((facet) => facet.name === name)?.options ?? [];
    const shown = values.flatMap((value) => offered.filter((option) => option[0] === value));
    return html`${shown.map(([value, text]) => html`<button type="button" class="chip" data-filter="${name}" value="${value}" aria-pressed="false">${text}</button>\n`)}`;
  });
  const programs = programsInUse(catalogMaps(catalog), catalog.datasources);
  const opposites = OPPOSITES.map(([name, ...pair]) => {
    const choices = pair.filter((flag) => flags.includes(flag)).map((flag) => [flag, search.flags[flag]] as const);
    return choices.length > 0 && choice(search.opposites[name], 'only', search.any, choices);
  });
  const single = flags.filter((flag) => !OPPOSITES.some(([, ...pair]) => pair.some((one) => one === flag)));
  return html`<div class="search scripted" role="search">
<form id="search" action="" method="get">
<fieldset disabled>
<legend><label class="visually-hidden" for="search-text">${search.label}</label>
<input type="search" id="search-text" name="q" placeholder="${search.placeholderText}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200" aria-describedby="search-hint" aria-keyshortcuts="/"></legend>
<p class="key-hint" aria-hidden="true">${search.keys}</p>
<button type="button" class="map-button">${texts.index.map}</button>
<details class="filters">
<summary>${search.filters}</summary>
<div class="filter-panel">
${facets.map(({ label, name, options }) => choice(label, name, search.any, options))}${choice(
  search.zoom,
  'zoom',
  search.any,
  ASKED_ZOOMS.map((zoom) => [String(zoom), String(zoom)]),
)}${opposites}${single.map((flag) => html`<label class="check"><input type="checkbox" name="only" value="${flag}"> ${search.flags[flag]}</label>\n`)}<p class="filter-end"><button type="reset">${search.clear}</button><button type="button" class="main done">${search.done}</button></p>
</div>
</details>
<div class="chips" role="group" aria-label="${search.kinds}">
${programs.length > 0 && choice(search.program, 'program', search.anyProgram, programs)}${chips}</div>
<p class="visually-hidden" id="search-hint">${search.hint}</p>
</fieldset>
</form>
</div>
`;
}

function searchLine({ texts: { search }, link }: PageContext): Html {
  return html`<div class="search-line scripted">
<p id="matches"></p>
<div id="search-filters" class="chips"></div>
<p id="matches-said" class="visually-hidden" role="status"></p>
</div>
<div id="search-notes"></div>
<p class="none" id="no-matches" hidden><strong>${search.none}</strong> <span>${search.noneText}</span> <a href="${link('add')}">${search.noneAdd}</a></p>`;
}

interface Facet {
  readonly label: string;
  readonly name: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

function facetsOf({ texts, language, catalog }: PageContext, sections: readonly Section[]): readonly Facet[] {
  const maps = catalogMaps(catalog);
  const { shows, country, list } = texts.search;
  const world = maps.some(({ area }) => area === 'world') ? [['world', texts.maps.world] as const] : [];
  const facets: readonly Facet[] = [
    {
      label: shows,
      name: 'shows',
      options: Object.entries(kindNames(texts)).filter(([kind]) => maps.some((map) => map.kind === kind)),
    },
    { label: country, name: 'country', options: [...world, ...mapCountriesOf(maps, language)] },
    { label: fieldLabel(texts, 'type'), name: 'type', options: mapTypesOf(maps, texts) },
    {
      label: fieldLabel(texts, 'licence'),
      name: 'licence',
      options: OPEN_LICENCE_IDS.filter((id) =>
        [...maps, ...catalog.datasources].some((record) => licenceOf(record) === id),
      ).map((id) => [id, licenceName(id) ?? id]),
    },
    { label: list, name: 'kind', options: sections.map(({ role }) => [role, texts.lists[RECORD_FOLDERS[role]]]) },
  ];
  // One type, licence or list leaves no choice.
  return facets.filter(({ name, options }) => options.length > (['type', 'licence', 'kind'].includes(name) ? 1 : 0));
}

function choice(
  label: string,
  name: string,
  any: string,
  options: readonly (readonly [value: string, text: string])[],
): Html {
  const choices = options.map(([value, text]) => html`<option value="${value}">${text}</option>`);
  return html`<label class="choice">${label}
<select name="${name}"><option value="">${any}</option>${choices}</select></label>
`;
}
