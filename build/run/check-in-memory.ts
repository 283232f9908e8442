/** Runs the stages up to the rules on a whole catalog at once. */
import { allowedCodesIn } from '../diagnostics/allowances.ts';
import { cappedDiagnostics } from '../diagnostics/diagnostic.ts';
import type { CatalogFolder } from '../read/folder.ts';
import { ALL_RULES } from '../rules/all-rules.ts';
import { type RuleOptions, runRules } from '../rules/run-rules.ts';
import { type LoadedCatalog, loadCatalog } from './load-catalog.ts';

/** Runs read, parse, validate and rules. */
export function checkCatalog(folder: CatalogFolder, options: RuleOptions): LoadedCatalog {
  const loaded = loadCatalog(folder);
  const found = [...loaded.diagnostics];
  for (const fault of runRules(ALL_RULES, loaded.content, { ...options, allowed: allowedCodesIn(found) }))
    found.push(fault);
  return { ...loaded, diagnostics: cappedDiagnostics(found) };
}
