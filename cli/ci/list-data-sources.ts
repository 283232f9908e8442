/** The data sources of a checkout, for the jobs of a workflow: one each. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '../../build/pipeline.ts';
import { type WorkflowContext, WorkflowError } from '../../commands/ci/ci.ts';
import { exampleHost, notAsked } from '../../contract/example-address.ts';
import { isObject } from '../../contract/parse-json.ts';
import { plural } from '../../contract/text.ts';
import { setOutput } from './task-context.ts';

/**
 * Outputs the ids of the data sources as a list in JSON: the one that DATASOURCE names, or all. Examples are left out. The
 * list may be empty, and the jobs that follow are then not needed.
 *
 * @param folder the checkout
 * @returns what to print
 * @throws WorkflowError where DATASOURCE names none, or GITHUB_OUTPUT is not set
 */
export function listDataSources(context: WorkflowContext, folder: string): string {
  const root = join(folder, 'catalog', 'datasources');
  const all = existsSync(root) ? readdirSync(root).sort() : [];
  const wanted = context.env['DATASOURCE']?.trim();
  const chosen = wanted ? all.filter((id) => id === wanted) : all;
  if (wanted && chosen.length === 0) throw new WorkflowError(`There is no data source ${JSON.stringify(wanted)}.`);
  const hosts = new Map(chosen.map((id) => [id, exampleHostIn(join(root, id, 'datasource.yaml'))]));
  const ids = chosen.filter((id) => hosts.get(id) === null);
  setOutput(context, { ids: JSON.stringify(ids) });
  const examples = [...hosts].flatMap(([id, host]) => (host === null ? [] : [notAsked(id, host)]));
  return [...examples, `${plural(ids.length, 'data source')}.`].join('\n');
}

/** The host of a data source where it is an example's; null otherwise, and where its file has errors, which Observe reports. */
function exampleHostIn(file: string): string | null {
  if (!existsSync(file)) return null;
  const { value } = parse('datasource.yaml', readFileSync(file));
  return isObject(value) && typeof value['baseUrl'] === 'string' ? exampleHost(value['baseUrl']) : null;
}
