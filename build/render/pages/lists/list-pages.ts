/** Lists of maps, in parts, also without scripts. The first parts are on the home page; every other part has a page. */
import type { Language } from '../../../../contract/base/languages.ts';
import type { CatalogMap } from '../../../model/catalog.ts';
import type { Asset } from '../../core/asset.ts';
import { type Html, html } from '../layout/html.ts';
import { type PageContext, type PagesInput, pageAsset, pageContext } from '../layout/page-layout.ts';
import { pageListOf } from '../map/shown-maps.ts';
import { countryShapesOf } from './area-shapes.ts';
import { mapRow } from './record-rows.ts';
import { mostUsefulFirst } from './row-order.ts';

type PageList = ReturnType<typeof pageListOf>;

/** Both lists together are less than 60 kB, compressed. */
const PART_ROWS = { mapservers: 150, overlayservers: 100 } as const;

export function listParts(
  input: PagesInput,
  maps: readonly CatalogMap[],
  list: PageList,
  language: Language,
): CatalogMap[][] {
  const listed = maps.filter((map) => pageListOf(map) === list);
  const sorted = mostUsefulFirst(listed, input, language);
  const size = PART_ROWS[list];
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, at) => sorted.slice(at * size, (at + 1) * size));
}

export function partRows(context: PageContext, part: readonly CatalogMap[] = []): Html {
  return html`<ul class="records">\n${part.map((map) => mapRow(context, map))}</ul>`;
}

/** Links to the pages on which a list goes on; null if there are none. The script of the home page follows them. */
export function furtherParts(context: PageContext, list: PageList, parts: readonly CatalogMap[][]): Html | null {
  const { texts, link, page } = context;
  const links = parts.slice(1).map((part, index) => {
    const to = { role: 'list', list, part: index + 2 } as const;
    const isCurrent = typeof page === 'object' && page?.role === 'list' && page.part === to.part;
    const first = (index + 1) * PART_ROWS[list] + 1;
    const range = `${texts.number(first)}–${texts.number(first + part.length - 1)}`;
    return html`<li><a href="${link(to)}"${isCurrent && html` aria-current="page"`}>${range}</a></li>\n`;
  });
  if (links.length === 0) return null;
  return html`<nav class="further" aria-label="${texts.index.further(texts.lists[list])}"><ul>\n${links}</ul></nav>\n`;
}

export function* listPages(input: PagesInput, maps: readonly CatalogMap[], language: Language): Generator<Asset> {
  for (const list of ['mapservers', 'overlayservers'] as const) {
    const parts = listParts(input, maps, list, language);
    for (const [index, part] of parts.entries()) {
      if (index === 0) continue;
      const context = pageContext(input, { role: 'list', list, part: index + 1 }, language);
      const { texts, link } = context;
      const further = texts.index.further(texts.lists[list]);
      const title = `${texts.lists[list]} ${index + 1}/${parts.length}`;
      const body = html`<article class="list-page">
<p class="path"><a href="${link('index')}#${list}">${texts.lists[list]}</a></p>
<h1>${title}</h1>
${countryShapesOf(context, part)}${partRows(context, part)}
${furtherParts(context, list, parts)}</article>`;
      yield pageAsset(context, { title, description: further, body });
    }
  }
}
