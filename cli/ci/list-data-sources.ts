/** The data sources of a checkout, for the jobs of a workflow: one each. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type WorkflowContext, WorkflowError } from '../../commands/ci/ci.ts';
import { plural } from '../../contract/text.ts';
import { setOutput } from './task-context.ts';

/**
 * Outputs the ids of the data sources as a list in JSON: the one that DATASOURCE names, or all.
 *
 * @param folder the checkout
 * @returns what to print
 * @throws WorkflowError where there is none, or GITHUB_OUTPUT is not set
 */
export function listDataSources(context: WorkflowContext, folder: string): string {
  const root = join(folder, 'catalog', 'datasources');
  const all = existsSync(root) ? readdirSync(root).sort() : [];
  const wanted = context.env['DATASOURCE']?.trim();
  const ids = wanted ? all.filter((id) => id === wanted) : all;
  if (ids.length === 0)
    throw new WorkflowError(`There is no data source${wanted ? ` ${JSON.stringify(wanted)}` : ''}.`);
  setOutput(context, { ids: JSON.stringify(ids) });
  return `${plural(ids.length, 'data source')}.`;
}
