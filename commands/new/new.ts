/** What would be wrong with a catalog that had a draft in it. */

import { type Diagnostic, diagnostic, value } from '../../build/diagnostics/diagnostic.ts';
import { severityOf } from '../../build/diagnostics/messages.ts';
import { checkCatalog } from '../../build/pipeline.ts';
import type { CatalogFolder, FolderEntry } from '../../build/read/read.ts';
import type { RuleOptions } from '../../build/rules/rule.ts';
import { type Draft, plainText } from './draft.ts';

/** The errors that a catalog has because of a draft, found by the stages that check the catalog. */
export function problemsOf(folder: CatalogFolder, draft: Draft, options: RuleOptions): Diagnostic[] {
  const { diagnostics } = checkCatalog(withFile(folder, draft.path, plainText(draft)), options);
  return diagnostics
    .filter(({ code }) => severityOf(code) === 'error')
    .map((problem) => asProblemOf(draft, problem))
    .filter(({ file }) => file === draft.path);
}

/** Of two records with one id, the second by path is reported; to whoever writes a new one, that is the new one. */
function asProblemOf(draft: Draft, problem: Diagnostic): Diagnostic {
  const isMirrored = 'other' in (problem.details ?? {}) && (problem.details as { other: string }).other === draft.path;
  if (!isMirrored) return problem;
  const { code, file } = problem;
  const id = String(draft.record['id']);
  if (code === 'duplicate-id') return diagnostic(code, draft.path, value('id'), { id, other: file });
  if (code !== 'similar-id') return problem;
  return diagnostic(code, draft.path, value('id'), { id, otherId: problem.details.id, other: file });
}

/** A catalog folder with one more file. */
function withFile(folder: CatalogFolder, path: string, text: string): CatalogFolder {
  const bytes = Buffer.from(text);
  return {
    size: (file) => (file === path ? bytes.length : folder.size(file)),
    read: (file) => (file === path ? bytes : folder.read(file)),
    list(inside) {
      const prefix = inside === '' ? '' : `${inside}/`;
      if (!path.startsWith(prefix)) return folder.list(inside);
      const [name = '', ...below] = path.slice(prefix.length).split('/');
      const entries = listOrNothing(folder, inside);
      if (entries.some((entry) => entry.name === name)) return entries;
      return [...entries, { name, type: below.length === 0 ? 'file' : 'folder' }];
    },
  };
}

/** The folders a draft needs may not be there yet. */
function listOrNothing(folder: CatalogFolder, path: string): readonly FolderEntry[] {
  try {
    return folder.list(path);
  } catch {
    return [];
  }
}
