/** The page of an edition: a program, with the data sources that it offers. */
import { type Language, RECORD_FOLDERS } from '../../../contract/pages.ts';
import { pathOf } from '../../../contract/routes.ts';
import type { Edition } from '../../model/catalog.ts';
import type { Asset } from '../asset.ts';
import { kindCounts } from './data-source-page.ts';
import { html } from './html.ts';
import { type PagesInput, pageAsset, pageContext } from './page-layout.ts';
import { recordLinks } from './record-links.ts';

/** Renders the page of an edition. */
export function editionPage({ catalog, parts }: PagesInput, edition: Edition, language: Language): Asset {
  const page = { kind: 'edition', name: edition.id } as const;
  const context = pageContext(catalog, parts, page, language);
  const { texts, root, link } = context;
  const { data } = texts;
  const wanted = new Set(edition.datasources);
  const offered = catalog.datasources.filter(({ id }) => wanted.has(id));
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
  const label = kindCounts(datasource, texts) || data.counts.files(0);
  return html`<li><a href="${link({ kind: 'datasource', name: datasource.id })}"><bdi>${datasource.name}</bdi></a> <span class="soft">${label}</span></li>\n`;
})}</ul>`
}
<dl class="key-facts">
<div><dt>${data.facts.formats}</dt><dd><a href="${root}${pathOf('edition', edition.id).slice(1)}">${data.formats.json}</a></dd></div>
</dl>
</article>`;
  const description = data.edition.describe(edition.name, offered.length);
  return pageAsset(context, { page, title: edition.name, description, body });
}
