import type { Language } from '../../../contract/base/languages.ts';
import { PLAIN_FILES } from '../../../contract/interface/plain-files.ts';
import { LIST_ROUTES, v1Path } from '../../../contract/interface/v1-routes.ts';
import { V2_FILES } from '../../../contract/interface/v2-files.ts';
import { RECORD_FOLDERS } from '../../../contract/pages/pages.ts';
import { TEXTS } from '../../../contract/words/page-texts/page-texts.ts';
import { type Category, catalogMaps, type Edition } from '../../model/catalog.ts';
import { clientCommand } from '../../programs/written-facts.ts';
import { fieldLabel } from '../changes/headlines.ts';
import type { Asset } from '../core/asset.ts';
import { ownChanges } from './changes-page.ts';
import { downloadSummary, emptySources, hasFiles, sectionCounts } from './data-source/data-source-page.ts';
import { type Html, html } from './layout/html.ts';
import { type PageContext, type PagesInput, pageAsset, pageContext } from './layout/page-layout.ts';
import { recordLinks } from './layout/record-links.ts';
import { kindNames } from './map/map-summary.ts';
import { programsOverview } from './map/programs-section.ts';
import { homeMap } from './map/shown-maps.ts';

export function aboutPage(input: PagesInput, language: Language): Asset {
  const context = pageContext(input, 'about', language);
  const { catalog, texts, root, link, document } = context;
  const { about } = texts;
  const home = homeMap(catalog);
  const row = (path: string, what: string, href = root + path.slice(1)): Html =>
    html`<tr><td><a href="${href}"><code>${path}</code></a></td><td>${what}</td></tr>\n`;
  const body = html`<article class="text-page">
<h1>${about.title}</h1>
<p>${about.what(catalog.title)}</p>
<section aria-labelledby="whom">
<h2 id="whom">${about.whom}</h2>
<ul>
${about.readers.map((reader) => html`<li>${reader}</li>\n`)}</ul>
</section>
<section aria-labelledby="use">
<h2 id="use">${about.use}</h2>
<ol>
${about.steps(!!context.statuses).map((step) => html`<li>${step}</li>\n`)}</ol>
<p class="actions"><a class="button main" href="${link('index')}">${about.find}</a></p>
</section>
<section aria-labelledby="contribute">
<h2 id="contribute">${about.contribute}</h2>
<p>${about.contributeText}</p>
<p class="actions"><a class="button" href="${link('add')}">${texts.nav.add}</a> <a class="button" href="${catalog.repository}">${about.repository}</a></p>
</section>
<section aria-labelledby="privacy">
<h2 id="privacy">${about.privacy}</h2>
<p>${about.privacyText}${home && html` ${about.privacyHome(home.id)}`}</p>
</section>
${catalogMaps(catalog).length > 0 && programsOverview(context)}
<section aria-labelledby="interface">
<h2 id="interface">${texts.nav.interface}</h2>
<p>${about.interfaceText}</p>
<table>
<thead><tr><th scope="col">${fieldLabel(texts, 'baseUrl')}</th><th scope="col">${about.answer}</th></tr></thead>
<tbody>
${(['service', ...LIST_ROUTES] as const).map((name) => row(v1Path(name), about.addresses[name], document(name)))}${(
  ['openapi', 'all', 'manifest', 'changes'] as const
).map((file) =>
  row(PLAIN_FILES[file].path, about.addresses[file]),
)}${row(V2_FILES.maps.path, about.addresses.maps)}${input.statuses && row(V2_FILES.status.path, about.addresses.status)}</tbody>
</table>
<p>${about.routeconverter}</p>
<pre tabindex="0"><code>${clientCommand(catalog.serviceUrl)}</code></pre>
</section>
<section aria-labelledby="sources">
<h2 id="sources">${about.sources}</h2>
<p>${about.sourcesText}</p>
</section>
</article>`;
  return pageAsset(context, { title: about.title, description: about.describe(catalog.title), body });
}

export function categoryPage(input: PagesInput, category: Category, language: Language): Asset {
  const context = pageContext(input, { role: 'category', name: category.id }, language);
  const { data } = context.texts;
  const above = ancestorsOf(category);
  const name = nameOf(category, context);
  const body = html`<article class="record-page category">
<header>
${above.length > 0 && html`<nav class="path" aria-label="${data.category.path}"><ol>\n${above.map((each) => html`<li>${each ? linkTo(each, context) : '…'}</li>\n`)}</ol></nav>`}
<h1 dir="auto">${name}</h1>
<p class="soft">${data.category.purpose}</p>
${recordLinks(context, 'category', category.id)}
</header>
<h2>${data.category.children}</h2>
${category.children.length === 0 ? html`<p class="soft">${data.category.leaf}</p>` : childrenOf(category, context)}
<dl class="key-facts">
<div><dt>${data.category.number}</dt><dd>${String(category.id)}</dd></div>
${documentFact(context, 'category', category.id)}
</dl>
</article>`;
  return pageAsset(context, { title: name, description: data.category.describe(name), body });
}

/** The most ancestors on a page. With all, the pages of a chain would grow with the square of its length. */
const NEAREST = 8;

/** The parent is last. Null stands for ancestors that are not shown. */
function ancestorsOf({ parent }: Category): (Category | null)[] {
  const above: (Category | null)[] = [];
  let each = parent;
  for (; each && above.length < NEAREST; each = each.parent) above.push(each);
  return each ? [null, ...above.reverse()] : above.reverse();
}

function childrenOf({ children }: Category, context: PageContext): Html {
  const { texts } = context;
  return html`<ul class="category-children">
${children.map((child) => {
  const below = child.children.length;
  return html`<li>${linkTo(child, context)}${below > 0 && html` <span class="soft">${texts.data.category.below(below)}</span>`}</li>\n`;
})}</ul>`;
}

function linkTo(category: Category, context: PageContext): Html {
  const address = context.link({ role: 'category', name: category.id });
  return html`<a href="${address}"><bdi>${nameOf(category, context)}</bdi></a>`;
}

/** Also for a category without a name, as the root usually is. */
function nameOf({ id, name, parent, children }: Category, { texts }: PageContext): string {
  const { root, unnamed } = texts.data.category;
  return name.trim() || (parent === null && children.length > 0 ? root : unnamed(id));
}

export function editionPage(input: PagesInput, edition: Edition, language: Language): Asset {
  const context = pageContext(input, { role: 'edition', name: edition.id }, language);
  const { catalog, texts, link } = context;
  const { data } = texts;
  const wanted = new Set(edition.datasources);
  const all = catalog.datasources.filter(({ id }) => wanted.has(id));
  const offered = all.filter(hasFiles);
  const body = html`<article class="record-page edition">
<header>
<p class="path"><a href="${link('index')}#${RECORD_FOLDERS.edition}">${texts.lists.editions}</a></p>
<h1 dir="auto">${edition.name}</h1>
<p class="soft">${data.edition.purpose}</p>
${recordLinks(context, 'edition', edition.id)}
</header>
<h2>${data.edition.datasources}</h2>
${
  offered.length === 0
    ? html`<p class="soft">${data.edition.none}</p>`
    : html`<ul class="edition-sources">
${offered.map((datasource) => {
  return html`<li><a href="${link({ role: 'datasource', name: datasource.id })}"><bdi>${datasource.name}</bdi></a> <span class="soft">${downloadSummary(context, datasource)}</span> <span class="soft">${sectionCounts(datasource, texts)}</span></li>\n`;
})}</ul>`
}
${emptySources(
  context,
  all.filter((source) => !hasFiles(source)),
)}<dl class="key-facts">
${documentFact(context, 'edition', edition.id)}
</dl>
${ownChanges(context, 'edition', edition.id)}
</article>`;
  const description = data.edition.describe(edition.name, offered.length);
  return pageAsset(context, { title: edition.name, description, body });
}

/** One language first, then others: many hosts have one page for all addresses. Links begin at the host's root. */
export function notFoundPage(input: PagesInput, language: Language): Asset {
  const context = pageContext(input, null, language);
  const { notFound } = context.texts;
  const others = input.catalog.languages.filter((other) => other !== language);
  const used = new Set<string | undefined>(catalogMaps(input.catalog).map(({ kind }) => kind));
  const textIn = (each: Language): Html => {
    const { notFound: words } = TEXTS[each];
    const home = context.link('index', each);
    const kinds = Object.entries(kindNames(TEXTS[each])).filter(([kind]) => used.has(kind));
    return html`<p>${words.text}</p>
<p><a class="button main" href="${home}">${words.back}</a></p>
${
  kinds.length > 0 &&
  html`<nav class="further" aria-label="${fieldLabel(TEXTS[each], 'kind')}">
<p>${fieldLabel(TEXTS[each], 'kind')}:</p>
<ul>
${kinds.map(
  ([kind, name]) => html`<li><a href="${home}?shows=${kind}">${name}</a></li>
`,
)}</ul>
</nav>`
}`;
  };
  const body = html`<article class="text-page">
<h1>${notFound.title}</h1>
${textIn(language)}
${others.map((other) => html`<section lang="${other}">\n<h2>${TEXTS[other].notFound.title}</h2>\n${textIn(other)}\n</section>\n`)}</article>`;
  return pageAsset(context, { title: notFound.title, description: notFound.text, body });
}

function documentFact({ texts, document }: PageContext, ...resource: Parameters<PageContext['document']>): Html {
  const { facts, formats } = texts.data;
  return html`<div><dt>${facts.formats}</dt><dd><a href="${document(...resource)}">${formats.json}</a></dd></div>`;
}
