/** The data sources of a checkout, for the jobs of a workflow: one each. */
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { plural } from '../../contract/text.ts';
import { requireEnv, type WorkflowContext, WorkflowError } from './api.ts';

/**
 * Outputs the ids of the data sources as a list in JSON: the one that DATASOURCE names, or all.
 *
 * @param folder the checkout
 * @returns what to print
 * @throws WorkflowError where there is none, or GITHUB_OUTPUT is not set
 */
export function listDataSources(context: WorkflowContext, folder: string): string {
  const all = readdirSync(join(folder, 'catalog', 'datasources')).sort();
  const wanted = context.env['DATASOURCE']?.trim();
  const ids = wanted ? all.filter((id) => id === wanted) : all;
  if (ids.length === 0) throw new WorkflowError(`There is no data source ${JSON.stringify(wanted)}.`);
  appendFileSync(requireEnv(context, 'GITHUB_OUTPUT'), `ids=${JSON.stringify(ids)}\n`);
  return `${plural(ids.length, 'data source')}.`;
}
