import type { Language } from '../../../../contract/base/languages.ts';
import { creditText } from '../../../../contract/maps/credit.ts';
import { isOtherProjection } from '../../../../contract/maps/get-map.ts';
import { MAP_LISTS } from '../../../../contract/maps/map-types.ts';
import { TYPE_NAMES } from '../../../map-types/all-types.ts';
import { type CatalogMap, endOf, isOverlay } from '../../../model/catalog.ts';
import { type ProgramForm, programFormsOf } from '../../../programs/forms.ts';
import { worldSketchOf } from '../../../programs/map-bounds.ts';
import { fromAspects } from '../../aspects/all-aspects.ts';
import type { FactRow } from '../../aspects/map-aspect.ts';
import { fieldLabel } from '../../changes/headlines.ts';
import type { Asset } from '../../core/asset.ts';
import { type Html, html } from '../layout/html.ts';
import { type PageContext, type PagesInput, pageAsset, pageContext } from '../layout/page-layout.ts';
import { recordLinks } from '../layout/record-links.ts';
import { zoomScale } from '../lists/record-rows.ts';
import { mapProviderOf, webPageLink } from './map-summary.ts';
import { programsSection } from './programs-section.ts';
import { mapBelowOverlay, mapData, pageListOf } from './shown-maps.ts';

export function mapPages(input: PagesInput, map: CatalogMap): Asset[] {
  const forms = programFormsOf(input.catalog, map, isOverlay(map) ? mapBelowOverlay(input.catalog) : null);
  return input.catalog.languages.map((language) => mapPage(input, map, forms, language));
}

function mapPage(input: PagesInput, map: CatalogMap, forms: readonly ProgramForm[], language: Language): Asset {
  const { name, id, fileName, minZoom, maxZoom, copyright } = map;
  const role = MAP_LISTS[map.list];
  const context = pageContext(input, { role, name: fileName }, language);
  const { texts, link } = context;
  const hasZooms = minZoom !== undefined && maxZoom !== undefined;
  const facts = [
    map.type !== 'xyz' && TYPE_NAMES[map.type][texts.code],
    hasZooms && texts.index.zoom(minZoom, maxZoom),
  ];
  const what = facts.filter((part) => part).join(', ');
  const list = pageListOf(map);
  const below = mapBelowOverlay(input.catalog);
  const sketch = worldSketchOf(map.area);
  const sections = fromAspects('section', map, context);
  const use = html`<section class="map-panel${map.unsetTokens.length > 0 && ' low'}" aria-label="${texts.index.map}">
<div id="map" class="map${sketch && ' sketched'}"${below && html` data-base="${below.fileName}"`}><div class="map-empty"${sketch && html` data-sketch="${sketch}"`}>
${fromAspects('sight', map, context)}${invitation(context, map, list === 'overlayservers' ? below : null)}
</div></div>
</section>
${programsSection(context, map, forms)}
`;
  const body = html`<article class="server record-page${list === 'overlayservers' && ' overlay'}" data-server="${mapData(context, map)}">
<p class="path"><a href="${link('index')}#${list}">${texts.lists[list]}</a></p>
<div class="title"><h1><bdi>${id}</bdi></h1>
<p class="meta">${hasZooms && zoomScale(minZoom, maxZoom)}<span>${what}</span> <bdi>${creditText(copyright)}</bdi></p></div>
${verdictLine(context, map)}
${conditionsList(context, map)}${fromAspects('first', map, context)}${
  endOf(map)
    ? html`<details class="ended"><summary>${texts.mapPage.formerUse}</summary>
${use}</details>
`
    : use
}<div class="columns">
<section class="facts" aria-labelledby="facts">
<h2 id="facts">${texts.mapPage.facts}</h2>
<dl>
${factList(fromAspects('facts', map, context))}</dl>
${recordLinks(context, role, fileName, ...fromAspects('report', map, context))}
</section>
${sections.length > 0 && html`<div>\n${sections}</div>`}
</div>
</article>`;
  const title = language === input.catalog.languages[0] && name !== '' ? name : id;
  const description = texts.mapPage.describe(id, texts.mapPage.kinds[MAP_LISTS[list]], what, creditText(copyright));
  return pageAsset(context, { title, description, body });
}

/** Says why a map is off. Unless it ended, also says whether it works, its terms, and its key. */
export function verdictLine(context: PageContext, map: CatalogMap): Html {
  const off = !map.active && html`<p class="verdict off">${offInWords(context, map)}</p>`;
  if (off && endOf(map)) return off;
  const parts = fromAspects('verdict', map, context).filter((part) => part);
  const shown = parts.map((part, at) => [at > 0 && ' · ', part]);
  return html`${off && html`${off}\n`}<p class="verdict">${shown}</p>`;
}

/** The record's reason is in this language, or else in another one. */
function offInWords({ texts: { mapPage: words, data }, language }: PageContext, map: CatalogMap): Html {
  const { offReason = {} } = map;
  const end = endOf(map);
  const off = end ? webPageLink(end.source, words.ended(data.date(end.date))) : words.off;
  const all = Object.entries(offReason);
  const [written, reason] = all.find(([one]) => one === language) ?? all[0] ?? [];
  return html`${off}${reason && html`: <bdi${written !== language && html` lang="${written}"`}>${reason}</bdi>`}`;
}

/** What to know before building on a map, in a few words each. */
export function conditionsList(context: PageContext, map: CatalogMap): Html | null {
  const { texts } = context;
  const end =
    map.active && map.ends && html`<strong>${webPageLink(map.ends.source, texts.data.date(map.ends.date))}</strong>`;
  const rows = factList([[fieldLabel(texts, 'ends'), end ?? false], ...fromAspects('conditions', map, context)]);
  return rows.length === 0 ? null : html`<dl class="conditions">${rows}</dl>\n`;
}

/**
 * In place of the map before it is opened: a button, a field for its token, or why pages cannot show it.
 * @param below the map below an overlay
 */
function invitation(context: PageContext, map: CatalogMap, below: CatalogMap | null): Html {
  const { mapPage: words } = context.texts;
  const { hosts, unsetTokens } = map;
  if (isOtherProjection(map)) return html`<p class="lede">${words.lede}</p>\n<p>${context.texts.map.projection}</p>`;
  const provider = mapProviderOf(context.catalog, map);
  const signUp = provider?.signUp && html` ${webPageLink(provider.signUp, words.signUp(provider.name))}`;
  if (unsetTokens.length > 0) {
    return html`<p class="lede">${words.ledeUnset}</p>
<p>${words.ledeUnsetText}${signUp}</p>
<form id="token" class="token scripted">
${unsetTokens.map((token, index) => html`<label>${words.ownToken(provider?.name ?? map.id)}${index > 0 && ` (${index + 1})`} <input data-token="${token}" autocomplete="off" autocapitalize="none" spellcheck="false"></label>\n`)}<button class="main">${words.keepToken}</button>
<button type="button" class="show" aria-pressed="false" hidden></button>
</form>`;
  }
  return html`<p class="lede">${words.lede}</p>
<p>${words.ledeText([hosts, below?.hosts ?? []].flatMap(firstOf).join(', '))}</p>
<p class="scripted"><button type="button" class="show main" aria-pressed="false">${words.show}</button></p>
<noscript><p>${words.ledeWithout}</p></noscript>`;
}

function firstOf([host, ...others]: readonly string[]): string[] {
  return host === undefined ? [] : [others.length > 0 ? `${host} …` : host];
}

function factList(rows: readonly FactRow[]): readonly Html[] {
  const known = rows.filter(([, what]) => what !== false);
  return known.map(([term, what]) => html`<div><dt>${term}</dt><dd>${what}</dd></div>\n`);
}
