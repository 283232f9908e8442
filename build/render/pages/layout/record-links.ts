import type { RecordRole } from '../../../../contract/pages/pages.ts';
import { fileNameProblem } from '../../../read/file-names.ts';
import { matchCatalogLayout, pathOfRole } from '../../../read/layout.ts';
import { type Html, html } from './html.ts';
import type { PageContext } from './page-layout.ts';

/**
 * Links to a record's file in the web editor, and to an issue that names the record and its page.
 * @param name as in its page's address
 * @param report what else is known
 */
export function recordLinks(context: PageContext, role: RecordRole, name: string | number, report = ''): Html {
  const { repository, texts, address } = context;
  const path = pathInRepository(context, pathOfRole(role === 'category' ? 'categories' : role, String(name)));
  const issue = repository.issue({
    title: texts.record.reportTitle(role === 'category' ? `${path}, ${name}` : path),
    body: texts.record.reportBody(path, address({ role, name }), report),
  });
  return html`<p class="record-links">
<a class="edit" href="${repository.edit(path)}">${texts.record.edit}</a>
<a class="report" href="${issue}">${texts.record.report}</a>
</p>`;
}

export function pathInRepository({ parts }: Pick<PageContext, 'parts'>, path: string): string {
  const folder = parts.catalogFolder ?? 'catalog';
  return folder === '' ? path : `${folder}/${path}`;
}

/** The path of a record's page, without its language; null if the file has no record, or several. */
export function recordPageOf(file: string): string | null {
  // In the layout, only files of one record have a `name`. Folders of pages are named after folders of the catalog.
  const { role, name = null } = matchCatalogLayout(file) ?? {};
  return name === null || role === 'provider' || role === 'area' || fileNameProblem(name) !== null
    ? null
    : `${file.slice(0, file.indexOf('/'))}/${name}/`;
}
