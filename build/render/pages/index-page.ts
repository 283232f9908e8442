/** The home page: a map, and a searchable list of everything in the catalog. */
import type { PageTexts } from '../../../contract/page-texts/page-texts.ts';
import { type Language, RECORD_FOLDERS, type RecordKind } from '../../../contract/pages.ts';
import { LISTS } from '../../../contract/routes.ts';
import { FILTER_FLAGS, type FilterFlag } from '../../../contract/search-text.ts';
import type { Asset } from '../asset.ts';
import { type Html, html } from './html.ts';
import { furtherParts, listParts, partRows } from './list-pages.ts';
import { countriesOf } from './map-summary.ts';
import { type PageContext, type PagesInput, pageAsset, pageContext } from './page-layout.ts';
import { categoryRows, dataSourceRow, editionRow } from './record-rows.ts';
import { dayOfChange, homeMap, type KnownServer, mapBelow } from './server-facts.ts';

/** Renders the home page. */
export function indexPage(input: PagesInput, servers: readonly KnownServer[], language: Language): Asset {
  const { catalog, history } = input;
  const context = pageContext(input, 'index', language);
  const { texts } = context;
  const { mapservers, overlayservers, datasources, editions, categories } = catalog;
  const section = (kind: RecordKind, items: readonly Html[]): Section => {
    return { kind, size: items.length, items: html`<ul class="records">\n${items}</ul>` };
  };
  const ofServers = (kind: KnownServer['kind'], { length: size }: readonly unknown[]): Section => {
    const parts = listParts(servers, kind, language);
    return { kind, size, items: html`${partRows(context, parts[0])}${furtherParts(context, kind, parts)}` };
  };
  const order = new Intl.Collator(language, { numeric: true });
  const byName = <T>(records: readonly T[], nameOf: (record: T) => string): T[] =>
    records.toSorted((a, b) => order.compare(nameOf(a), nameOf(b)));
  const dataSources = byName(datasources, ({ name }) => name).map((source) =>
    dataSourceRow(context, source, dayOfChange(history, `datasources/${source.id}/`)),
  );
  const isNamed = categories.filter(({ name, parent }) => name !== '' || parent !== null);
  const editionRows = byName(editions, ({ name }) => name).map((edition) => editionRow(context, edition));
  const listed = [
    ofServers('mapserver', mapservers),
    ofServers('overlayserver', overlayservers),
    section('datasource', dataSources),
    section('edition', editionRows),
    { kind: 'category', size: isNamed.length, items: categoryRows(context, categories) } as const,
  ].filter(({ size }) => size > 0);
  const counts = [
    texts.counts.mapservers(mapservers.length),
    texts.counts.overlayservers(overlayservers.length),
    texts.counts.datasources(datasources.length),
  ] as const;
  const isStated: Partial<Record<FilterFlag, (known: KnownServer) => boolean>> = {
    works: ({ status }) => status !== null,
    ending: ({ server }) => server.ends !== undefined,
    fresh: ({ server }) => server.updates !== undefined,
  };
  const flags = FILTER_FLAGS.filter((flag) => isStated[flag] === undefined || servers.some(isStated[flag]));
  const [home, below] = [homeMap(catalog), mapBelow(catalog)];
  const body = html`<section class="map-panel" aria-label="${texts.index.map}">
<div id="map" class="map"${below && html` data-base="${below.fileName}"`}${home && html` data-home="${home.fileName}"`}><div class="map-empty">
${invitation(context, servers.length > 0, listed.length > 0, home !== null)}
</div></div>
</section>
<div class="finder">
<h1 class="visually-hidden"><bdi>${catalog.title}</bdi></h1>
<p class="counts soft">${counts.join(' · ')}</p>
${listed.length > 0 && searchForm(context, listed, flags)}
${listed.map((section) => sectionOf(context, section))}
${documents(context)}
</div>`;
  return pageAsset(context, { title: null, description: texts.index.describe(...counts), body });
}

/** The content in place of the map before a choice; in an empty catalog, how to add the first map. */
function invitation({ texts, link }: PageContext, hasMaps: boolean, hasRecords: boolean, hasHome: boolean): Html {
  const { index, nav } = texts;
  if (hasMaps) {
    return html`<p class="lede">${index.lede}</p>
${!hasHome && html`<p>${index.ledeText}</p>`}
<p class="scripted"><button type="button" class="explore">${index.explore}</button></p>
<noscript><p>${index.ledeWithout}</p></noscript>`;
  }
  return html`<p class="lede">${hasRecords ? index.noMaps : index.empty}</p>
<p>${hasRecords ? index.noMapsText : index.emptyText}</p>
<p><a class="button main" href="${link('add')}">${nav.add}</a></p>`;
}

interface Section {
  readonly kind: RecordKind;
  readonly size: number;
  readonly items: Html;
}

function sectionOf({ texts }: PageContext, { kind, size, items }: Section): Html {
  const list = RECORD_FOLDERS[kind];
  return html`<section id="${list}" class="list" data-list="${kind}" aria-labelledby="${list}-title">
<h2 id="${list}-title">${texts.lists[list]} <span class="count">${texts.number(size)}</span></h2>
${items}
</section>
`;
}

/** The same lists for programs. */
function documents({ texts, document }: PageContext): Html {
  const names = { service: texts.index.allLists, ...texts.lists };
  return html`<section class="documents" aria-labelledby="documents">
<h2 id="documents">${texts.index.documents}</h2>
<ul>
${(['service', ...LISTS] as const).map((name) => html`<li><a href="${document(name)}">${names[name]}</a></li>\n`)}</ul>
</section>`;
}

/** The zoom levels of the filter: from a country to a house. */
const ASKED_ZOOMS = [8, 10, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22];

/** The filters need the script, which enables them. */
function searchForm(context: PageContext, sections: readonly Section[], flags: readonly FilterFlag[]): Html {
  const { texts, link } = context;
  const { search, lists } = texts;
  const kind = (value: string, text: string, isChosen: boolean): Html =>
    html`<label class="chip"><input type="radio" name="kind" value="${value}"${isChosen && html` checked`}><span>${text}</span></label>\n`;
  return html`<div class="search scripted" role="search">
<form id="search" action="" method="get">
<fieldset disabled>
<label class="visually-hidden" for="search-text">${search.label}</label>
<input type="search" id="search-text" name="q" placeholder="${search.placeholder}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200" aria-describedby="search-hint" aria-keyshortcuts="/">
<fieldset class="chips">
<legend class="visually-hidden">${search.kinds}</legend>
${kind('', search.all, true)}${sections.map((section) => kind(section.kind, lists[RECORD_FOLDERS[section.kind]], false))}</fieldset>
${facets(context)}<div class="search-line">
<p id="matches" aria-hidden="true"></p>
<p id="matches-said" class="visually-hidden" role="status"></p>
<details class="filters">
<summary>${search.filters}</summary>
<div>
${flags.map((flag) => html`<label class="check"><input type="checkbox" name="only" value="${flag}"> ${search.flags[flag]}</label>\n`)}${choice(
  texts,
  'zoom',
  ASKED_ZOOMS.map((zoom) => [String(zoom), String(zoom)]),
)}<button type="reset">${search.clear}</button>
</div>
</details>
</div>
<p class="visually-hidden" id="search-hint">${search.hint}</p>
</fieldset>
</form>
<p class="none" id="no-matches" hidden><strong>${search.none}</strong> ${search.noneText} <a href="${link('add')}">${search.noneAdd}</a></p>
</div>`;
}

/** The kinds of map and the countries that the catalog has, to choose from. */
function facets({ texts, language, catalog }: PageContext): Html | null {
  const servers = [...catalog.mapservers, ...catalog.overlayservers];
  const kinds = Object.entries(texts.maps.kinds).filter(([kind]) => servers.some((server) => server.kind === kind));
  const countries = countriesOf(servers, language);
  if (kinds.length + countries.length === 0) return null;
  return html`<div class="facets">
${kinds.length > 0 && choice(texts, 'shows', kinds)}${countries.length > 0 && choice(texts, 'country', countries)}</div>
`;
}

function choice(
  { search }: PageTexts,
  name: 'zoom' | 'shows' | 'country',
  options: readonly (readonly [value: string, text: string])[],
): Html {
  const choices = options.map(([value, text]) => html`<option value="${value}">${text}</option>`);
  return html`<label class="check">${search[name]}
<select name="${name}"><option value="">${search.any}</option>${choices}</select></label>
`;
}
