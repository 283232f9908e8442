import { itemsByKey } from '../../../../contract/base/text.ts';
import { PROGRAMS_FOLDER, RECORD_FOLDERS } from '../../../../contract/pages/pages.ts';
import leftOutWords from '../../../../contract/words/page-texts/left-out-words.json' with { type: 'json' };
import type { PageTexts } from '../../../../contract/words/page-texts/page-texts.ts';
import { mapShape } from '../../../map-types/all-types.ts';
import type { MapShape } from '../../../map-types/map-shape.ts';
import { type CatalogMap, catalogMaps, isOverlay } from '../../../model/catalog.ts';
import { type ProgramCount, type ProgramForm, programCounts, programFormsOf } from '../../../programs/forms.ts';
import type { Saying } from '../../../programs/map-program.ts';
import { MAP_PROGRAMS, type ProgramName } from '../../../programs/writers.ts';
import { mapFlags } from '../../aspects/all-aspects.ts';
import { type Html, html } from '../layout/html.ts';
import type { PageContext } from '../layout/page-layout.ts';

/** How keys of words name a shape, the most special first. */
const shapeNamesOf = (shape: MapShape): string[] => [
  ...('isFlipped' in shape && shape.isFlipped ? [`flipped ${shape.is}`] : []),
  ...('style' in shape && shape.style ? [] : [`unstyled ${shape.is}`]),
  shape.is,
];

/** The words of a program for the shape of a map, or else for any map, with the members of the shape filled in; empty without words. */
function wordsOf({ code }: PageTexts, program: ProgramName, saying: Saying, map?: CatalogMap): string {
  const { words } = MAP_PROGRAMS[program];
  const shape = map && mapShape(map);
  const [found] = (shape ? shapeNamesOf(shape) : []).flatMap((name) => words[`${saying} ${name}`] ?? []);
  const text = (found ?? words[saying])?.[code] ?? '';
  const members = new Map<string, unknown>(Object.entries(shape ?? {}));
  return text.replace(/\{([a-z]{2,20})\}/g, (placeholder, name) =>
    [members.get(name) ?? placeholder].flat().join(', '),
  );
}

function whyWithout(texts: PageTexts, map: CatalogMap, { program, leftOut }: ProgramForm): string | null {
  if (leftOut === null) return null;
  const missing = leftOut === 'part' ? wordsOf(texts, program, 'leftOut', map) : '';
  return missing || leftOutWords[leftOut][texts.code];
}

export function programsSection(context: PageContext, map: CatalogMap): Html {
  const { catalog, texts } = context;
  const { programs } = texts;
  const forms = programFormsOf(catalog, map);
  return html`<section class="programs" id="programs" aria-labelledby="programs-title" data-copied="${programs.copied}" data-not-copied="${programs.notCopied}">
<h2 id="programs-title">${programs.title}</h2>
<div>
${forms.filter(({ leftOut }) => leftOut === null).map((form) => programForm(context, map, form))}</div>
${[...itemsByKey(forms, (form) => whyWithout(texts, map, form))].map(([reason, some]) => {
  const names = some.map(({ program }) => wordsOf(texts, program, 'name', map)).join(', ');
  return reason !== null && html`<p class="soft">${programs.notFor(names, reason)}</p>\n`;
})}<p class="visually-hidden" role="status"></p>
</section>`;
}

function programForm(context: PageContext, map: CatalogMap, form: ProgramForm): Html {
  const { texts, root } = context;
  const { program, path, text, link } = form;
  const { withKey, copy, copyOf, file } = texts.programs;
  const name = wordsOf(texts, program, 'name', map);
  // The file of a map whose token is not set is not published; its content, a JSON, is the text to copy.
  const isContent = path === null && MAP_PROGRAMS[program].mapFile && text?.startsWith('{');
  const what = isContent ? withKey : explanation(texts, map, form);
  const warnings = warningsOf(context, map, program);
  return html`<div class="program" data-program="${program}">
<div><h3>${name}</h3><p>${what}</p>${warnings.map((warning) => html`<p><strong>${warning}</strong></p>`)}</div>
<div class="program-actions">
${link !== null && html`<a href="${link}" rel="noreferrer">${wordsOf(texts, program, 'open')}</a>\n`}${path !== null && html`<a href="${root}${path}">${file(fileName(path))}</a>\n`}</div>
${
  text !== null &&
  html`<div class="program-text"><pre dir="ltr" tabindex="0" role="group" aria-label="${name}"><code>${text}</code></pre>
<button type="button" class="copy" hidden aria-label="${copyOf(name)}">${copy}</button></div>\n`
}</div>
`;
}

function explanation(texts: PageTexts, map: CatalogMap, { program, path }: ProgramForm): string {
  const how = wordsOf(texts, program, 'explained', map);
  return `${how} ${path === null ? '' : wordsOf(texts, program, 'orFile', map)}`.trim();
}

/** What keeps web pages from showing a map: it is not encrypted, or its server does not allow CORS. */
function warningsOf(context: PageContext, map: CatalogMap, program: ProgramName): string[] {
  const { texts } = context;
  const withoutCors = wordsOf(texts, program, 'withoutCors');
  if (withoutCors === '') return [];
  const warnings: Readonly<Record<string, string>> = { http: texts.programs.unencrypted, 'no-cors': withoutCors };
  return mapFlags(map, context).flatMap((flag) => warnings[flag] ?? []);
}

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
<div><h3>${wordsOf(texts, program, 'name')}</h3><p>${`${wordsOf(texts, program, 'explained')} ${wordsOf(texts, program, 'orFile')}`.trim()}</p></div>
<div class="program-actions">${paths.length === 0 ? programs.each : paths.map((path, at) => [at > 0 && '\n', html`<a href="${root}${path}">${programs.file(fileName(path))}</a>`])}</div>
<p>${programs.carried(carried, left.join(', '))}</p>
</div>
`;
}

/** The name of a file for people, without the common folder. */
function fileName(path: string): string {
  return path.startsWith(PROGRAMS_FOLDER) ? path.slice(PROGRAMS_FOLDER.length) : path.slice(path.lastIndexOf('/') + 1);
}
