/** The page of a map: its live map, and all fields of the record. */

import type { Language } from '../../../../contract/base/languages.ts';
import { creditText } from '../../../../contract/maps/credit.ts';
import { isOtherProjection } from '../../../../contract/maps/get-map.ts';
import { MAP_LISTS } from '../../../../contract/maps/map-types.ts';
import { TYPE_NAMES } from '../../../map-types/all-types.ts';
import type { CatalogMap } from '../../../model/catalog.ts';
import type { MapStatus } from '../../../model/statuses.ts';
import { worldSketchOf } from '../../../programs/map-bounds.ts';
import { fieldLabel } from '../../changes/headlines.ts';
import type { Asset } from '../../core/asset.ts';
import type { Alternative } from '../../v2/alternatives.ts';
import { ownChanges } from '../changes-page.ts';
import { type Html, html } from '../layout/html.ts';
import { type PageContext, type PagesInput, pageAsset, pageContext } from '../layout/page-layout.ts';
import { recordLinks } from '../layout/record-links.ts';
import { zoomScale } from '../lists/record-rows.ts';
import { type FactRow, mapCredits, mapFacts } from './map-facts.ts';
import type { ShownPicture } from './map-pictures.ts';
import { mapConditions, measuredStatusRows, statusInWords, verdictLine } from './map-state.ts';
import { mapProviderOf, webPageLink } from './map-summary.ts';
import { programsSection } from './programs-section.ts';
import { besideRecord, mapBelowOverlay, mapData, pageListOf } from './shown-maps.ts';
import { typeFacts } from './type-facts.ts';

/** Renders the page of one map. */
export function mapPage(input: PagesInput, map: CatalogMap, language: Language): Asset {
  const { name, id, fileName, minZoom, maxZoom, copyright } = map;
  const { changed, status, picture, alternatives } = besideRecord(input, map);
  const role = MAP_LISTS[map.list];
  const context = pageContext(input, { role, name: fileName }, language);
  const { texts, link } = context;
  const hasZooms = minZoom !== undefined && maxZoom !== undefined;
  const its = [map.type !== 'xyz' && TYPE_NAMES[map.type][texts.code], hasZooms && texts.index.zoom(minZoom, maxZoom)];
  const what = its.filter((part) => part).join(', ');
  const list = pageListOf(map);
  const below = mapBelowOverlay(input.catalog);
  const sketch = worldSketchOf(map.area);
  const retired = isRetired(map, status);
  const others = [!retired && alternativesSection(context, alternatives), ownChanges(context, role, fileName)];
  const sections = others.filter((section) => section);
  const body = html`<article class="server record-page" data-server="${mapData(context, map)}">
<p class="path"><a href="${link('index')}#${list}">${texts.lists[list]}</a></p>
<div class="title"><h1><bdi>${id}</bdi></h1>
<p class="meta">${hasZooms && zoomScale(minZoom, maxZoom)}<span>${what}</span> <bdi>${creditText(copyright)}</bdi></p></div>
${verdictLine(context, map, status)}
${conditionsList(context, map, status, retired ? [] : alternatives)}${retired && alternativesSection(context, alternatives)}<section class="map-panel${map.unsetTokens.length > 0 && ' low'}" aria-label="${texts.index.map}">
<div id="map" class="map"${below && html` data-base="${below.fileName}"`}><div class="map-empty"${sketch && html` data-sketch="${sketch}"`}>
${picture && sight(context, map, picture)}${invitation(context, map, list === 'overlayservers' ? below : null)}
</div></div>
</section>
${programsSection(context, map, status)}
<div class="columns">
<section class="facts" aria-labelledby="facts">
<h2 id="facts">${texts.mapPage.facts}</h2>
<dl>
${facts(context, map, status, changed)}</dl>
${recordLinks(context, role, fileName, status)}
</section>
${
  sections.length > 0 &&
  html`<div>
${sections}</div>`
}
</div>
</article>`;
  const title = isInLanguage(context, map) ? name : id;
  const description = texts.mapPage.describe(id, texts.mapPage.kinds[MAP_LISTS[list]], what, creditText(copyright));
  return pageAsset(context, { title, description, body });
}

/** Whether nobody can use a map any more: then its alternatives come first. */
function isRetired({ active }: CatalogMap, status: MapStatus | null): boolean {
  return !active || (status !== null && !status.isOld && status.verdict === 'dead');
}

/** The number of alternatives that are named under the title. */
const NAMED_ALTERNATIVES = 3;

/** The conditions of a map, and what to take instead of it. */
function conditionsList(
  context: PageContext,
  map: CatalogMap,
  status: MapStatus | null,
  alternatives: readonly Alternative[],
): Html | null {
  const { texts, link } = context;
  const links = alternatives
    .slice(0, NAMED_ALTERNATIVES)
    .map(({ list, fileName, id }, at) => [
      at > 0 && ', ',
      html`<a href="${link({ role: MAP_LISTS[list], name: fileName })}"><bdi>${id}</bdi></a>`,
    ]);
  const rows = factList([...mapConditions(context, map, status), [texts.mapPage.instead, links.length > 0 && links]]);
  return rows.length === 0 ? null : html`<dl class="conditions">${rows}</dl>\n`;
}

/** The alternatives of a map as a list of links; null without any. */
function alternativesSection({ texts, link }: PageContext, alternatives: readonly Alternative[]): Html | null {
  if (alternatives.length === 0) return null;
  const items = alternatives.map(
    ({ list, fileName, id, name, needsToken }) =>
      html`<li><a href="${link({ role: MAP_LISTS[list], name: fileName })}"><bdi>${id}</bdi></a>${name !== id && html` <span class="soft"><bdi>${name}</bdi></span>`}${needsToken !== null && html` <span class="tag">${texts.mapPage.alternativeToken}</span>`}</li>\n`,
  );
  return html`<section class="alternatives" aria-labelledby="alternatives">
<h2 id="alternatives">${texts.mapPage.alternatives}</h2>
<ul>
${items}</ul>
</section>
`;
}

/** Whether a map has a description of its own in the language of the page: editors write it in the first one. */
function isInLanguage({ catalog, language }: PageContext, { id, name }: CatalogMap): boolean {
  return name !== '' && name !== id && language === catalog.languages[0];
}

/** The content in place of a map before it is opened, with `below` below it; for one that needs a token, its field; or why it is not. */
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

/** A tile of the map, with its attribution. */
function sight({ texts, root }: PageContext, map: CatalogMap, { path, width, height }: ShownPicture): Html {
  return html`<figure class="sight"><img src="${root}${path}" width="${width}" height="${height}" alt="${texts.mapPage.picture(map.id)}">
<figcaption>${mapCredits(map)}</figcaption></figure>
`;
}

/** The first of several hosts, with a sign that there are more. */
function firstOf([host, ...others]: readonly string[]): string[] {
  return host === undefined ? [] : [others.length > 0 ? `${host} …` : host];
}

function facts(
  context: PageContext,
  map: CatalogMap,
  status: MapStatus | null,
  changed: string | null,
): readonly Html[] {
  const { texts } = context;
  const { mapPage: words } = texts;
  const { name, hosts, copyright } = map;
  const rows: readonly FactRow[] = [
    [texts.status.title, status !== null && statusInWords(context, status)],
    ...measuredStatusRows(context, map, status),
    [words.name, isInLanguage(context, map) && html`<bdi>${name}</bdi>`],
    ...typeFacts(context, map),
    ...mapFacts(context, map),
    [fieldLabel(texts, 'copyright'), html`<bdi>${copyright}</bdi>`],
    [fieldLabel(texts, 'hosts'), hosts.map((host) => html`<code>${host}</code> `)],
    [words.changed, changed !== null && html`<time datetime="${changed}">${texts.data.date(changed)}</time>`],
  ];
  return factList(rows);
}

function factList(rows: readonly FactRow[]): readonly Html[] {
  const known = rows.filter(([, what]) => what !== false);
  return known.map(([term, what]) => html`<div><dt>${term}</dt><dd>${what}</dd></div>\n`);
}
