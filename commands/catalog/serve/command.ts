import { on } from 'node:events';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { findingsSummary } from '../../../build/report/findings.ts';
import type { CatalogOptions } from '../../../cli/catalog/render-catalog.ts';
import { ownerPathsOf } from '../../../cli/git/repository-place.ts';
import { PACKAGE_ROOT } from '../../../cli/program/package.ts';
import { CannotRunError, describeError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { writeFindings } from '../../../cli/terminal/print-findings.ts';
import { progressOn } from '../../../cli/terminal/progress.ts';
import { catalogPathPrefix, firstRecordAdvice, missingHistoryNote } from '../../../cli/terminal/terminal.ts';
import { plural, withThousands } from '../../../contract/base/text.ts';
import type { BuildInput, ThreadAnswer, ThreadRequest } from './build-thread.ts';
import { liveSite } from './live-site.ts';
import { startNodeServer } from './node-server.ts';
import { folderChanges } from './watch-folder.ts';

interface ServeOptions extends Pick<CatalogOptions, 'catalog' | 'target' | 'verbose' | 'withTokens'> {
  readonly port: number;
  /** Besides the names of this machine. */
  readonly allowHost: readonly string[];
}

const BUILD_THREAD = join(PACKAGE_ROOT, 'lib', 'build-thread.js');

const NOT_YET = 'There is no site yet; the terminal of cartalog serve says why.\n';

/** @throws CannotRunError if the port is in use, or the first build cannot run */
export async function runServe(io: Io, options: ServeOptions): Promise<ExitStatus> {
  const { catalog, port, verbose, withTokens, allowHost } = options;
  const site = liveSite(allowHost, catalogPathPrefix(io, catalog));
  const server = await startNodeServer(
    port,
    async (request) =>
      (await site.answer(request)) ?? new Response(NOT_YET, { status: 503, headers: { 'Retry-After': '1' } }),
  );
  const input: BuildInput = {
    cwd: io.cwd,
    env: { ...io.env },
    options: { ...options, serviceUrl: server.url, isServedHere: true, requireTokens: false, withHistory: true },
  };
  // Most new objects are soon garbage; this keeps the thread's memory small.
  const thread = new Worker(BUILD_THREAD, { workerData: input, resourceLimits: { maxYoungGenerationSizeMb: 12 } });
  let isServing = false;
  const printed = new Set<string>();
  const progress = progressOn(io);
  const resultOf = async (answers: AsyncIterable<[ThreadAnswer]>) => {
    for await (const [answer] of answers) {
      if ('progress' in answer) progress.report(...answer.progress);
      else if ('opened' in answer) site.open(answer.opened, (path) => thread.postMessage(path satisfies ThreadRequest));
      else if ('made' in answer) site.give(answer.made);
      else return answer;
    }
    throw new Error('the thread that builds has ended');
  };
  const rebuild = async (): Promise<void> => {
    const answers = on(thread, 'message', { signal: io.signal }) as AsyncIterable<[ThreadAnswer]>;
    thread.postMessage(null satisfies ThreadRequest);
    const outcome = await resultOf(answers).finally(() => progress.clear());
    if ('error' in outcome || !outcome.built.change) site.close();
    if ('error' in outcome)
      throw outcome.isKnown ? new CannotRunError(...outcome.error.message.split('\n')) : outcome.error;
    const { findings: all, change, historyProblem } = outcome.built;
    // Whether unused tokens are set does not matter.
    const findings = withTokens ? all : all.filter(({ code }) => code !== 'unset-token');
    if (change) site.change(change);
    site.report(findings);
    writeFindings(io, io.stderr, catalog, findings, verbose);
    const print = (line: string): void => io.stderr.write(`${line}\n`);
    const tellOnce = (line: string): void => {
      if (!printed.has(line)) print(line);
      printed.add(line);
    };
    if (!change) {
      print(`${findingsSummary(findings)}.`);
      print(isServing ? 'The last good site stays up.' : 'Serving begins as soon as the errors are fixed.');
      return;
    }
    const { fileCount, written, removed } = change;
    const difference = isServing ? `, ${withThousands(written + removed.length)} written or removed` : '';
    print(`Built ${plural(fileCount, 'file')}${difference}. ${findingsSummary(findings)}.`);
    if (historyProblem !== null) tellOnce(missingHistoryNote(historyProblem));
    if (outcome.built.isEmpty) tellOnce(firstRecordAdvice(io.cwd, catalog, 'map'));
    if (findings.length < all.length) tellOnce('Access tokens are not filled in; --with-tokens does that.');
    if (!isServing) print(`Serving ${server.url}/ — the lists are at ${server.url}/v1/ (Ctrl+C stops)`);
    isServing = true;
  };
  const watched = resolve(io.cwd, catalog);
  let isFirst = true;
  try {
    for await (const _ of folderChanges([watched, ...Object.values(ownerPathsOf(watched))], io.signal)) {
      try {
        await rebuild();
      } catch (error) {
        if (io.signal.aborted) return 0;
        if (isFirst) throw error;
        io.stderr.write(`${describeError(error, io.env)}\n${isServing ? 'The last good site stays up.\n' : ''}`);
      }
      isFirst = false;
    }
    return 0;
  } finally {
    await Promise.all([thread.terminate(), server.stop()]);
  }
}
