import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileNameProblem } from '../../../../build/read/file-names.ts';
import { workflowAnnotation } from '../../../../build/report/print.ts';
import { openSoundCatalog } from '../../../../cli/catalog/sound-catalog.ts';
import { addToRunPage } from '../../../../cli/terminal/annotate-findings.ts';
import { plural } from '../../../../contract/base/text.ts';
import { runUpdate, UPDATABLE } from '../../../upstream/update/command.ts';
import {
  buildSite,
  CATALOG_FOLDER,
  captureCommand,
  diffSites,
  setStepOutput,
  type TaskContext,
  WorkflowError,
} from '../workflow.ts';

/** GitHub's limit for a matrix. */
const MAX_JOBS = 256;

/** A job may take 180 minutes; the rest is for builds and keeping the results. */
const MAX_MINUTES = 160;

/** Connections, and requests a second, for each host. */
const POLITE = { connections: 2, rate: 5, dryRun: false, allowRemovals: false, allowPrivate: false } as const;

/** Outputs ids as JSON: DATASOURCE, or all up to the limit. */
export function listDataSources(context: TaskContext): string {
  const root = join(context.io.cwd, CATALOG_FOLDER, 'datasources');
  const folders = existsSync(root) ? readdirSync(root, { withFileTypes: true }) : [];
  // The check reports invalid names.
  const all = folders.filter((entry) => entry.isDirectory() && fileNameProblem(entry.name) === null);
  const wanted = context.io.env['DATASOURCE']?.trim();
  const names = all.map(({ name }) => name).sort();
  const ids = names.filter((id) => !wanted || id === wanted);
  if (wanted && ids.length === 0) throw new WorkflowError(`There is no data source ${JSON.stringify(wanted)}.`);
  setStepOutput(context, { ids: JSON.stringify(ids.slice(0, MAX_JOBS)) });
  if (ids.length > MAX_JOBS) {
    const title = 'Not all data sources are observed';
    const why = `GitHub runs at most ${MAX_JOBS} jobs of a list, and there are ${plural(ids.length, 'data source')}. The last ${ids.length - MAX_JOBS}, from ${ids[MAX_JOBS]} on, are left out: start the workflow by hand with the id of one of them, or combine data sources.`;
    context.io.stderr.write(workflowAnnotation('warning', { title }, why), 'commands');
  }
  return `${plural(ids.length, 'data source')}.`;
}

/** @param result a folder for a proposal's text (`body.md`), and a file `failed` if something could not be observed */
export async function proposeUpdate(context: TaskContext, id: string, result: string): Promise<string> {
  const { io } = context;
  const out = resolve(io.cwd, result);
  mkdirSync(out, { recursive: true });
  const build = (site: string): Promise<void> => buildSite(io, { out: site }, 'The catalog cannot be built.');
  await build('before');
  const options = { ...POLITE, catalog: CATALOG_FOLDER, ids: [id], maxTime: MAX_MINUTES, format: 'markdown' as const };
  const { status, stdout: summary } = await captureCommand(io, async (captured) => {
    const opened = openSoundCatalog(captured, CATALOG_FOLDER, UPDATABLE);
    return opened === null ? 1 : runUpdate(captured, options, opened.content);
  });
  if (status === 2) throw new WorkflowError(`Nothing could be asked about ${id}.`);
  // The summary lists what could not be observed; the rest is proposed.
  if (status !== 0) writeFileSync(join(out, 'failed'), '');
  addToRunPage(io, summary);
  await build('after');
  writeFileSync(join(out, 'body.md'), summary + (await diffSites(io, 'before', 'after')).report);
  const text = `the text of the proposal is in ${result}`;
  if (status !== 0) return `Not everything about ${id} could be observed: ${text}.`;
  return `What is new about ${id} is in the catalog, and ${text}.`;
}
