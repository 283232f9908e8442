import { fileNameProblem } from '../../../../build/read/file-names.ts';
import { childrenNamed, type XmlElement } from '../../../../contract/base/xml-elements.ts';
import type { Section } from '../../../../contract/data-sources/sections.ts';
import type { DataSourceSource } from '../../../../contract/generated/catalog.types.ts';
import type { CatalogFiles } from '../catalog-files.ts';
import { correctEntries, type EntryDrafts, type Members } from '../correct-served-record.ts';
import { mergeSections } from '../merge/merge-entries.ts';
import { mergeDataSource } from '../merge/merge-service.ts';
import { NO_ID, type SourcePlace } from '../notes.ts';
import { readDataSourceXml } from './read-served.ts';

const DESCRIPTION = ['name', 'baseUrl', 'directory', 'action'] as const;

export function mergeSourceChanges(files: CatalogFiles, root: XmlElement, at: SourcePlace): void {
  const elements = childrenNamed(root, 'datasource');
  for (const [index, element] of elements.entries()) {
    const place = at.in('datasource', index);
    mergeChange(files, readDataSourceXml(element, place), place);
  }
  if (elements.length === 0) at.advice('there is no data source in it');
}

function mergeChange(files: CatalogFiles, members: Members, at: SourcePlace): void {
  const id = String(members['id'] ?? '');
  if (fileNameProblem(id) !== null) {
    at.in('id').leftOut(`${JSON.stringify(id)} cannot be the id of a data source`, NO_ID);
    return;
  }
  const old = files.valueOf('datasource', id) as DataSourceSource | undefined;
  if (!old && DESCRIPTION.some((key) => !members[key])) {
    const why = `the catalog has no data source ${JSON.stringify(id)}, and the document does not describe it`;
    at.leftOut(why, 'not known, and not described');
    return;
  }
  if (!old) {
    const maxAge = null;
    mergeDataSource(files, id, { value: members, at }, maxAge, { isObserved: true });
    return;
  }
  for (const key of DESCRIPTION) {
    if (members[key] === undefined || members[key] === '' || members[key] === old[key]) continue;
    at.in(key).advice(`differs from the ${key} of the catalog, which stays`);
  }
  const entriesOf = (section: Section): EntryDrafts => correctEntries(members[section], section, at.in(section));
  const sections = { files: entriesOf('files'), maps: entriesOf('maps'), themes: entriesOf('themes') };
  mergeSections(files, id, sections, { isObserved: true });
}
