/** A form that scripts review, and the resulting file. */
import type { Language } from '../../../contract/base/languages.ts';
import { parseUrl } from '../../../contract/base/text.ts';
import { OPEN_LICENCE_IDS } from '../../../contract/maps/licences.ts';
import { KNOWN_CATALOG_FILE } from '../../../contract/pages/pages.ts';
import { KNOWN_OWNERS } from '../../../contract/words/known-terms.ts';
import type { PageTexts } from '../../../contract/words/page-texts/page-texts.ts';
import tileserver from '../../../schemas/catalog/tileserver.json' with { type: 'json' };
import { QUESTIONS_OF_TYPES, TYPE_NAMES, TYPES } from '../../map-types/all-types.ts';
import type { CatalogOutline } from '../../model/catalog.ts';
import { MAP_PROGRAMS } from '../../programs/writers.ts';
import { fieldLabel } from '../changes/headlines.ts';
import { type Asset, textAsset } from '../core/asset.ts';
import { needsFramePage } from './frame-page.ts';
import { type Html, html } from './layout/html.ts';
import { type PageContext, type PagesInput, pageAsset, pageContext } from './layout/page-layout.ts';
import { pathInRepository } from './layout/record-links.ts';
import { kindNames, wordsInLanguage } from './map/map-summary.ts';

const EXAMPLES: Readonly<Partial<Record<FieldName, string>>> = {
  url: 'https://{s}.tile.example.org/{z}/{x}/{y}.png',
  subdomains: 'a, b, c',
  hosts: 'a.example.org, b.example.org',
  covers: 'CH, LI',
  website: 'https://maps.example.org/',
  licence: 'CC-BY-4.0',
  terms: 'https://maps.example.org/terms/',
};

const WEB_ADDRESS = html` inputmode="url"`;

const PROSE: readonly string[] = ['id', 'name', 'copyright', 'covers', 'provider'];

type FieldName = keyof PageTexts['addPage']['hints'];

const KEYS_IN_RECORDS: Readonly<Partial<Record<FieldName, string>>> = {
  'min-zoom': 'minZoom',
  'max-zoom': 'maxZoom',
  shows: 'kind',
  covers: 'countries',
};

export function addMapPage(input: PagesInput, language: Language): Asset {
  const { catalog } = input;
  const context = pageContext(input, 'add', language);
  const { addPage: words, index, nav, programs } = context.texts;
  const place = { repository: catalog.repository, branch: catalog.branch, folder: pathInRepository(context, '') };
  const entry = (name: FieldName, attributes: Html = html``): Html => field(context, name, attributes);
  const questions = (only?: string): readonly Html[] =>
    [...QUESTIONS_OF_TYPES]
      .filter(([key]) => (only ? key === only : key !== 'layers'))
      .map(([key, asked]) =>
        field(
          context,
          key as FieldName,
          html``,
          asked.map(({ type }) => type).join(' '),
          asked.at(-1)?.example.replaceAll(',', ', '),
        ),
      );
  const body = html`<article class="add-page">
<h1>${nav.add}</h1>
<noscript><p>${words.withoutScript} <a href="${context.repository.view('CONTRIBUTING.md')}">CONTRIBUTING.md</a></p></noscript>
<form id="add" class="add scripted" data-repository="${JSON.stringify(place)}" data-address-notes="${JSON.stringify(words.addressNotes)}" data-type-names="${JSON.stringify(wordsInLanguage(TYPE_NAMES, context.texts))}"${needsFramePage(catalog) && html` data-frame`} inert>
<div class="add-fields">
<details>
<summary>${words.help}</summary>
<p class="hint">${words.asked}</p>
</details>
<div class="add-address">
${entry('url', html`${WEB_ADDRESS} class="add-url"`)}
<div id="add-notes" class="add-notes" aria-live="polite"></div>
<p id="add-asked" class="said" role="status"></p>
<p id="add-next" class="said"></p>
<p id="add-kept" class="said" role="status"></p>
<div id="add-found" class="field" hidden><label for="add-choice">${words.found}</label>
<select id="add-choice"></select></div>
<p class="hint">${addressHint(context.texts)}</p>
</div>
</div>
<div class="add-fields">
<p class="soft">${words.required}</p>
${questions('layers')}${entry('id')}
${entry('copyright', html` list="copyrights"`)}
<datalist id="copyrights">${suggestedCopyrights(catalog).map((name) => html`<option value="${name}">`)}</datalist>
${entry('covers')}
<fieldset class="add-kind"><legend>${words.kind}</legend>
<label><input type="radio" name="kind" value="mapserver" checked> ${words.kinds.mapserver}</label>
<label><input type="radio" name="kind" value="overlayserver"> ${words.kinds.overlayserver}</label>
</fieldset>
${entry('shows')}
<div class="add-pair">
${entry('min-zoom', html` inputmode="numeric"`)}
${entry('max-zoom', html` inputmode="numeric"`)}
</div>
<details>
<summary>${words.more}</summary>
${field(context, 'name', html``, 'xyz')}
${questions()}${entry('provider', html` list="providers"`)}
<datalist id="providers">${catalog.providers.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</datalist>
${entry('website', WEB_ADDRESS)}
${entry('licence', html` list="licences"`)}
<datalist id="licences">${OPEN_LICENCE_IDS.map((id) => html`<option value="${id}">`)}</datalist>
${entry('terms', WEB_ADDRESS)}
${entry('subdomains')}
${entry('hosts')}
${entry('file')}
</details>
</div>
<div class="add-map"><section class="map-panel" aria-label="${index.map}">
<div id="map" class="map"><div class="map-empty"><p>${words.preview}</p></div></div>
<p id="add-tiles" class="add-tiles" role="status"></p>
</section></div>
<p id="add-ready" class="add-ready" hidden><a class="button main" href="#add-heading">${context.texts.add.complete}</a></p>
<section class="add-end" aria-labelledby="add-heading">
<h2 id="add-heading" tabindex="-1">${words.file}</h2>
<p id="add-waiting" class="soft"></p>
<p id="add-status" class="visually-hidden" role="status"></p>
<div id="add-tasks" class="add-notes"></div>
<div id="add-result" hidden>
<p><code id="add-path"></code></p>
<pre tabindex="0" aria-label="${words.file}"><code id="add-yaml"></code></pre>
<p class="actions"><a id="add-propose" class="button main" target="_blank" rel="noopener" href="${catalog.repository}">${words.propose}</a> <a id="add-save" class="button">${words.save}</a> <button type="button" id="add-copy">${programs.copy}</button></p>
<div id="add-provider-file" hidden>
<p>${words.providerFile} <code id="add-provider-path"></code></p>
<pre tabindex="0" aria-label="${words.providerFile}"><code id="add-provider-yaml"></code></pre>
<p class="actions"><a id="add-provider-propose" class="button" target="_blank" rel="noopener" href="${catalog.repository}">${words.propose}</a> <a id="add-provider-save" class="button">${words.save}</a></p>
</div>
<p id="add-paste" class="soft">${words.paste}</p>
<p class="soft">${words.after(parseUrl(catalog.repository)?.host ?? '')}</p>
</div>
</section>
</form>
</article>`;
  return pageAsset(context, { title: nav.add, description: words.describe(catalog.title), body });
}

/** @param types that have the field, separated by spaces; empty for all */
function field({ texts }: PageContext, name: FieldName, attributes: Html, types = '', value = EXAMPLES[name]): Html {
  const { labels, hints, example: forExample, layersUnless } = texts.addPage;
  const example = value && forExample(value);
  const label = name in labels ? labels[name as keyof typeof labels] : fieldLabel(texts, KEYS_IN_RECORDS[name] ?? name);
  const id = `add-${name}`;
  const isHidden = name === 'website' || (types !== '' && types !== 'xyz');
  return html`<div class="field"${types !== '' && html` data-types="${types}"`}${isHidden && html` hidden`}>
<label for="${id}">${label}</label>
<p id="${id}-hint" class="hint">${hints[name]}</p>
${name === 'shows' ? kindChoice(texts, id) : html`<input id="${id}" name="${name}" data-example="${example}"${name === 'layers' && html` data-unless="${layersUnless}"`} placeholder="${example}" aria-describedby="${id}-hint ${id}-problem" spellcheck="false" autocapitalize="${PROSE.includes(name) ? 'sentences' : 'off'}" enterkeyhint="next"${attributes}>`}
<div id="${id}-problem" class="problems"></div>
</div>`;
}

function kindChoice(texts: PageTexts, id: string): Html {
  const options = tileserver.properties.kind.enum.map(
    (kind) => html`<option value="${kind}">${kindNames(texts)[kind]}`,
  );
  return html`<select id="${id}" name="shows" aria-describedby="${id}-hint"><option value="">${options}</select>`;
}

function addressHint({ code, addPage }: PageTexts): string {
  const programs = Object.values(MAP_PROGRAMS).filter(({ hasAddresses }) => hasAddresses);
  const others = Object.values(TYPES).flatMap(({ words }) => words.address?.[code].split(', ') ?? []);
  return addPage.addresses
    .replace('{programs}', programs.map(({ words }) => words.name?.[code]).join(', '))
    .replace('{others}', others.slice(0, -1).join(', '))
    .replace('{last}', String(others.at(-1)));
}

/** The copyrights of the catalog's maps, and others that clients know. */
function suggestedCopyrights({
  mapservers,
  overlayservers,
}: Pick<CatalogOutline, 'mapservers' | 'overlayservers'>): string[] {
  const names = new Map<string, string>();
  const credits = [...mapservers, ...overlayservers].map(({ copyright }) => copyright);
  for (const name of [...credits, ...KNOWN_OWNERS]) {
    const key = name.toLowerCase();
    if (!names.has(key)) names.set(key, name);
  }
  return [...names.keys()].sort().map((key) => names.get(key) as string);
}

export function knownCatalogFile({ known }: CatalogOutline): Asset {
  return textAsset('page', KNOWN_CATALOG_FILE, JSON.stringify(known));
}
