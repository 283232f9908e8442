import { LANGUAGES } from '../../../../contract/base/languages.ts';
import { attributionText } from '../../../../contract/maps/credit.ts';
import { isOtherProjection } from '../../../../contract/maps/get-map.ts';
import { COMMERCIAL_FLAGS, commercialUseOf, licenceName } from '../../../../contract/maps/licences.ts';
import { MAP_LISTS } from '../../../../contract/maps/map-types.ts';
import downloadWords from '../../../../contract/words/page-texts/download-words.json' with { type: 'json' };
import { searchText } from '../../../../contract/words/search-fields.ts';
import { TYPE_NAMES } from '../../../map-types/all-types.ts';
import {
  type CatalogMap,
  type Category,
  type DataSourceSummary,
  type Edition,
  endOf,
  mapId,
} from '../../../model/catalog.ts';
import { clientOf, type ProgramsById, programsForFiles, programsForMap } from '../../../programs/usable-programs.ts';
import { fromAspects, mapFlags } from '../../aspects/all-aspects.ts';
import { downloadSummary, hasFiles } from '../data-source/data-source-page.ts';
import { type Html, html } from '../layout/html.ts';
import type { PageContext } from '../layout/page-layout.ts';
import { mapCoverage } from '../map/map-coverage.ts';
import { mapSearchWords, mapSummary } from '../map/map-summary.ts';
import { mapData, pageListOf } from '../map/shown-maps.ts';
import { typeWords } from '../map/type-facts.ts';
import { areaSketch } from './area-shapes.ts';

export function mapRow(context: PageContext, map: CatalogMap): Html {
  const { link, catalog } = context;
  const { list, type, id, name, copyright, hosts, minZoom, maxZoom, fileName, area, kind } = map;
  const [picture] = fromAspects('thumb', map, context);
  const covered = area && mapCoverage(area);
  const { kinds, provider: by, others } = mapSearchWords(catalog, map);
  const kindWords = [kinds, typeWords(map) || []].flat().join(' ');
  const search = searchText([id, name, kindWords, by, [fileName, copyright, ...hosts, others].join(' ')]);
  const hasZooms = minZoom !== undefined && maxZoom !== undefined;
  const flags = mapFlags(map, context);
  const client = clientOf(map);
  const programs = `${idsOf(programsForMap(map, flags))}${client === null ? '' : ` +${client}`}`;
  const attributes = Object.entries<string>(
    Object.assign({ programs }, ...fromAspects('attributes', map, context)),
  ).sort();
  return html`<li class="server record" data-kind="${MAP_LISTS[pageListOf(map)]}" data-id="${mapId(map)}" data-search="${search}" data-flags="${flags.join(' ')}"${type !== 'xyz' && html` data-type="${type}"`}${hasZooms && html` data-min="${minZoom}" data-max="${maxZoom}"`}${attributes.map(([name, value]) => html` data-${name}="${value}"`)}${kind && html` data-shows="${kind}"`}${covered && html` data-area="${covered.text}" data-size="${covered.size}"`} data-server="${mapData(context, map)}">
${picture ?? areaSketch(area, `${id} ${name}`)}<div>
<h3><a href="${link({ role: MAP_LISTS[list], name: fileName })}"><bdi>${id}</bdi></a>${mapTags(context, map)}</h3>
<p class="summary">${fromAspects('mark', map, context)}${mapSummary(context, map)}</p>
${picture && html`<p class="credit"><bdi>${attributionText(map)}</bdi></p>\n`}</div>
${mapButtons(context, map)}</li>
`;
}

/** Only users who have the missing token see the buttons; a tag explains why. */
function mapButtons({ texts }: PageContext, map: CatalogMap): Html | false {
  const { id, unsetTokens } = map;
  if (isOtherProjection(map) || endOf(map)) return false;
  return html`<div class="actions"${unsetTokens.length > 0 && html` hidden data-unset="${unsetTokens.join(' ')}"`}><button type="button" class="show" title="${texts.index.show}" aria-label="${texts.index.showThis(id)}"></button>${pageListOf(map) === 'mapservers' && html`<button type="button" class="compare" aria-pressed="false" title="${texts.index.compare}" aria-label="${texts.index.compareThis(id)}"></button>`}</div>
`;
}

/** What to know before choosing a map. Its line says if it needs a token. */
function mapTags(context: PageContext, map: CatalogMap): Html {
  const typeTag = [map.type !== 'xyz', TYPE_NAMES[map.type][context.texts.code], 'type'] as const;
  const tags = [typeTag, ...fromAspects('tags', map, context)];
  return html`${tags.map(([isShown, text, look]) => isShown && html` <span class="tag ${look}">${text}</span>`)}`;
}

/** The zoom levels that programs know, which are the width of the scale. */
const ZOOM_LEVELS = 22;

/** A drawing beside a text with the same information. */
export function zoomScale(minZoom: number, maxZoom: number): Html {
  const last = Math.min(maxZoom, ZOOM_LEVELS);
  const first = Math.min(minZoom, last);
  return html`<svg class="zoom" viewBox="0 0 ${ZOOM_LEVELS} 4" preserveAspectRatio="none" aria-hidden="true"><path d="M0 2h${ZOOM_LEVELS}"/><rect x="${first}" width="${Math.max(1, last - first)}" height="4"/></svg>`;
}

export function dataSourceRow(context: PageContext, source: DataSourceSummary, changed: string | null): Html {
  const { texts, link } = context;
  const { id, name, baseUrl, directory, counts, kind, licence } = source;
  const kindWords = kind ? LANGUAGES.map((language) => downloadWords[kind][language]) : [];
  const others = [baseUrl, (licence && licenceName(licence)) || ''].join(' ');
  const search = searchText([name, id, [directory, ...kindWords].join(' '), '', others]);
  const commercial = commercialUseOf({ licence })?.state;
  const flags = [
    ...Object.entries(counts).flatMap(([section, count]) => (count > 0 ? section : [])),
    ...(commercial ? [COMMERCIAL_FLAGS[commercial]] : []),
  ];
  const summary = downloadSummary(context, source);
  return html`<li class="record" data-kind="datasource" data-id="${id}" data-base="${baseUrl}" data-search="${search}" data-flags="${flags.join(' ')}" data-programs="${idsOf(programsForFiles(kind))}"${licence && licenceName(licence) && html` data-licence="${licence}"`}${changed && html` data-changed="${changed}"`}>
${areaSketch(null)}<div>
<h3><a href="${link({ role: 'datasource', name: id })}"><bdi>${name}</bdi></a></h3>
<p class="summary">${summary}${summary.length > 0 && ' · '}${texts.data.counts.files(counts.files + counts.maps + counts.themes)}</p>
</div>
</li>
`;
}

const idsOf = (programs: ProgramsById): string => [...programs.keys()].join(' ');

export function editionRow({ texts, link, catalog }: PageContext, { id, name, datasources }: Edition): Html {
  const offered = catalog.datasources.filter((source) => datasources.includes(source.id) && hasFiles(source));
  return html`<li class="record" data-kind="edition" data-search="${searchText([name, id])}">
${areaSketch(null)}<div>
<h3><a href="${link({ role: 'edition', name: id })}"><bdi>${name}</bdi></a></h3>
<p class="summary">${texts.counts.datasources(offered.length)}</p>
</div>
</li>
`;
}

/** Subcategories are closed at first: ten thousand categories are a short list. */
export function categoryRows(context: PageContext, categories: readonly Category[]): Html {
  const pieces: Html[] = [html`<ul class="tree">\n`];
  // Not recursive: there may be any number of levels.
  const rest: (Category | Html)[] = topCategories(categories).toReversed();
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if ('text' in next) {
      pieces.push(next);
      continue;
    }
    const { id, children } = next;
    const name = next.name || context.texts.data.category.unnamed(id);
    const anchor = html`<a href="${context.link({ role: 'category', name: id })}"><bdi>${name}</bdi></a>`;
    const start = html`<li class="record" data-kind="category" data-search="${searchText([name])}">`;
    if (children.length === 0) {
      pieces.push(html`${start}${anchor}</li>\n`);
      continue;
    }
    const { below, belowThis } = context.texts.index;
    pieces.push(html`${start}${anchor} <span class="soft">${below(children.length)}</span>
<details><summary aria-label="${belowThis(name)}"></summary><ul>\n`);
    rest.push(html`</ul></details></li>\n`);
    for (const child of children.toReversed()) rest.push(child);
  }
  pieces.push(html`</ul>`);
  return html`${pieces}`;
}

/** A nameless root is replaced by its children. */
function topCategories(categories: readonly Category[]): readonly Category[] {
  const roots = categories.filter(({ parent }) => parent === null);
  return roots.flatMap((root) => (root.name === '' ? root.children : [root]));
}
