/** The page of a tile server: its map, and all fields of the record. */
import { credit } from '../../../contract/credit.ts';
import { membersIn } from '../../../contract/members.ts';
import { type Language, RECORD_FOLDERS } from '../../../contract/pages.ts';
import type { TileServer } from '../../model/catalog.ts';
import type { Asset } from '../asset.ts';
import { type Html, type HtmlPiece, html } from './html.ts';
import { type PageContext, type PagesInput, pageAsset, pageContext } from './page-layout.ts';
import { programsSection } from './programs-section.ts';
import { recordLinks } from './record-links.ts';
import { serverTags, zoomScale } from './record-rows.ts';
import { type KnownServer, serverData } from './server-facts.ts';

const LISTS = { mapserver: 'mapservers', overlayserver: 'overlayservers' } as const;

/** Renders the page of one tile server. */
export function serverPage({ catalog, parts }: PagesInput, known: KnownServer, language: Language): Asset {
  const { kind, server } = known;
  const { id, name, fileName, minZoom, maxZoom, copyright } = server;
  const page = { kind, name: fileName };
  const context = pageContext(catalog, parts, page, language);
  const { texts, link } = context;
  const zoom = texts.index.zoom(minZoom, maxZoom);
  const body = html`<article class="server record-page" data-server="${serverData(context, kind, server)}">
<p class="path"><a href="${link('index')}#${RECORD_FOLDERS[kind]}">${texts.lists[LISTS[kind]]}</a></p>
<h1><bdi>${id}</bdi></h1>
<p class="meta">${zoomScale(minZoom, maxZoom)}<span>${zoom}</span> <bdi>${credit(copyright)}</bdi>${serverTags(context, known)}</p>
<section class="map-panel${server.unsetTokens.length > 0 && ' low'}" aria-label="${texts.index.map}">
<div id="map" class="map"><div class="map-empty">
${invitation(context, known)}
</div></div>
</section>
<div class="columns">
<section class="facts" aria-labelledby="facts">
<h2 id="facts">${texts.server.facts}</h2>
<dl>
${facts(context, known)}</dl>
${recordLinks(context, kind, fileName)}
</section>
${programsSection(context, known)}
</div>
</article>`;
  const title = name === '' || name === id ? id : name;
  const description = texts.server.describe(id, texts.server.kinds[kind], zoom, credit(copyright));
  return pageAsset(context, { page, title, description, body });
}

/** The content in place of the map before it is opened; for one that cannot be shown, the reason. */
function invitation({ texts }: PageContext, { server: { hosts, unsetTokens } }: KnownServer): Html {
  const { server: words } = texts;
  if (unsetTokens.length > 0) {
    return html`<p class="lede">${words.ledeUnset}</p>
<p>${words.ledeUnsetText(unsetTokens.join(', '))}</p>`;
  }
  return html`<p class="lede">${words.lede}</p>
<p>${words.ledeText(hosts.length > 1 ? `${hosts[0]} …` : (hosts[0] as string))}</p>
<p class="scripted"><button type="button" class="show main" aria-pressed="false">${words.show}</button></p>
<noscript><p>${words.ledeWithout}</p></noscript>`;
}

/** All fields of the record, and information from elsewhere. */
function facts(context: PageContext, { kind, server, changed, brokenSince }: KnownServer): readonly Html[] {
  const { texts } = context;
  const { server: words } = texts;
  const { id, name, minZoom, maxZoom, hosts, urlPattern, unsetTokens, needsToken, active } = server;
  const token = !needsToken
    ? words.tokenNone
    : unsetTokens.length > 0
      ? words.tokenUnset(unsetTokens.join(', '))
      : words.tokenSet;
  const rows: readonly (readonly [term: string, HtmlPiece])[] = [
    [words.state, brokenSince !== null && words.broken(texts.data.date(brokenSince))],
    [words.id, html`<bdi>${id}</bdi> <span class="soft">(${words.kinds[kind]})</span>`],
    [words.name, name !== id && html`<bdi>${name}</bdi>`],
    ...labelledRows(context, server),
    [words.zoom, words.zoomRange(minZoom, maxZoom)],
    [words.hosts, hosts.map((host) => html`<code>${host}</code> `)],
    [words.pattern, html`<code class="pattern">${urlPattern}</code>`],
    [words.encrypted, urlPattern.startsWith('https:') ? words.https : words.http],
    [words.token, token],
    [words.language, urlPattern.includes('#{language}') && words.languageText],
    [words.active, active ? words.yes : words.no],
    [words.changed, changed !== null && html`<time datetime="${changed}">${texts.data.date(changed)}</time>`],
  ];
  return rows
    .filter(([, what]) => what !== false)
    .map(([term, what]) => html`<div><dt>${term}</dt><dd>${what}</dd></div>\n`);
}

/** The members that are shown unchanged. */
function labelledRows({ texts }: PageContext, server: TileServer): readonly (readonly [term: string, HtmlPiece])[] {
  const words: Readonly<Record<string, unknown>> = texts.server;
  const values: Readonly<Record<string, unknown>> = { ...server };
  return membersIn('tileServer', 'json').flatMap(({ key, label }) => {
    const value = values[key];
    return label === undefined || value === undefined
      ? []
      : [[String(words[label]), html`<bdi>${String(value)}</bdi>`]];
  });
}
