/** The links of each record to the repository: edit it, and report a problem. */
import { RECORD_FOLDERS, type RecordKind } from '../../../contract/pages.ts';
import { type FileKind, matchLayout, nameProblem, pathOfKind } from '../../read/layout.ts';
import { type Html, html } from './html.ts';
import type { PageContext } from './page-layout.ts';

/** The kinds of file that contain records. All categories are in one file. */
const FILE_KINDS: Readonly<Record<RecordKind, FileKind>> = {
  mapserver: 'mapserver',
  overlayserver: 'overlayserver',
  datasource: 'datasource',
  category: 'categories',
  edition: 'edition',
};

/**
 * The links of a record to the repository: to its file in the web editor, and to an issue that names the record and its
 * page.
 *
 * @param name as in the address of its page
 */
export function recordLinks(context: PageContext, kind: RecordKind, name: string | number): Html {
  const { repository, texts, address } = context;
  const path = pathInRepository(context, pathOfKind(FILE_KINDS[kind], String(name)));
  const issue = repository.issue({
    title: texts.record.reportTitle(kind === 'category' ? `${path}, ${name}` : path),
    body: texts.record.reportBody(path, address({ kind, name })),
  });
  return html`<p class="record-links">
<a class="edit" href="${repository.edit(path)}">${texts.record.edit}</a>
<a class="report" href="${issue}">${texts.record.report}</a>
</p>`;
}

/** The path of a catalog file from the root of the repository. */
export function pathInRepository({ parts }: Pick<PageContext, 'parts'>, path: string): string {
  const folder = parts.catalogFolder ?? 'catalog';
  return folder === '' ? path : `${folder}/${path}`;
}

/** For each kind of file, the kind of record whose pages have the same names. */
const RECORDS: Readonly<Partial<Record<FileKind, RecordKind>>> = {
  mapserver: 'mapserver',
  overlayserver: 'overlayserver',
  datasource: 'datasource',
  files: 'datasource',
  maps: 'datasource',
  themes: 'datasource',
  edition: 'edition',
};

/**
 * The page of the record in a catalog file, from the root of the pages of a language; null for a file of no record, of
 * many, or with an invalid name.
 *
 * @param file path inside the catalog folder
 */
export function recordPageOf(file: string): string | null {
  const { kind, name } = matchLayout(file) ?? { kind: null, name: null };
  const record = kind && RECORDS[kind];
  return record && name !== null && nameProblem(name) === null ? `${RECORD_FOLDERS[record]}/${name}/` : null;
}
