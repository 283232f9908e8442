/** Checks a catalog as `cartalog check` does, inside the test's own process. */
import { createColors } from 'picocolors';
import type { CatalogFolder } from '../../build/read/read.ts';
import type { Finding } from '../../build/report/findings.ts';
import { formatText } from '../../build/report/print.ts';
import { renderFolder } from '../../cli/run-catalog.ts';

export interface CheckSettings {
  readonly requireTokens?: boolean;
}

/** The findings of a catalog folder. No environment variable is set, and nothing is known of commits. */
export async function findingsOf(folder: CatalogFolder, settings: CheckSettings = {}): Promise<readonly Finding[]> {
  const { requireTokens = false } = settings;
  const commits = Promise.resolve(null);
  const { findings } = await renderFolder(folder, { serviceUrl: null, requireTokens, environment: {}, commits });
  return findings;
}

/** Findings as `cartalog check` prints them where there is no colour. */
export function textOf(findings: readonly Finding[]): string {
  return formatText(findings, 'catalog/', createColors(false));
}
