/** Observes one data source for a proposal: what is new, and what clients will see of it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runBuild } from '../build/command.ts';
import { runDiff } from '../diff/command.ts';
import { runUpdate } from '../update/command.ts';
import { WorkflowError } from './ci.ts';
import { addToPage, capture, type TaskContext } from './task-context.ts';

/** The file of the result that is there where not everything could be observed. */
const FAILED = 'failed';

/** A job may take 180 minutes; what is known by then has to be built and handed on. */
const MAX_MINUTES = 160;

/** How upstream servers are asked when nobody asks for anything else: as the command does. */
const POLITE = { connections: 2, rate: 5, dryRun: false, allowRemovals: false, allowPrivate: false } as const;

/**
 * Writes what is new of a data source into the catalog of the checkout, and into a folder the text of a proposal
 * (`body.md`), with a file `failed` where not everything could be observed.
 *
 * @returns what to print
 * @throws WorkflowError where the catalog cannot be built
 */
export async function observeSource(context: TaskContext, id: string, result: string): Promise<string> {
  const { io } = context;
  const out = resolve(io.cwd, result);
  mkdirSync(out, { recursive: true });
  await build(context, 'before');
  const options = { ...POLITE, catalog: 'catalog', ids: [id], maxTime: MAX_MINUTES, format: 'markdown' as const };
  const { status, stdout: summary } = await capture(io, (own) => runUpdate(own, options));
  if (status === 2) throw new WorkflowError(`Nothing could be asked about ${id}.`);
  // What could not be found out is in the summary; what could is proposed all the same.
  if (status !== 0) writeFileSync(join(out, FAILED), '');
  addToPage(context, summary);
  await build(context, 'after');
  const sites = { base: 'before', next: 'after', catalog: null, format: 'markdown' as const, failOnBreaking: false };
  const { status: compared, stdout: report } = await capture(io, (own) => runDiff(own, sites));
  if (compared !== 0) throw new WorkflowError('The sites could not be compared.');
  writeFileSync(join(out, 'body.md'), summary + report);
  return `What is new of ${id} is in the catalog, and the text for it in ${result}.`;
}

async function build({ io }: TaskContext, out: string): Promise<void> {
  const options = {
    serviceUrl: null,
    requireTokens: false,
    requireHistory: false,
    fsync: false,
    verbose: false,
  };
  const { status } = await capture(io, (own) => runBuild(own, { ...options, catalog: 'catalog', out }));
  if (status !== 0) throw new WorkflowError('The catalog cannot be built.');
}
