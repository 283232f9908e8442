/** The last stage, for the files of a folder. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { decode } from '../parse/parse.ts';
import type { CatalogFolder } from '../read/read.ts';
import { type Finding, findingsOf } from '../report/findings.ts';

/** The findings for diagnostics of the files in a folder. For a file that cannot be read, they have no positions. */
export function reportOn(folder: CatalogFolder, diagnostics: readonly Diagnostic[]): Finding[] {
  return findingsOf(diagnostics, (file) => {
    try {
      return decode(file, folder.read(file)).text;
    } catch {
      return null;
    }
  });
}
