/** What all pages share: head, navigation, footer, and links that work in any folder. */
import { createHash } from 'node:crypto';
import type { Language } from '../../../../contract/base/languages.ts';
import { repositoryLinks } from '../../../../contract/base/repository-links.ts';
import { PLAIN_FILES } from '../../../../contract/interface/plain-files.ts';
import { v1Path as documentPath } from '../../../../contract/interface/v1-routes.ts';
import { COVERAGE_FILE, type PageName, pagePath } from '../../../../contract/pages/pages.ts';
import { type PageTexts, TEXTS } from '../../../../contract/words/page-texts/page-texts.ts';
import type { History } from '../../../history/history.ts';
import type { CatalogOutline } from '../../../model/catalog.ts';
import { memoizedByObject } from '../../../model/computed-once.ts';
import type { Statuses } from '../../../model/statuses.ts';
import { type Asset, textAsset } from '../../core/asset.ts';
import type { PageParts, ShownPicture } from '../../site-parts.ts';
import { Html, html } from './html.ts';

export interface AspectSources {
  readonly catalog: CatalogOutline;
  readonly history: History;
  readonly statuses?: Statuses | null | undefined;
  /** By map: `mapservers/openstreetmap`. */
  readonly pictures?: ReadonlyMap<string, ShownPicture> | undefined;
}

export interface PagesInput extends AspectSources {
  readonly parts: PageParts;
  /** A JSON document's file, on a host that doesn't serve it at its folder. */
  readonly documentFile?: string | undefined;
}

export type PageContext = ReturnType<typeof pageContext>;

/** Pages with the same name and path to the root share one of the `shells`. */
const sharedOf = memoizedByObject((input: PagesInput) => {
  const repository = repositoryLinks(input.catalog);
  return memoizedByObject((texts: PageTexts) => ({ ...input, texts, repository, shells: new Map<string, Shell>() }));
});

/** @param page null for the "not found" page, shown at any address */
export function pageContext(input: PagesInput, page: PageName | null, language: Language) {
  const { catalog, documentFile = '' } = input;
  const first = catalog.languages[0] as Language;
  const pathOf = (other: PageName, inLanguage = language): string => pagePath(other, inLanguage, first);
  /** Such as `../../`: the site may be in any folder. */
  const root = page === null ? '/' : '../'.repeat(pathOf(page).split('/').length - 1) || './';
  return {
    ...sharedOf(input)(TEXTS[language]),
    page,
    language,
    root,
    /** Relative to this page, and by default in its language. */
    link: (other: PageName, inLanguage?: Language) => root + pathOf(other, inLanguage),
    /** Relative to this page. */
    document: (...resource: Parameters<typeof documentPath>) =>
      root + documentPath(...resource).slice(1) + documentFile,
    /** Published, for other programs: share cards, search engines. */
    address: (other: PageName, inLanguage?: Language) => `${catalog.serviceUrl}/${pathOf(other, inLanguage)}`,
  };
}

interface PageContent {
  /** Without the catalog's name. Null for the home page. */
  readonly title: string | null;
  /** For search results and share cards. */
  readonly description: string;
  readonly body: Html;
}

/**
 * The only script inside of a page with a map. Before anything is painted, it marks what the address asks for, so that
 * nothing moves later: lists are hidden until they show results of the search, and space is kept for a map. If a script
 * cannot be loaded, it removes the marks. It also begins to load what scripts ask for later: the map's scripts, if the
 * address asks for a map, and the data of a search, after all that is painted before it.
 */
const FIRST_SCRIPT = `(all=>{
const add=(name,isTrue)=>isTrue&&all.add(name);
add("searching",location.search);
const isMapped=/[#&](map|base|over|with)=/.test(location.hash);
add("mapped",isMapped);
add("listing",/[#&](base|over|with)=/.test(location.hash));
add("comparing",/[#&]with=/.test(location.hash));
add("comparing-many",/[#&]with=[^&]*,/.test(location.hash));
addEventListener("error",()=>all.remove("searching","mapped"),true);
const{map,search=""}=document.currentScript.dataset;
const load=(hrefs,how)=>{for(const href of hrefs.match(/[^ ]+/g)||[])
document.head.append(Object.assign(document.createElement("link"),{...how,href}))};
requestAnimationFrame(()=>{
if(isMapped)load(map,{rel:"modulepreload",fetchPriority:"low"});
if(/[?&]q=./.test(location.search))load(search,{rel:"preload",as:"fetch",crossOrigin:"",fetchPriority:"low"})})
})(document.documentElement.classList)`;

const FIRST_SCRIPT_HASH = `'sha256-${createHash('sha256').update(FIRST_SCRIPT).digest('base64')}'`;

/** All is loaded from the site, except images of maps, and what a server says of a map that somebody adds. */
const contentSecurityPolicy = (hasMap: boolean, asksServers = false): Html => {
  const rules = [
    "default-src 'none'",
    `script-src 'self'${hasMap ? ` ${FIRST_SCRIPT_HASH}` : ''}`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: http: https:",
    `connect-src 'self'${asksServers ? ' http: https:' : ''}`,
    "manifest-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return html`${rules.join('; ')}`;
};

const POLICY = contentSecurityPolicy(false);
const POLICY_WITH_MAP = contentSecurityPolicy(true);
const POLICY_TO_ASK = contentSecurityPolicy(false, true);

/** The owner can replace it in `public/`. */
const SHARE_PICTURE = { path: 'share.png', width: 1200, height: 630 };

const MARK = html`<svg viewBox="4 4 24 24" aria-hidden="true"><g fill="none" stroke="currentColor" stroke-width="2"><path d="M5 19C4 11 10 5 17 5s11 5 10 12-7 10-12 10S6 25 5 19z"/><path d="M10 18c-1-5 3-8 7-8s6 3 5 7-4 5-7 5-5-1-5-4z"/></g><circle cx="16.5" cy="15.5" r="2.5" fill="currentColor"/></svg>`;

export const FEEDS = [PLAIN_FILES.changesAtom, PLAIN_FILES.changes];

/** Hosts look for it in an address's folder, and its parents. */
const NOT_FOUND_FILE = '404.html';

export function pageAsset(context: PageContext, content: PageContent): Asset {
  const { catalog, language, page } = context;
  const folder = pagePath(page ?? 'index', language, catalog.languages[0] as Language);
  const name = page === null ? NOT_FOUND_FILE : 'index.html';
  return textAsset('page', `${folder}${name}`, wholePage(context, content).text);
}

/** `files`: links to scripts, styles and feeds; `firstScript`: only with a map; `items`: of the navigation. */
interface Shell {
  readonly files: Html;
  readonly firstScript: Html;
  readonly items: Html;
}

function shellOf({ texts: { nav }, root, link, language, parts }: PageContext, pageName: string): Shell {
  const item = (to: 'index' | 'add' | 'changes' | 'about', text: string): Html =>
    html`<a href="${link(to)}"${pageName === to && html` aria-current="page"`}>${text}</a>\n`;
  const items = [item('index', nav.maps), item('add', nav.addShort), item('changes', nav.changes)];
  const ofMap = (parts.ofMap ?? []).map((path) => root + path).join(' ');
  const ofSearch = [parts.places ?? [], COVERAGE_FILE].flat().map((path) => root + path);
  const search = pageName === 'index' && html` data-search="${ofSearch.join(' ')}"`;
  const firstScript = html`<script data-map="${ofMap}"${search}>${new Html(FIRST_SCRIPT)}</script>\n`;
  return {
    files: files(root, parts, pageName, language),
    firstScript,
    items: html`${items}${item('about', nav.about)}`,
  };
}

function wholePage(context: PageContext, { title, description, body }: PageContent): Html {
  const { catalog, language, parts, texts, root, link, page, shells } = context;
  const pageName = page === null ? 'not-found' : typeof page === 'string' ? page : page.role;
  const shellKey = `${pageName} ${root}`;
  const shell = shells.get(shellKey) ?? shellOf(context, pageName);
  shells.set(shellKey, shell);
  const hasMap = pageName === 'index' || pageName === 'map' || pageName.endsWith('server');
  const hasSearch = pageName === 'index' && body.text.includes('id="search-text"');
  const fullTitle = title === null ? catalog.title : `${title} · ${catalog.title}`;
  return html`<!doctype html>
<html lang="${language}" data-page="${pageName}"${parts.isLive && html` data-live`}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${hasMap ? POLICY_WITH_MAP : pageName === 'add' ? POLICY_TO_ASK : POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle}</title>
<meta name="description" content="${description}">
<meta name="referrer" content="strict-origin-when-cross-origin">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f5ef">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12191c">
${page === null ? html`<meta name="robots" content="noindex">\n` : published(context, page, fullTitle, description)}${hasMap && shell.firstScript}${shell.files}</head>
<body data-root="${root}">
<a class="skip" href="#content">${texts.skipToContent}</a>
${hasSearch && html`<a class="skip" href="#search-text">${texts.skipToSearch}</a>\n`}<header class="bar">
<a class="brand" href="${link('index')}" dir="auto">${MARK}<span>${catalog.title}</span></a>
<nav aria-label="${texts.nav.label}">
${shell.items}${languages(context)}</nav>
</header>
<main id="content"${pageName === 'index' && html` class="index"`}>
${body}
</main>
<footer class="foot">
<a href="${link('about')}#interface">${texts.nav.interface}</a>
<a href="${catalog.repository}">${texts.nav.source}</a>
</footer>
</body>
</html>
`;
}

function published(context: PageContext, page: PageName, title: string, description: string): Html {
  const { catalog } = context;
  const address = context.address(page);
  const languages = catalog.languages.length > 1 ? catalog.languages : [];
  return html`<link rel="canonical" href="${address}">
${languages.map((other) => html`<link rel="alternate" hreflang="${other}" href="${context.address(page, other)}">\n`)}<meta property="og:type" content="website">
<meta property="og:site_name" content="${catalog.title}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${address}">
<meta property="og:image" content="${catalog.serviceUrl}/${SHARE_PICTURE.path}">
<meta property="og:image:width" content="${SHARE_PICTURE.width}">
<meta property="og:image:height" content="${SHARE_PICTURE.height}">
<meta name="twitter:card" content="summary_large_image">
`;
}

function files(root: string, { script, style, scripts = {} }: PageParts, pageName: string, language: Language): Html {
  const { index = script, ...others } = scripts;
  const preloads = [others[language], others[pageName]].filter((path) => path !== undefined);
  return html`<link rel="icon" href="${root}favicon.ico" sizes="32x32">
<link rel="icon" href="${root}icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="${root}apple-touch-icon.png">
<link rel="stylesheet" href="${root}${style}">
<script type="module" src="${root}${pageName === 'index' ? index : script}"></script>
${preloads.map((path) => html`<link rel="modulepreload" href="${root}${path}">\n`)}<link rel="service-desc" type="${PLAIN_FILES.openapi.contentType}" href="${root}${PLAIN_FILES.openapi.path.slice(1)}">
${FEEDS.map((feed) => html`<link rel="alternate" type="${feed.contentType}" title="${feed.name}" href="${root}${feed.path.slice(1)}">\n`)}`;
}

function languages({ catalog, page, language, link }: PageContext): Html {
  const others = catalog.languages.filter((other) => other !== language);
  return html`${others.map(
    (other) =>
      html`<a href="${link(page ?? 'index', other)}" hreflang="${other}" lang="${other}">${TEXTS[other].language}</a>\n`,
  )}`;
}
