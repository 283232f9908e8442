/** What all pages have in common: the head, the bar above, the line below, and links that hold wherever the site is. */

import { TEXTS, type Texts } from '../../../contract/page-texts/page-texts.ts';
import { type Language, type PageName, pagePath } from '../../../contract/pages.ts';
import { PLAIN_FILES } from '../../../contract/plain-files.ts';
import type { Catalog } from '../../model/catalog.ts';
import type { Asset, PageParts } from '../asset.ts';
import { textAsset } from '../asset.ts';
import { type Html, html } from './html.ts';

/** What every page is made from. */
export interface PageContext {
  readonly catalog: Catalog;
  readonly parts: PageParts;
  readonly language: Language;
  readonly texts: Texts;
  /** Where the page is, from the root of the site. */
  readonly path: string;
  /** From the page to the root of the site: `../../` for example, so that the site may be in any folder. */
  readonly root: string;
  /** The address of another page in the same language, relative to this one. */
  link(page: PageName): string;
}

/** The context of one page. */
export function pageContext(catalog: Catalog, parts: PageParts, page: PageName, language: Language): PageContext {
  const first = catalog.languages[0] as Language;
  const path = pagePath(page, language, first);
  const root = '../'.repeat(path.split('/').length - 1) || './';
  return {
    catalog,
    parts,
    language,
    texts: TEXTS[language],
    path,
    root,
    link: (other) => root + pagePath(other, language, first),
  };
}

/** What is special about a page. */
export interface PageContent {
  readonly page: PageName;
  /** Of the window and of search results; the name of the catalog is added. Null for the first page. */
  readonly title: string | null;
  /** For search results and share cards. */
  readonly description: string;
  readonly body: Html;
}

/**
 * Everything that is loaded comes from the site itself, but for the pictures of map servers, which may be anywhere. Scripts
 * and styles are files.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: http: https:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const FEEDS = [PLAIN_FILES.changesAtom, PLAIN_FILES.changes];

/** A whole page, as a file of the site. */
export function pageAsset(context: PageContext, { page, title, description, body }: PageContent): Asset {
  const { catalog, parts, language, texts, path, root, link } = context;
  const fullTitle = title === null ? catalog.title : `${title} · ${catalog.title}`;
  const first = catalog.languages[0] as Language;
  const address = (of: Language): string => `${catalog.serviceUrl}/${pagePath(page, of, first)}`;
  const others = catalog.languages.length > 1 ? catalog.languages : [];
  const text = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle}</title>
<meta name="description" content="${description}">
<meta name="referrer" content="strict-origin-when-cross-origin">
<meta name="color-scheme" content="light dark">
<link rel="canonical" href="${address(language)}">
${others.map((other) => html`<link rel="alternate" hreflang="${other}" href="${address(other)}">\n`)}<link rel="stylesheet" href="${root}${parts.style}">
<script type="module" src="${root}${parts.script}"></script>
<link rel="service-desc" type="${PLAIN_FILES.openapi.contentType}" href="${root}${PLAIN_FILES.openapi.path.slice(1)}">
${FEEDS.map((feed) => html`<link rel="alternate" type="${feed.contentType}" title="${feed.name}" href="${root}${feed.path.slice(1)}">\n`)}</head>
<body data-page="${typeof page === 'string' ? page : page.kind}" data-root="${root}">
<a class="skip" href="#content">${texts.skipToContent}</a>
<header class="bar">
<a class="brand" href="${link('index')}">${catalog.title}</a>
<nav>
<a href="${link('add')}">${texts.nav.add}</a>
<a href="${link('about')}">${texts.nav.about}</a>
<a href="${catalog.repository}">${texts.nav.source}</a>
${others.filter((other) => other !== language).map((other) => html`<a href="${root}${pagePath(page, other, first)}" hreflang="${other}" lang="${other}">${TEXTS[other].language}</a>\n`)}</nav>
</header>
<main id="content">
${body}
</main>
</body>
</html>
`;
  return textAsset(`${path}index.html`, text.text, null);
}
