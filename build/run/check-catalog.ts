/** Runs the stages up to the rules on a whole catalog at once. */
import { allowedIn } from '../diagnostics/allowances.ts';
import { capped, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { CatalogFolder } from '../read/folder.ts';
import { type RuleOptions, runRules } from '../rules/rule.ts';
import { RULES } from '../rules/rules.ts';
import type { Content } from '../validate/content.ts';
import { loadCatalog } from './load-catalog.ts';

/** A checked catalog. */
export interface CheckedCatalog {
  readonly content: Content;
  readonly diagnostics: readonly Diagnostic[];
  readonly fileCount: number;
}

/** Runs read, parse, validate and rules. */
export function checkCatalog(folder: CatalogFolder, options: RuleOptions): CheckedCatalog {
  const { content, diagnostics, fileCount } = loadCatalog(folder);
  const found = [...diagnostics];
  for (const fault of runRules(RULES, content, { ...options, allowed: allowedIn(diagnostics) })) found.push(fault);
  return { content, diagnostics: capped(found), fileCount };
}
