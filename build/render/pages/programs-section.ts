/** Sections about other map programs: the forms of one map, and a table of all programs. */
import { grouped } from '../../../contract/base/text.ts';
import { type Language, MAP_PROGRAM_FILES, PROGRAMS_FOLDER, RECORD_FOLDERS } from '../../../contract/pages.ts';
import type { PageTexts } from '../../../contract/words/page-texts/page-texts.ts';
import programWords from '../../../contract/words/page-texts/program-words.json' with { type: 'json' };
import { type CatalogMap, catalogMaps, isOverlay } from '../../model/catalog.ts';
import type { MapStatus } from '../../model/statuses.ts';
import { formsOf, type ProgramCount, type ProgramForm, programCounts } from '../programs/programs.ts';
import { type Html, html } from './html.ts';
import type { PageContext } from './page-layout.ts';
import { isEncrypted } from './shown-maps.ts';

type Words = Readonly<Record<Language, string>>;

/** How programs are called, how each takes a map, and why not, by what it is about and one of its names. */
const WORDS = new Map(
  Object.entries<Readonly<Record<string, Words>>>(programWords).flatMap(([about, rows]) =>
    Object.entries(rows).flatMap(([names, words]) =>
      names.split(', ').map((name) => [`${about} ${name}`, words] as const),
    ),
  ),
);

/** The names of words for a map in a program, the most special first: of maps of its type without a style, and of its type. */
function wordsFor(map: CatalogMap, program: ProgramForm['program']): string[] {
  const its = `${map.type} ${program}`;
  return [...('style' in map && map.style ? [] : [`unstyled ${its}`]), its, program];
}

/** The words of the first name that has some. */
function inWords({ code }: PageTexts, about: keyof typeof programWords, ...names: readonly string[]): string {
  const known = names.find((name) => WORDS.has(`${about} ${name}`));
  return known === undefined ? '' : (WORDS.get(`${about} ${known}`)?.[code] ?? '');
}

/** The form of a map for each program, with a button that copies it, and the programs without a form. */
export function programsSection(context: PageContext, map: CatalogMap, status: MapStatus | null): Html {
  const { catalog, texts } = context;
  const { programs } = texts;
  const forms = formsOf(catalog, map);
  const why = ({ program, leftOut }: ProgramForm): string | null =>
    leftOut && inWords(texts, 'leftOut', ...(leftOut === 'part' ? wordsFor(map, program) : []), leftOut);
  return html`<section class="programs" id="programs" aria-labelledby="programs-title" data-copied="${programs.copied}" data-not-copied="${programs.notCopied}">
<h2 id="programs-title">${programs.title}</h2>
<div>
${forms.filter(({ leftOut }) => leftOut === null).map((form) => programForm(context, map, status, form))}</div>
${[...grouped(forms, why)].map(([reason, some]) => {
  const names = some.map(({ program }) => inWords(texts, 'names', ...wordsFor(map, program))).join(', ');
  return reason !== null && html`<p class="soft">${programs.notFor(names, reason)}</p>\n`;
})}<p class="visually-hidden" role="status"></p>
</section>`;
}

function programForm(context: PageContext, map: CatalogMap, status: MapStatus | null, form: ProgramForm): Html {
  const { texts, root } = context;
  const { program, path, text, link } = form;
  const { withKey, copy, copyOf, open, file } = texts.programs;
  const name = inWords(texts, 'names', ...wordsFor(map, program));
  // A file of a map that needs a key is not published: its content is here. A style of its own is an address.
  const isContent = path === null && program in MAP_PROGRAM_FILES && text?.startsWith('{');
  const what = isContent ? withKey : explanation(texts, map, form);
  const warnings = warningsOf(context, map, status, program);
  return html`<div class="program" data-program="${program}">
<div><h3>${name}</h3><p>${what}</p>${warnings.map((warning) => html`<p><strong>${warning}</strong></p>`)}</div>
<div class="program-actions">
${link !== null && html`<a href="${link}" rel="noreferrer">${open}</a>\n`}${path !== null && html`<a href="${root}${path}">${file(fileName(path))}</a>\n`}</div>
${
  text !== null &&
  html`<div class="program-text"><pre dir="ltr" tabindex="0" role="group" aria-label="${name}"><code>${text}</code></pre>
<button type="button" class="copy" hidden aria-label="${copyOf(name)}">${copy}</button></div>\n`
}</div>
`;
}

/** How a program takes a map, and its file if there is one. */
function explanation(texts: PageTexts, map: CatalogMap, { program, path }: ProgramForm): string {
  const names = wordsFor(map, program);
  const layers = 'layers' in map ? map.layers.join(', ') : '';
  const how = inWords(texts, 'explained', ...names).replace('{layers}', () => layers);
  return `${how} ${path === null ? '' : inWords(texts, 'orFile', ...names)}`.trim();
}

/** What keeps web pages from showing a map: it is not encrypted, or its server does not allow CORS. */
function warningsOf(
  { texts }: PageContext,
  map: CatalogMap,
  status: MapStatus | null,
  program: ProgramForm['program'],
): string[] {
  const { unencrypted, withoutCors } = texts.programs;
  if (program !== 'maplibre' && program !== 'leaflet') return [];
  return [
    ...(isEncrypted(map) ? [] : [unencrypted]),
    ...(status?.cors?.allowed === false ? [withoutCors[program]] : []),
  ];
}

/** All programs: what they read, how many maps they get and lack, and the files. */
export function programsOverview(context: PageContext): Html {
  const { catalog } = context;
  const { programs, counts } = context.texts;
  const all = catalogMaps(catalog);
  const overlays = all.filter(isOverlay).length;
  return html`<section class="programs" id="programs" aria-labelledby="programs-title">
<h2 id="programs-title">${programs.overviewTitle}</h2>
<p>${programs.overview(counts.mapservers(all.length - overlays), counts.overlayservers(overlays))}</p>
<div>
${programCounts(catalog).map((count) => programCount(context, count))}</div>
<p>${programs.boxes} <code>/${RECORD_FOLDERS.datasource}/…/boxes.geojson</code></p>
</section>`;
}

function programCount({ texts, root }: PageContext, { program, paths, carried, leftOut }: ProgramCount): Html {
  const { programs } = texts;
  const left = [...leftOut].map(([reason, many]) => programs.counted[reason](many));
  return html`<div class="program">
<div><h3>${inWords(texts, 'names', program)}</h3><p>${`${inWords(texts, 'explained', program)} ${inWords(texts, 'orFile', program)}`.trim()}</p></div>
<div class="program-actions">${paths.length === 0 ? programs.each : paths.map((path, at) => [at > 0 && '\n', html`<a href="${root}${path}">${programs.file(fileName(path))}</a>`])}</div>
<p>${programs.carried(carried, left.join(', '))}</p>
</div>
`;
}

/** The name of a file for people, without the common folder. */
function fileName(path: string): string {
  return path.startsWith(PROGRAMS_FOLDER) ? path.slice(PROGRAMS_FOLDER.length) : path.slice(path.lastIndexOf('/') + 1);
}
