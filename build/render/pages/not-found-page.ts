/** What is shown at addresses where nothing is. */
import type { Language } from '../../../contract/pages.ts';
import { type Asset, textAsset } from '../asset.ts';
import { html } from './html.ts';
import { NOT_FOUND_FILE, type PagesInput, pageAsset, pageContext } from './page-layout.ts';

/** The page of one language. It is shown at any address, so its links begin at the root of the host. */
export function notFoundPage({ catalog, parts }: PagesInput, language: Language): Asset {
  const context = pageContext(catalog, parts, null, language);
  const { notFound } = context.texts;
  const body = html`<article class="text-page">
<h1>${notFound.title}</h1>
<p>${notFound.text}</p>
<p><a class="button main" href="${context.link('index')}">${notFound.back}</a></p>
</article>`;
  return pageAsset(context, { page: null, title: notFound.title, description: notFound.text, body });
}

/** The page of a site without pages: without it, hosts would answer with something of their own. */
export function bareNotFoundPage(): Asset {
  return textAsset(
    NOT_FOUND_FILE,
    `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Not found</title>
</head>
<body>
  <h1>Not found</h1>
  <p>Nothing is published here. The catalog begins at <a href="/v1/">/v1/</a>.</p>
</body>
</html>
`,
    null,
  );
}
