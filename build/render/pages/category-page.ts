/** The page of a category: where it is in the tree. */
import type { Language } from '../../../contract/pages.ts';
import { pathOf } from '../../../contract/routes.ts';
import type { Category } from '../../model/catalog.ts';
import type { Asset } from '../asset.ts';
import { type Html, html } from './html.ts';
import { type PageContext, type PagesInput, pageAsset, pageContext } from './page-layout.ts';
import { recordLinks } from './record-links.ts';

/** Renders the page of a category. */
export function categoryPage({ catalog, parts }: PagesInput, category: Category, language: Language): Asset {
  const page = { kind: 'category', name: category.id } as const;
  const context = pageContext(catalog, parts, page, language);
  const { texts, root } = context;
  const { data } = texts;
  const above = ancestorsOf(category);
  const name = nameOf(category, context);
  const body = html`<article class="record-page category">
<header>
${above.length > 0 && html`<nav class="path" aria-label="${data.category.path}"><ol>\n${above.map((each) => html`<li>${linkTo(each, context)}</li>\n`)}</ol></nav>`}
<h1 dir="auto">${name}</h1>
<p class="soft">${data.category.purpose}</p>
${recordLinks(context, 'category', category.id)}
</header>
<h2>${data.category.children}</h2>
${category.children.length === 0 ? html`<p class="soft">${data.category.leaf}</p>` : childrenOf(category, context)}
<dl class="key-facts">
<div><dt>${data.category.number}</dt><dd>${String(category.id)}</dd></div>
<div><dt>${data.facts.formats}</dt><dd><a href="${root}${pathOf('category', category.id).slice(1)}">${data.formats.json}</a></dd></div>
</dl>
</article>`;
  return pageAsset(context, { page, title: name, description: data.category.describe(name), body });
}

/** From the top of the tree down to the parent. */
function ancestorsOf({ parent }: Category): Category[] {
  const above: Category[] = [];
  for (let each = parent; each; each = each.parent) above.push(each);
  return above.reverse();
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
  const address = context.link({ kind: 'category', name: category.id });
  return html`<a href="${address}"><bdi>${nameOf(category, context)}</bdi></a>`;
}

/** Names may be empty, which that of the top of the tree usually is. */
function nameOf({ id, name, parent, children }: Category, { texts }: PageContext): string {
  const { root, unnamed } = texts.data.category;
  return name.trim() || (parent === null && children.length > 0 ? root : unnamed(id));
}
