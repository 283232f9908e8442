import { expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../../build/history/history.ts';
import { catalogModelOf } from '../../../../../build/model/model.ts';
import { pageContext } from '../../../../../build/render/pages/layout/page-layout.ts';
import { recordLinks } from '../../../../../build/render/pages/layout/record-links.ts';
import { checkCatalog } from '../../../../../build/run/check-in-memory.ts';
import type { RecordRole } from '../../../../../contract/pages/pages.ts';
import { memoryFolder, SMALL } from '../../../../support/catalogs.ts';

const OPTIONS = { environment: {}, requireTokens: false, serviceUrl: 'https://maps.example.org/all/' };
const PARTS = { script: '', style: '', files: [] };
const SITE = 'title: Maps\nserviceUrl: https://a.example.org\nbranch: published\nrepository: ';

function linksOf(kind: RecordRole, name: string | number, repository: string, folder?: string) {
  const { content } = checkCatalog(memoryFolder({ ...SMALL, 'site.yaml': `${SITE}${repository}\n` }), OPTIONS);
  const parts = { ...PARTS, catalogFolder: folder };
  const { text } = recordLinks(
    pageContext(
      { catalog: catalogModelOf(content, OPTIONS), history: catalogHistoryOf(null), parts },
      { role: kind, name },
      'en',
    ),
    kind,
    name,
  );
  return [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => (href as string).replaceAll('&amp;', '&'));
}

test.each<[RecordRole, string | number, string | undefined, string]>([
  ['datasource', 'files', '', 'datasources/files/datasource.yaml'],
  ['category', 7, undefined, 'catalog/categories.yaml'],
])('a %s is edited in its file', (kind, name, folder, path) => {
  const [edit, report] = linksOf(kind, name, 'https://github.com/o/r', folder);
  expect(edit).toBe(`https://github.com/o/r/edit/published/${path}`);
  const { searchParams } = new URL(report as string);
  expect(searchParams.get('title')).toBe(`Problem with ${path}${kind === 'category' ? ', 7' : ''}`);
  expect(searchParams.get('body')).toContain(`File: ${path}\nPage: https://maps.example.org/all/`);
});
