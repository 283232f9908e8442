import { itemsByKey } from '../../../../contract/base/text.ts';
import { isTileTemplate } from '../../../../contract/maps/map-formats.ts';
import { PROGRAMS_FOLDER, RECORD_FOLDERS } from '../../../../contract/pages/pages.ts';
import leftOutWords from '../../../../contract/words/page-texts/left-out-words.json' with { type: 'json' };
import type { PageTexts } from '../../../../contract/words/page-texts/page-texts.ts';
import { mapShape } from '../../../map-types/all-types.ts';
import type { MapShape } from '../../../map-types/map-shape.ts';
import { type CatalogMap, catalogMaps, isOverlay, needsReferer } from '../../../model/catalog.ts';
import { type ProgramCount, type ProgramForm, programCounts } from '../../../programs/forms.ts';
import type { Saying } from '../../../programs/map-program.ts';
import { MAP_PROGRAMS, type ProgramName } from '../../../programs/writers.ts';
import { mapFlags } from '../../aspects/all-aspects.ts';
import { type Html, html } from '../layout/html.ts';
import type { PageContext } from '../layout/page-layout.ts';

/** Names of the shape in keys of `words`, the most specific first. */
const shapeNamesOf = (shape: MapShape): string[] => [
  ...('isFlipped' in shape && shape.isFlipped ? [`flipped ${shape.is}`] : []),
  ...('style' in shape && shape.style ? [] : [`unstyled ${shape.is}`]),
  ...('tiles' in shape && !isTileTemplate(shape.tiles ?? '') ? [`untemplated ${shape.is}`] : []),
  shape.is,
];

type Words = Readonly<Record<Saying, string>>;

const SAYINGS: readonly Saying[] = ['name', 'form', 'explained', 'orFile', 'open', 'leftOut', 'withoutCors'];

/** A member of the shape: `{protocol}`. */
const MEMBER = /\{([a-z]{2,20})\}/g;

const WORD_FILLERS = new Map<string, (shape?: MapShape) => Words>();

/** Words for the map's shape, or else for any map. Members of the shape are filled in; missing words are empty. */
function wordsOf({ code }: PageTexts, program: ProgramName, shape?: MapShape): Words {
  const names = shape ? shapeNamesOf(shape) : [];
  const key = `${code} ${program} ${names.join()}`;
  const fill = WORD_FILLERS.get(key) ?? wordFillerFor(code, program, names);
  WORD_FILLERS.set(key, fill);
  return fill(shape);
}

function wordFillerFor(
  code: PageTexts['code'],
  program: ProgramName,
  names: readonly string[],
): (shape?: MapShape) => Words {
  const { words: texts } = MAP_PROGRAMS[program];
  const allWords = (fill: (text: string) => string): Words => {
    const entries = SAYINGS.map((saying) => {
      const [found = texts[saying]] = names.flatMap((name) => texts[`${saying} ${name}`] ?? []);
      return [saying, fill(found?.[code] ?? '')] as const;
    });
    return Object.fromEntries(entries) as Words;
  };
  const plain = allWords((text) => text);
  if (!Object.values(plain).some((text) => text.search(MEMBER) !== -1)) return () => plain;
  return (shape = {} as MapShape) => {
    const members = new Map<string, unknown>(Object.entries(shape));
    const filled = (text: string): string =>
      text.replace(MEMBER, (placeholder, name) => [members.get(name) ?? placeholder].flat().join(', '));
    return allWords(filled);
  };
}

type FormWords = ProgramForm & { readonly words: Words };

function whyWithout(texts: PageTexts, { leftOut, words }: FormWords): string | null {
  if (leftOut === null) return null;
  return (leftOut === 'part' && words.leftOut) || leftOutWords[leftOut][texts.code];
}

export function programsSection(context: PageContext, map: CatalogMap, all: readonly ProgramForm[]): Html {
  const { texts } = context;
  const { programs } = texts;
  const shape = mapShape(map);
  const flags = [...mapFlags(map, context), ...(needsReferer(map) ? ['referer'] : [])];
  const forms = all.map((form) => ({ ...form, words: wordsOf(texts, form.program, shape) }));
  return html`<section class="programs" id="programs" aria-labelledby="programs-title" data-copied="${programs.copied}" data-not-copied="${programs.notCopied}">
<h2 id="programs-title">${programs.title}</h2>
<div>
${forms.filter(({ leftOut }) => leftOut === null).map((form) => programForm(context, form, flags))}</div>
${[...itemsByKey(forms, (form) => whyWithout(texts, form))].map(([reason, some]) => {
  if (reason === null) return null;
  const names = Object.fromEntries(some.map(({ program, words }) => [program, words.name]));
  // Programs that do not read the map's type are named only to their users.
  const isHidden = some.every(({ leftOut }) => leftOut === 'type');
  return html`<p class="soft" data-without="${JSON.stringify(names)}"${isHidden && html` hidden`}>${isHidden ? reason : programs.notFor(Object.values(names).join(', '), reason)}</p>\n`;
})}<p class="visually-hidden" role="status"></p>
</section>`;
}

function programForm({ texts, root }: PageContext, form: FormWords, flags: readonly string[]): Html {
  const { program, path, text, pageFile, link, words } = form;
  const { withKey, copy, copyOf, file } = texts.programs;
  const { name, form: title, explained, orFile, open } = words;
  // Without its token, a map's file is not published; its content, a JSON, is the text to copy.
  const isContent = path === null && MAP_PROGRAMS[program].mapFile && text?.startsWith('{');
  const what = isContent ? withKey : `${explained} ${path === null ? '' : orFile}`.trim();
  const warnings = warningsOf(texts, words, flags);
  return html`<div class="program" data-program="${program}">
<div><h3>${title || name}</h3><p>${what}</p>${warnings.map((warning) => html`<p><strong>${warning}</strong></p>`)}</div>
<div class="program-actions">
${pageFile && html`<a download="${pageFile.name}" data-content="${pageFile.content}" hidden>${file(pageFile.name)}</a>\n`}${link !== null && html`<a href="${link}" rel="noreferrer">${open}</a>\n`}${path !== null && html`<a href="${root}${path}" download>${file(fileName(path))}</a>\n`}</div>
${
  text !== null &&
  html`<div class="program-text"><pre dir="ltr" tabindex="0" role="group" aria-label="${name}"><code>${text}</code></pre>
<button type="button" class="copy" hidden aria-label="${copyOf(name)}">${copy}</button></div>\n`
}</div>
`;
}

/** Why web pages cannot show a map: it is not encrypted, or its server wants a website or does not allow CORS. */
function warningsOf({ programs }: PageTexts, { withoutCors }: Words, flags: readonly string[]): string[] {
  if (withoutCors === '') return [];
  const { unencrypted: http, fromWebsite: referer } = programs;
  const warnings: Readonly<Record<string, string>> = { http, referer, 'no-cors': withoutCors };
  return flags.flatMap((flag) => warnings[flag] ?? []);
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
<p>${programs.boxesText} <code>/${RECORD_FOLDERS.datasource}/…/boxes.geojson</code></p>
</section>`;
}

function programCount({ texts, root }: PageContext, { program, paths, carried, leftOut }: ProgramCount): Html {
  const { programs } = texts;
  const { name, explained, orFile } = wordsOf(texts, program);
  const all = [...leftOut.values()].reduce((sum, many) => sum + many, carried);
  return html`<div class="program">
<div><h3>${name}</h3><p>${`${explained} ${paths.length === 0 ? '' : orFile}`.trim()}</p></div>
<div class="program-actions">${paths.length === 0 ? programs.each : paths.map((path, at) => [at > 0 && '\n', html`<a href="${root}${path}" download>${programs.file(fileName(path))}</a>`])}</div>
<p>${programs.carried(carried, all)}</p>
</div>
`;
}

function fileName(path: string): string {
  return path.startsWith(PROGRAMS_FOLDER) ? path.slice(PROGRAMS_FOLDER.length) : path.slice(path.lastIndexOf('/') + 1);
}
