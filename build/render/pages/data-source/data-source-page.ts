import { type FileRow, fileAddress, isoDay, type ListColumn } from '../../../../contract/data-sources/file-list.ts';
import { SECTIONS } from '../../../../contract/data-sources/sections.ts';
import { creditsOpenStreetMap } from '../../../../contract/maps/credit.ts';
import { DATA_SOURCE_FILES, dataSourceFilePath, RECORD_FOLDERS } from '../../../../contract/pages/pages.ts';
import actionWords from '../../../../contract/words/page-texts/action-words.json' with { type: 'json' };
import downloadWords from '../../../../contract/words/page-texts/download-words.json' with { type: 'json' };
import type { PageTexts } from '../../../../contract/words/page-texts/page-texts.ts';
import type { DataSourceSummary } from '../../../model/catalog.ts';
import { INTERFACE_CLIENT, programsForFiles } from '../../../programs/usable-programs.ts';
import { fieldLabel } from '../../changes/headlines.ts';
import type { Asset } from '../../core/asset.ts';
import { ownChanges } from '../changes-page.ts';
import { breakableAddress, type Html, type HtmlPiece, html } from '../layout/html.ts';
import { type PageContext, type PagesInput, pageAsset, pageContext } from '../layout/page-layout.ts';
import { recordLinks } from '../layout/record-links.ts';
import { mapUsageOf, webPageLink } from '../map/map-summary.ts';
import { type DataSourceFacts, NAMED_INSIDE, ROWS, type ShownFile } from './files-index.ts';

export function* dataSourcePages(input: PagesInput, facts: DataSourceFacts): Generator<Asset> {
  const { datasource } = facts;
  const page = { role: 'datasource', name: datasource.id } as const;
  for (const language of input.catalog.languages) {
    const context = pageContext(input, page, language);
    const { texts } = context;
    yield pageAsset(context, {
      title: datasource.name,
      description: texts.data.describe(datasource.name, sectionCounts(datasource, texts) || texts.data.counts.files(0)),
      body: bodyOf(context, facts),
    });
  }
}

function bodyOf(context: PageContext, facts: DataSourceFacts): Html {
  const { datasource, count } = facts;
  const { data, code } = context.texts;
  return html`<article class="record-page data-source">
<header>
<p class="path"><a href="${context.link('index')}#${RECORD_FOLDERS.datasource}">${context.texts.lists.datasources}</a></p>
<h1 dir="auto">${datasource.name}</h1>
<p>${datasource.kind && `${downloadWords[datasource.kind].purpose[code].replace('{programs}', readersOf(datasource.kind))} `}<span class="soft">${actionWords[datasource.action][code]}${offeredBy(context, datasource)}</span></p>
<p>${joined([sectionCounts(datasource, context.texts), licenceOf(context, datasource), unencrypted(context, datasource)])}</p>
</header>
${count === 0 ? html`<p class="empty">${data.nothing}</p>` : filesSection(context, facts)}
${factsOf(context, facts)}
${recordLinks(context, 'datasource', datasource.id)}
${ownChanges(context, 'datasource', datasource.id)}
</article>`;
}

/** Such as `Elevation · for RouteConverter · CC0 1.0`. */
export function downloadSummary(context: Pick<PageContext, 'texts'>, source: DataSourceSummary) {
  const { texts } = context;
  const { kind } = source;
  const words = kind && downloadWords[kind];
  const readers = kind && readersOf(kind);
  const readBy = readers && texts.data.readBy(readers);
  const [terms] = usageOf(context, source);
  return joined([words?.[texts.code], readBy, terms, unencrypted(context, source)]);
}

/** As of a map that credits the same data; then the address that states it, or empty. */
function usageOf(context: Pick<PageContext, 'texts'>, { kind, licence }: DataSourceSummary) {
  const copyright = kind ? downloadWords[kind].data : '';
  const isKnown = licence !== undefined || creditsOpenStreetMap({ copyright });
  const stated = { copyright, ...(licence !== undefined && { licence }) };
  return isKnown ? mapUsageOf(context, stated) : ([context.texts.maps.unknownLicence, ''] as const);
}

function offeredBy({ texts: { code }, catalog }: PageContext, { id, kind, directory }: DataSourceSummary): string {
  const client = kind && programsForFiles(kind).get(INTERFACE_CLIENT);
  const isOffered = client && catalog.editions.some(({ datasources }) => datasources.includes(id));
  const words = actionWords.offered[code].replace('{program}', client ?? '').replace('{folder}', directory);
  return isOffered ? ` ${words}` : '';
}

const unencrypted = ({ texts }: Pick<PageContext, 'texts'>, { baseUrl }: DataSourceSummary): Html | false =>
  /^http:/i.test(baseUrl) && html`<strong>${texts.index.http}</strong>`;

export const hasFiles = ({ counts }: DataSourceSummary): boolean => SECTIONS.some((section) => counts[section] > 0);

/** Links to sources without files, which lists of downloads leave out; empty if there are none. */
export function emptySources({ texts, link }: PageContext, sources: readonly DataSourceSummary[]): Html {
  const links = sources.map(
    ({ id, name }, at) =>
      html`${at > 0 && ', '}<a href="${link({ role: 'datasource', name: id })}"><bdi>${name}</bdi></a>`,
  );
  return html`${
    links.length > 0 &&
    html`<p class="soft empty-sources">${texts.data.empty}: ${links}</p>
`
  }`;
}

function readersOf(kind: NonNullable<DataSourceSummary['kind']>): string {
  return [...programsForFiles(kind).values()].join(', ');
}

function licenceOf(context: PageContext, datasource: DataSourceSummary): HtmlPiece {
  const [usage, stated] = usageOf(context, datasource);
  return stated === '' ? usage : html`${fieldLabel(context.texts, 'licence')}: ${webPageLink(stated, usage)}`;
}

function joined(pieces: readonly HtmlPiece[]): readonly HtmlPiece[] {
  return pieces.filter((piece) => piece).map((piece, at) => [at > 0 && ' · ', piece]);
}

function factsOf(context: PageContext, { datasource, count, publishedFiles, total, lastDay }: DataSourceFacts): Html {
  const { catalog, texts, root, link, document } = context;
  const { facts, formats, date, size } = texts.data;
  const label = (field: string): string => fieldLabel(texts, field);
  const { publisher } = datasource;
  const editions = catalog.editions.filter(({ datasources }) => datasources.includes(datasource.id));
  const isPartial = total.known < count;
  return html`<dl class="key-facts">
${publisher && fact(label('publisher'), publisher.homepage ? webPageLink(publisher.homepage, publisher.name) : publisher.name)}
${total.known > 0 && fact(facts.total, isPartial ? facts.totalOf(size(total.bytes), total.known) : size(total.bytes))}
${lastDay !== null && fact(facts.changed, dayTime(lastDay, date))}
${fact(label('baseUrl'), html`<a href="${datasource.baseUrl}">${breakableAddress(datasource.baseUrl)}</a>`, 'wide')}
${
  editions.length > 0 &&
  fact(
    facts.editions,
    editions.map(({ id, name }, index) => [
      index > 0 && ' · ',
      html`<a href="${link({ role: 'edition', name: id })}">${name}</a>`,
    ]),
  )
}
${fact(
  facts.formats,
  [
    html`<a href="${document('datasource', datasource.id)}">${formats.json}</a>`,
    publishedFiles.includes('boxes') &&
      html`, <a href="${root}${dataSourceFilePath(datasource.id, 'boxes')}" download>${formats.boxes}</a>`,
  ],
  'wide',
)}
</dl>`;
}

function fact(name: string, value: HtmlPiece, className = ''): Html {
  return html`<div${className && html` class="${className}"`}><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** `24 files, 3 themes`; empty without any. */
export function sectionCounts({ counts }: DataSourceSummary, { data }: PageTexts): string {
  const texts = SECTIONS.map((section) => (counts[section] > 0 ? data.counts[section](counts[section]) : ''));
  return texts.filter(Boolean).join(', ');
}

/** Without scripts, a page shows only the first rows. */
function filesSection(
  { texts, root, document }: PageContext,
  { datasource, count, shown, columns, hasMap, publishedFiles, total }: DataSourceFacts,
): Html {
  const { list, map, formats } = texts.data;
  const { id, baseUrl } = datasource;
  const folder = `${root}${dataSourceFilePath(id, 'list').slice(0, -DATA_SOURCE_FILES.list.length)}`;
  const json = html`<a href="${document('datasource', id)}">${list.all}</a>`;
  return html`<section class="files" aria-labelledby="files-title" data-base="${baseUrl}"${publishedFiles.includes('list') && html` data-list="${folder}${DATA_SOURCE_FILES.list}"`}${publishedFiles.includes('contents') && html` data-contents="${folder}${DATA_SOURCE_FILES.contents}"`}>
<h2 id="files-title">${list.title}</h2>
${
  total.known < count &&
  html`<p class="soft">${list.unknown(count - total.known, count)}</p>
`
}${
  total.hashed < total.known &&
  html`<p class="soft">${list.withoutChecksum(total.known - total.hashed, count)}</p>
`
}<form class="file-search scripted" role="search">
<label for="find-files">${list.find}</label>
<input id="find-files" type="search" placeholder="${list.hint}" autocomplete="off" autocapitalize="none" spellcheck="false">
<output for="find-files">${list.found(count)}</output>
</form>
<div class="file-columns">
<div class="file-rows" tabindex="0" role="group" aria-label="${list.title}">
<table aria-label="${list.title}">
<thead><tr>${columns.map((column) => html`<th scope="col" class="${column}" data-column="${column}">${list.columns[column]}</th>`)}</tr></thead>
<tbody>
${shown.map((file) => rowOf(file, columns, baseUrl, texts))}</tbody>
</table>
${count > ROWS && html`<p class="rest">${list.first(ROWS, count)} ${json}</p>`}
</div>
<div class="file-side">
${
  hasMap &&
  html`<section class="coverage" aria-labelledby="coverage-title"><h3 id="coverage-title">${map.title}</h3>
<div class="map-panel"><div class="map coverage-map"><p>${map.without} ${publishedFiles.includes('boxes') && html`<a href="${folder}${DATA_SOURCE_FILES.boxes}" download>${formats.boxes}</a>`}</p></div></div>
<p class="soft scripted">${map.hint} <span class="key-words">${map.keys}</span></p></section>`
}
<section class="chosen-file scripted" aria-labelledby="chosen-title"><h3 id="chosen-title">${texts.data.file.title}</h3><div class="chosen"><p class="soft">${texts.data.file.none}</p></div></section>
</div>
</div>
</section>`;
}

function rowOf(file: ShownFile, columns: readonly ListColumn[], baseUrl: string, texts: PageTexts): Html {
  const { path, size, day, versions } = file;
  const { data, number } = texts;
  const cells: Readonly<Record<ListColumn, HtmlPiece>> = {
    path: html`<a href="${fileAddress(baseUrl, path)}">${pathPieces(path)}</a>`,
    size: size !== null && data.size(size),
    day: day !== null && dayTime(day, data.date),
    versions: versions > 0 && number(versions),
    parts: insideOf(file, texts),
  };
  return html`<tr>${columns.map((column) =>
    column === 'path'
      ? html`<th scope="row" class="path">${cells.path}</th>`
      : html`<td class="${column}">${cells[column]}</td>`,
  )}</tr>
`;
}

function insideOf({ parts, inside }: ShownFile, { data, number }: PageTexts): Html | null {
  if (parts === 0) return null;
  const named = inside.map((key) => html`<li><bdi>${key}</bdi></li>`);
  const more = parts > NAMED_INSIDE && html`<li>${data.list.more(parts - NAMED_INSIDE)}</li>`;
  return html`<details><summary>${number(parts)}</summary><ul>${named}${more}</ul></details>`;
}

/** In a narrow cell, the styles show the name first. */
function pathPieces(path: FileRow['path']): Html {
  const end = path.lastIndexOf('/') + 1;
  return html`${end > 0 && html`<bdi class="folder">${path.slice(0, end)}</bdi>`}<bdi class="name">${path.slice(end)}</bdi>`;
}

function dayTime(day: number, date: (iso: string) => string): Html {
  const iso = isoDay(day);
  return html`<time datetime="${iso}">${date(iso)}</time>`;
}
