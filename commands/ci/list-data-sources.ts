/** The data sources of a checkout, for the jobs of a workflow: one each. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { annotation, nameProblem, parse } from '../../build/pipeline.ts';
import { exampleHost, notAsked } from '../../contract/example-address.ts';
import { isObject } from '../../contract/parse-json.ts';
import { plural } from '../../contract/text.ts';
import { type WorkflowContext, WorkflowError } from './ci.ts';
import { setOutput } from './task-context.ts';

/** How many jobs GitHub makes of one list; of a longer one it makes none. */
const MOST_JOBS = 256;

/**
 * Outputs the ids of the data sources as a list in JSON: the one that DATASOURCE names, or all that there can be jobs for.
 * Examples are left out. The list may be empty, and the jobs that follow are then not needed.
 *
 * @param folder the checkout
 * @returns what to print
 * @throws WorkflowError where DATASOURCE names none, or GITHUB_OUTPUT is not set
 */
export function listDataSources(context: WorkflowContext, folder: string): string {
  const root = join(folder, 'catalog', 'datasources');
  const all = existsSync(root) ? idsIn(root) : [];
  const wanted = context.env['DATASOURCE']?.trim();
  const chosen = wanted ? all.filter((id) => id === wanted) : all;
  if (wanted && chosen.length === 0) throw new WorkflowError(`There is no data source ${JSON.stringify(wanted)}.`);
  const hosts = new Map(chosen.map((id) => [id, exampleHostIn(join(root, id, 'datasource.yaml'))]));
  const ids = chosen.filter((id) => hosts.get(id) === null);
  setOutput(context, { ids: JSON.stringify(ids.slice(0, MOST_JOBS)) });
  const examples = [...hosts].flatMap(([id, host]) => (host === null ? [] : [notAsked(id, host)]));
  return [...examples, ...tooMany(ids), `${plural(ids.length, 'data source')}.`].join('\n');
}

/** The folders of data sources. What else is there is none, and its check says so. */
function idsIn(root: string): string[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .filter((name) => nameProblem(name) === null)
    .sort();
}

/** A warning on the page of the run, where there are more data sources than jobs. */
function tooMany(ids: readonly string[]): string[] {
  const left = ids.length - MOST_JOBS;
  if (left <= 0) return [];
  const title = 'Not all data sources are observed';
  const why = `GitHub runs at most ${MOST_JOBS} jobs of a list, and there are ${plural(ids.length, 'data source')}. The last ${left}, from ${ids[MOST_JOBS]} on, are left out: start the workflow by hand with the id of one of them, or put data sources together.`;
  return [annotation('warning', { title }, why).trimEnd()];
}

/** The host of a data source where it is an example's; null otherwise, and where its file has errors, which Observe reports. */
function exampleHostIn(file: string): string | null {
  if (!existsSync(file)) return null;
  const { value } = parse('datasource.yaml', readFileSync(file));
  return isObject(value) && typeof value['baseUrl'] === 'string' ? exampleHost(value['baseUrl']) : null;
}
