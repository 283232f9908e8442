/** The page at `/`: a description of the catalog, and links to its lists. */
import { PLAIN_FILES } from '../../contract/plain-files.ts';
import { LISTS, pathOf, ROUTES } from '../../contract/routes.ts';
import type { Catalog } from '../model/catalog.ts';

/** Renders the page. Its links are relative to the host, so that they work wherever the site is served. */
export function pageHtml(catalog: Catalog): string {
  const rows = LISTS.map((list) => {
    const path = pathOf(list);
    return `      <tr><td><a href="${path}">${path}</a></td><td class="count">${catalog[list].length}</td><td>${escapeHtml(ROUTES[list].description)}</td></tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeHtml(catalog.title)}</title>
  <link rel="service-desc" type="${PLAIN_FILES.openapi.contentType}" href="${PLAIN_FILES.openapi.path}">
${FEEDS.map(({ contentType, path, name }) => `  <link rel="alternate" type="${contentType}" title="${name}" href="${path}">`).join('\n')}
  <style>
    :root { color-scheme: light dark; }
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; }
    table { border-collapse: collapse; width: 100%; }
    td, th { padding: .4rem .8rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #8884; }
    .count { text-align: right; font-variant-numeric: tabular-nums; }
  </style>
</head>
<body>
  <h1>${escapeHtml(catalog.title)}</h1>
  <p>A map catalog: base map servers, overlay servers, downloadable data sources, categories and editions,
    as JSON for map programs.</p>
  <table>
    <thead><tr><th>Address</th><th class="count">Entries</th><th>What it lists</th></tr></thead>
    <tbody>
${rows.join('\n')}
    </tbody>
  </table>
  <p>All of them are linked from <a href="${pathOf('service')}">${pathOf('service')}</a>.
    <a href="${PLAIN_FILES.all.path}">${PLAIN_FILES.all.path}</a> has the whole catalog, and
    <a href="${PLAIN_FILES.changesAtom.path}">${PLAIN_FILES.changesAtom.path}</a> what changed in it.
    The catalog is kept as text and changed by pull request: <a href="${escapeHtml(catalog.repository)}">${escapeHtml(catalog.repository)}</a>.</p>
</body>
</html>
`;
}

const FEEDS = [PLAIN_FILES.changesAtom, PLAIN_FILES.changes];

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
