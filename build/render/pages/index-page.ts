/** The home page: a map, and a searchable list of everything in the catalog. */
import type { Language, RecordKind } from '../../../contract/pages.ts';
import { LISTS, pathOf } from '../../../contract/routes.ts';
import { FILTER_FLAGS } from '../../../contract/search-text.ts';
import type { Asset } from '../asset.ts';
import { type Html, type HtmlPiece, html } from './html.ts';
import { type PageContext, type PagesInput, pageAsset, pageContext } from './page-layout.ts';
import { categoryRows, dataSourceRow, editionRow, serverRow, topCategories } from './record-rows.ts';
import { dayOfChange, type KnownServer } from './server-facts.ts';

/** Renders the home page. */
export function indexPage(input: PagesInput, servers: readonly KnownServer[], language: Language): Asset {
  const { catalog, history, parts } = input;
  const context = pageContext(catalog, parts, 'index', language);
  const { texts } = context;
  const rows = (kind: KnownServer['kind']): Html[] =>
    servers.filter((known) => known.kind === kind).map((known) => serverRow(context, known));
  const { mapservers, overlayservers, datasources, editions, categories } = catalog;
  const dataSources = datasources.map((source) =>
    dataSourceRow(context, source, dayOfChange(history, `datasources/${source.id}/`)),
  );
  const isNamed = categories.filter(({ name, parent }) => name !== '' || parent !== null);
  const sections: readonly Section[] = [
    { kind: 'mapserver', list: 'mapservers', size: mapservers.length, items: ordered(rows('mapserver')) },
    {
      kind: 'overlayserver',
      list: 'overlayservers',
      size: overlayservers.length,
      items: ordered(rows('overlayserver')),
    },
    { kind: 'datasource', list: 'datasources', size: datasources.length, items: ordered(dataSources) },
    {
      kind: 'edition',
      list: 'editions',
      size: editions.length,
      items: ordered(editions.map((edition) => editionRow(context, edition))),
    },
    {
      kind: 'category',
      list: 'categories',
      size: isNamed.length,
      items: topCategories(categories).length > 0 && categoryRows(context, categories),
    },
  ];
  const listed = sections.filter(({ size }) => size > 0);
  const counts = [
    texts.counts.mapservers(mapservers.length),
    texts.counts.overlayservers(overlayservers.length),
    texts.counts.datasources(datasources.length),
  ] as const;
  const body = html`<section class="map-panel" aria-label="${texts.index.map}">
<div id="map" class="map"><div class="map-empty">
${invitation(context, servers.length > 0, listed.length > 0)}
</div></div>
</section>
<div class="finder">
<h1 class="visually-hidden"><bdi>${catalog.title}</bdi></h1>
<p class="counts soft">${counts.join(' · ')}</p>
${listed.length > 0 && searchForm(context, listed)}
${listed.map((section) => sectionOf(context, section))}
${documents(context)}
</div>`;
  return pageAsset(context, { page: 'index', title: null, description: texts.index.describe(...counts), body });
}

/** The content in place of the map before a choice; in an empty catalog, how to add the first map. */
function invitation({ texts, link }: PageContext, hasMaps: boolean, hasRecords: boolean): Html {
  const { index, nav } = texts;
  if (hasMaps) {
    return html`<p class="lede">${index.lede}</p>
<p>${index.ledeText}</p>
<noscript><p>${index.ledeWithout}</p></noscript>`;
  }
  return html`<p class="lede">${hasRecords ? index.noMaps : index.empty}</p>
<p>${hasRecords ? index.noMapsText : index.emptyText}</p>
<p><a class="button main" href="${link('add')}">${nav.add}</a></p>`;
}

/** One list of the page. */
interface Section {
  readonly kind: RecordKind;
  readonly list: keyof PageContext['texts']['lists'];
  readonly size: number;
  readonly items: HtmlPiece;
}

function ordered(rows: readonly Html[]): Html {
  return html`<ul class="records">\n${rows}</ul>`;
}

function sectionOf({ texts }: PageContext, { kind, list, size, items }: Section): Html {
  return html`<section id="${list}" class="list" data-list="${kind}" aria-labelledby="${list}-title">
<h2 id="${list}-title">${texts.lists[list]} <span class="count">${texts.number(size)}</span></h2>
${items}
</section>
`;
}

/** The same lists for programs. */
function documents({ texts, root }: PageContext): Html {
  const names = { service: texts.index.allLists, ...texts.lists };
  return html`<section class="documents" aria-labelledby="documents">
<h2 id="documents">${texts.index.documents}</h2>
<ul>
${(['service', ...LISTS] as const).map((name) => html`<li><a href="${root}${pathOf(name).slice(1)}">${names[name]}</a></li>\n`)}</ul>
</section>`;
}

/** The zoom levels of the filter: from a country to a house. */
const ASKED_ZOOMS = [8, 10, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22];

/** The filters need the script, which enables them. */
function searchForm({ texts, link }: PageContext, sections: readonly Section[]): Html {
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
${kind('', search.all, true)}${sections.map((section) => kind(section.kind, lists[section.list], false))}</fieldset>
<div class="search-line">
<p id="matches" aria-hidden="true"></p>
<p id="matches-said" class="visually-hidden" role="status"></p>
<details class="filters">
<summary>${search.filters}</summary>
<div>
${FILTER_FLAGS.map((flag) => html`<label class="check"><input type="checkbox" name="only" value="${flag}"> ${search.flags[flag]}</label>\n`)}<label class="check">${search.zoom}
<select name="zoom"><option value="">${search.anyZoom}</option>${ASKED_ZOOMS.map((zoom) => html`<option>${zoom}</option>`)}</select></label>
<button type="reset">${search.clear}</button>
</div>
</details>
</div>
<p class="visually-hidden" id="search-hint">${search.hint}</p>
</fieldset>
</form>
<p class="none" id="no-matches" hidden><strong>${search.none}</strong> ${search.noneText} <a href="${link('add')}">${search.noneAdd}</a></p>
</div>`;
}
