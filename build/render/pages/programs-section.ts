/** Sections about other map programs: the forms of one tile server, and a table of all programs. */
import { PROGRAMS_FOLDER, RECORD_FOLDERS, SERVER_FILES } from '../../../contract/pages.ts';
import { grouped } from '../../../contract/text.ts';
import { formsOf, type ProgramCount, type ProgramForm, programCounts } from '../programs/programs.ts';
import { type Html, html } from './html.ts';
import type { PageContext } from './page-layout.ts';
import type { KnownServer } from './server-facts.ts';

/** The form of a tile server for each program, with a button that copies it, and the programs without a form. */
export function programsSection(context: PageContext, listed: KnownServer): Html {
  const { catalog } = context;
  const { programs } = context.texts;
  const forms = formsOf(catalog, listed);
  const warnings: Partial<Record<string, string>> = listed.status?.cors?.allowed === false ? programs.withoutCors : {};
  return html`<section class="programs" id="programs" aria-labelledby="programs-title" data-copied="${programs.copied}" data-not-copied="${programs.notCopied}">
<h2 id="programs-title">${programs.title}</h2>
<div>
${forms.filter(({ leftOut }) => leftOut === null).map((form) => programForm(context, form, warnings[form.program]))}</div>
${[...grouped(forms, ({ leftOut }) => leftOut)].map(([reason, some]) => {
  const names = some.map(({ program }) => programs.names[program]).join(', ');
  return reason !== null && html`<p class="soft">${programs.notFor(names, programs.reasons[reason])}</p>\n`;
})}<p class="visually-hidden" role="status"></p>
</section>`;
}

function programForm({ texts, root }: PageContext, { program, path, text, link }: ProgramForm, warning = ''): Html {
  const { names, explained, withKey, copy, copyOf, open, file } = texts.programs;
  const name = names[program];
  // A file of a map that needs a key is not published: its content is here. A style of its own is an address.
  const isContent = path === null && program in SERVER_FILES && text?.startsWith('{');
  const what = isContent ? withKey : explained[program];
  return html`<div class="program" data-program="${program}">
<div><h3>${name}</h3><p>${what}</p>${warning !== '' && html`<p><strong>${warning}</strong></p>`}</div>
<div class="program-actions">
${link !== null && html`<a href="${link}" rel="noreferrer">${open}</a>\n`}${path !== null && html`<a href="${root}${path}">${file(fileName(path))}</a>\n`}</div>
${
  text !== null &&
  html`<div class="program-text"><pre dir="ltr" tabindex="0" role="group" aria-label="${name}"><code>${text}</code></pre>
<button type="button" class="copy" hidden aria-label="${copyOf(name)}">${copy}</button></div>\n`
}</div>
`;
}

/** All programs: what they read, how many maps they get and lack, and the files. */
export function programsOverview(context: PageContext): Html {
  const { catalog } = context;
  const { programs, counts } = context.texts;
  const [maps, overlays] = [
    counts.mapservers(catalog.mapservers.length),
    counts.overlayservers(catalog.overlayservers.length),
  ];
  return html`<section class="programs" id="programs" aria-labelledby="programs-title">
<h2 id="programs-title">${programs.overviewTitle}</h2>
<p>${programs.overview(maps, overlays)}</p>
<div>
${programCounts(catalog).map((count) => programCount(context, count))}</div>
<p>${programs.boxes} <code>/${RECORD_FOLDERS.datasource}/…/boxes.geojson</code></p>
</section>`;
}

function programCount({ texts, root }: PageContext, { program, paths, carried, leftOut }: ProgramCount): Html {
  const { programs } = texts;
  const left = [...leftOut].map(([reason, many]) => programs.counted[reason](many));
  return html`<div class="program">
<div><h3>${programs.names[program]}</h3><p>${programs.explained[program]}</p></div>
<div class="program-actions">${paths.length === 0 ? programs.each : paths.map((path, at) => [at > 0 && '\n', html`<a href="${root}${path}">${programs.file(fileName(path))}</a>`])}</div>
<p>${programs.carried(carried, left.join(', '))}</p>
</div>
`;
}

/** The name of a file for people, without the common folder. */
function fileName(path: string): string {
  return path.startsWith(PROGRAMS_FOLDER) ? path.slice(PROGRAMS_FOLDER.length) : path.slice(path.lastIndexOf('/') + 1);
}
