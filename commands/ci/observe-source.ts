/** The data sources of a checkout, one job each, and what is new about one of them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { annotation, nameProblem, parse } from '../../build/pipeline.ts';
import { exampleHost, notAsked } from '../../contract/example-address.ts';
import { isObject } from '../../contract/parse-json.ts';
import { plural } from '../../contract/text.ts';
import { runUpdate } from '../update/command.ts';
import {
  addToPage,
  buildSite,
  CATALOG,
  capture,
  diffSites,
  setOutput,
  type TaskContext,
  type WorkflowContext,
  WorkflowError,
} from './workflow.ts';

/** The number of jobs that GitHub makes of a list; it makes none of a longer one. */
const MOST_JOBS = 256;

/** A job may take 180 minutes; what is known by then has to be built and handed on. */
const MAX_MINUTES = 160;

/** How upstream servers are asked: as the command does by default. */
const POLITE = { connections: 2, rate: 5, dryRun: false, allowRemovals: false, allowPrivate: false } as const;

/**
 * Outputs the ids of the data sources as a list in JSON: the one that DATASOURCE names, or as many as there can be jobs.
 * Examples are left out. The list may be empty; then the jobs that follow are not needed.
 *
 * @param folder the checkout
 * @returns what to print
 * @throws WorkflowError if there is no data source DATASOURCE, or GITHUB_OUTPUT is not set
 */
export function listDataSources(context: WorkflowContext, folder: string): string {
  const root = join(folder, CATALOG, 'datasources');
  const folders = existsSync(root) ? readdirSync(root, { withFileTypes: true }) : [];
  // The check reports other names.
  const all = folders.filter((entry) => entry.isDirectory() && nameProblem(entry.name) === null);
  const wanted = context.env['DATASOURCE']?.trim();
  const chosen = all.map(({ name }) => name).filter((id) => !wanted || id === wanted);
  if (wanted && chosen.length === 0) throw new WorkflowError(`There is no data source ${JSON.stringify(wanted)}.`);
  const ids: string[] = [];
  const lines: string[] = [];
  for (const id of chosen.sort()) {
    const host = exampleHostIn(join(root, id, 'datasource.yaml'));
    if (host === null) ids.push(id);
    else lines.push(notAsked(id, host));
  }
  setOutput(context, { ids: JSON.stringify(ids.slice(0, MOST_JOBS)) });
  if (ids.length > MOST_JOBS) {
    const title = 'Not all data sources are observed';
    const why = `GitHub runs at most ${MOST_JOBS} jobs of a list, and there are ${plural(ids.length, 'data source')}. The last ${ids.length - MOST_JOBS}, from ${ids[MOST_JOBS]} on, are left out: start the workflow by hand with the id of one of them, or combine data sources.`;
    lines.push(annotation('warning', { title }, why).trimEnd());
  }
  return [...lines, `${plural(ids.length, 'data source')}.`].join('\n');
}

/** Returns the host of a data source if it is an example's; null otherwise, and if the file has errors, which Observe reports. */
function exampleHostIn(file: string): string | null {
  if (!existsSync(file)) return null;
  const { value } = parse('datasource.yaml', readFileSync(file));
  return isObject(value) && typeof value['baseUrl'] === 'string' ? exampleHost(value['baseUrl']) : null;
}

/**
 * Writes what is new about a data source into the catalog of the checkout, and into a folder the text of a proposal
 * (`body.md`), with a file `failed` if not everything could be observed.
 *
 * @returns what to print
 * @throws WorkflowError if the catalog cannot be built
 */
export async function observeSource(context: TaskContext, id: string, result: string): Promise<string> {
  const { io } = context;
  const out = resolve(io.cwd, result);
  mkdirSync(out, { recursive: true });
  const build = (site: string): Promise<void> => buildSite(io, { out: site }, 'The catalog cannot be built.');
  await build('before');
  const options = { ...POLITE, catalog: CATALOG, ids: [id], maxTime: MAX_MINUTES, format: 'markdown' as const };
  const { status, stdout: summary } = await capture(io, (own) => runUpdate(own, options));
  if (status === 2) throw new WorkflowError(`Nothing could be asked about ${id}.`);
  // The summary lists what could not be observed; the rest is proposed all the same.
  if (status !== 0) writeFileSync(join(out, 'failed'), '');
  addToPage(context, summary);
  await build('after');
  writeFileSync(join(out, 'body.md'), summary + (await diffSites(io, 'before', 'after')).report);
  return `What is new about ${id} is in the catalog, and the text of the proposal in ${result}.`;
}
