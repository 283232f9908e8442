import { sortedByCodePoint } from '../../contract/base/text.ts';
import type { CatalogFolder } from '../read/folder.ts';
import { Content, type Document } from '../validate/content.ts';
import { checkRecords, type StagesOptions } from './stages.ts';

/** Runs the stages up to the rules. @returns the problems, and all files without their invalid parts */
export function checkCatalog(folder: CatalogFolder, options: StagesOptions) {
  const kept: Document[] = [];
  const { paths, checkEntries } = checkRecords(folder, { ...options, kept });
  const { diagnostics } = checkEntries();
  const documents = sortedByCodePoint(kept, ({ file }) => file.path);
  return { documents, content: new Content(documents, paths), diagnostics };
}
