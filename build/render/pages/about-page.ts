/** The page about the catalog: what it is, how programs use it, how to contribute. */
import type { Language } from '../../../contract/pages.ts';
import { PLAIN_FILES } from '../../../contract/plain-files.ts';
import { LISTS, pathOf } from '../../../contract/routes.ts';
import type { Asset } from '../asset.ts';
import { type Html, html } from './html.ts';
import { type PagesInput, pageAsset, pageContext } from './page-layout.ts';
import { programsOverview } from './programs-section.ts';

/** Renders the page about the catalog. */
export function aboutPage({ catalog, parts }: PagesInput, language: Language): Asset {
  const context = pageContext(catalog, parts, 'about', language);
  const { texts, root, link } = context;
  const { about } = texts;
  const row = (path: string, what: string): Html =>
    html`<tr><td><a href="${root}${path.slice(1)}"><code>${path}</code></a></td><td>${what}</td></tr>\n`;
  const body = html`<article class="text-page">
<h1>${about.title}</h1>
<p>${about.what(catalog.title)}</p>
<section aria-labelledby="use">
<h2 id="use">${about.use}</h2>
<p>${about.useText} <a href="${link('index')}">${texts.nav.maps}</a></p>
<p>${about.routeconverter}</p>
<pre tabindex="0"><code>java -Dapi=${catalog.serviceUrl}/ -jar RouteConverter.jar</code></pre>
</section>
${programsOverview(context)}
<section aria-labelledby="interface">
<h2 id="interface">${texts.nav.interface}</h2>
<p>${about.interfaceText}</p>
<table>
<thead><tr><th scope="col">${texts.data.facts.address}</th><th scope="col">${about.answer}</th></tr></thead>
<tbody>
${row(pathOf('service'), about.addresses.service)}${LISTS.map((list) => row(pathOf(list), about.addresses[list]))}${(
  ['openapi', 'all', 'manifest', 'changes'] as const
).map((file) => row(PLAIN_FILES[file].path, about.addresses[file]))}</tbody>
</table>
</section>
<section aria-labelledby="contribute">
<h2 id="contribute">${about.contribute}</h2>
<p>${about.contributeText}</p>
<p class="actions"><a class="button main" href="${link('add')}">${texts.nav.add}</a> <a class="button" href="${catalog.repository}">${about.repository}</a></p>
</section>
<section aria-labelledby="privacy">
<h2 id="privacy">${about.privacy}</h2>
<p>${about.privacyText}</p>
</section>
</article>`;
  return pageAsset(context, {
    page: 'about',
    title: about.title,
    description: about.describe(catalog.title),
    body,
  });
}
