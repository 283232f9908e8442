/** The first page: everything in the catalog as lists, with a map beside them. */
import type { Language } from '../../../contract/pages.ts';
import type { Catalog } from '../../model/catalog.ts';
import type { Asset, PageParts } from '../asset.ts';
import { html } from './html.ts';
import { pageAsset, pageContext } from './layout.ts';

/** Renders the first page. */
export function indexPage(catalog: Catalog, parts: PageParts, language: Language): Asset {
  const context = pageContext(catalog, parts, 'index', language);
  const { texts, link } = context;
  const body = html`<h1>${catalog.title}</h1>
<h2>${texts.lists.mapservers}</h2>
<ul>
${catalog.mapservers.map(
  (server) => html`<li><a href="${link({ kind: 'mapserver', name: server.fileName })}">${server.id}</a></li>\n`,
)}</ul>`;
  return pageAsset(context, { page: 'index', title: null, description: catalog.title, body });
}
