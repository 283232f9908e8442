/** `cartalog probe`: requests tiles from servers, keeps a history, and switches records off and on. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import {
  type CatalogFolder,
  ChangedFileError,
  checkCatalog,
  FormatError,
  isSound,
  loadFile,
  reportOn,
  rereadable,
  summary,
} from '../../build/pipeline.ts';
import { createFile, openCatalog, replaceFile } from '../../cli/files.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../cli/io.ts';
import { openProbeHistory } from '../../cli/probe-history.ts';
import { pathPrefix, progressOn, writeFindings } from '../../cli/terminal.ts';
import type { Web } from '../../cli/web/web.ts';
import { openRealWeb } from '../../cli/web/web-transport.ts';
import type { ProbedServer, ProbeHistory, ProbeReport } from '../../contract/generated/reports.types.ts';
import { listedVariables, withoutTokens } from '../../contract/placeholders.ts';
import { describeSystemError, systemCode } from '../../contract/system-errors.ts';
import { plural, withThousands } from '../../contract/text.ts';
import { addRun, dayOf, doubtAbout, historyText, knownTiles, withHistory } from './observations.ts';
import { listedServers, probeServers, unknownServer } from './probe.ts';
import { probeAsJson, probeAsMarkdown, probeAsText, probeSummary } from './report.ts';
import { type Switched, type SwitchMode, switchedSource, switchServers } from './switching.ts';

/** The options of the command line. */
export interface ProbeOptions {
  readonly catalog: string;
  /** The ids of the servers to probe; an empty list means all. */
  readonly ids: readonly string[];
  readonly format: 'text' | 'json' | 'markdown';
  /** The history file, relative to the working folder; null for none. */
  readonly history: string | null;
  /** Which records to switch off and on; null for none. */
  readonly switch: SwitchMode | null;
  readonly allowPrivate: boolean;
  /** The time for all requests, in minutes. */
  readonly maxTime: number;
}

/** Effects other than files. */
interface ProbeEffects {
  /** The current time, in milliseconds since 1970. */
  readonly now: () => number;
  readonly openWeb: typeof openRealWeb;
}

const REAL: ProbeEffects = { now: Date.now, openWeb: openRealWeb };

const PRINTERS = { text: probeAsText, json: probeAsJson, markdown: probeAsMarkdown };

/** Slow, to spare the servers. */
const PACE = { connections: 1, perSecond: 1 };

/**
 * Runs the command.
 *
 * @returns 1 if an active server is dead, or without a history fails; 0 if dead ones are switched off
 * @throws CannotRunError if an id is unknown, the history is invalid, or the network may be at fault
 */
export async function runProbe(io: Io, options: ProbeOptions, effects: ProbeEffects = REAL): Promise<ExitStatus> {
  const folder = rereadable(openCatalog(io, options.catalog));
  const { content, diagnostics } = checkCatalog(folder, { environment: io.env, requireTokens: false });
  if (!isSound(diagnostics)) {
    const findings = reportOn(folder, diagnostics);
    writeFindings(io, io.stderr, options.catalog, findings);
    io.stderr.write(`${summary(findings)}. Nothing was probed.\n`);
    return 1;
  }
  const listed = listedServers(content);
  const unknown = unknownServer(listed, options.ids);
  if (unknown !== null) throw new CannotRunError(unknown);
  const servers = options.ids.length === 0 ? listed : listed.filter(({ record }) => options.ids.includes(record.id));
  const before = openProbeHistory(io, options.history);
  refuseUnwritable(io, options.history);
  const [site] = content.of('site');
  const { repository = '', serviceUrl = '', accessTokens = [] } = site?.value ?? {};
  const environment = listedVariables(io.env, accessTokens as readonly string[]);
  const { allowPrivate, maxTime } = options;
  // robots.txt does not apply: no links are followed, and map programs request the same tiles.
  const web = effects.openWeb(repository, {
    pace: PACE,
    maxTimeMs: maxTime * 60_000,
    allowPrivate,
    ignoreRobots: true,
    signal: io.signal,
  });
  const now = effects.now();
  const progress = progressOn(io, options);
  const answers = await probeServers(servers, {
    web,
    environment,
    origin: new URL(serviceUrl).origin,
    now,
    knownTile: knownTiles(before),
    onProgress: (done, total, file) => progress.report('Probed the servers of', done, total, file),
  });
  progress.clear();
  if (io.signal.aborted) throw new CannotRunError('Stopped; nothing was recorded.');
  const doubt = doubtAbout(before, answers);
  let result: Switched = { history: before, answers };
  if (doubt === null) {
    const history = addRun(before, answers, { listed, now });
    const known = withHistory(answers, history);
    const mode = options.switch;
    result = mode === null ? { history, answers: known } : switchServers(history, known, { mode, now });
    // Before the records: `--switch all` repeats unwritten switches, but only the history knows who made them.
    keepHistory(io, options.history, result.history);
    for (const answer of result.answers) if (answer.switched !== null) rewrite(io, options, folder, answer);
  }
  const report: ProbeReport = {
    version: 1,
    catalog: pathPrefix(io, options.catalog).replace(/\/$/, '') || '.',
    day: dayOf(now),
    doubt,
    servers: [...result.answers],
  };
  io.stdout.write(withoutTokens(PRINTERS[options.format](report), environment));
  io.stderr.write(`${probeSummary(result.answers)}; ${costs(web)}.\n`);
  // If all servers are switched off, like the examples of a new catalog, no tile is expected.
  const isExpected = result.answers.some(({ isActive }) => isActive);
  if (doubt !== null && isExpected && (options.history !== null || servers.length > 1)) {
    throw new CannotRunError(`${doubt}: it may be the network of this machine, so nothing was recorded.`);
  }
  // With --switch, dead servers are switched off, unless an editor decided otherwise.
  if (options.switch !== null) return 0;
  const counts = options.history === null ? fails : isDead;
  return result.answers.some((answer) => answer.isActive && counts(answer)) ? 1 : 0;
}

const fails = ({ verdict }: ProbedServer): boolean => verdict === 'fails';
const isDead = ({ deadSince }: ProbedServer): boolean => deadSince !== null;

function keepHistory(io: Io, name: string | null, history: ProbeHistory): void {
  if (name === null) return;
  const file = resolve(io.cwd, name);
  try {
    (existsSync(file) ? replaceFile : createFile)(file, historyText(history));
  } catch (error) {
    throw new CannotRunError(`${name} cannot be written: ${describeSystemError(error)}.`);
  }
}

/** Checks before any request that the history can be written. @throws CannotRunError */
function refuseUnwritable(io: Io, name: string | null): void {
  if (name === null) return;
  let folder = dirname(resolve(io.cwd, name));
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    // With a trailing slash, a file causes an error.
    accessSync(folder + sep, constants.W_OK);
  } catch (error) {
    throw new CannotRunError(`${name} cannot be written: ${describeSystemError(error)}.`);
  }
}

/** Writes `active` into a record. @throws CannotRunError */
function rewrite(
  io: Io,
  { catalog }: ProbeOptions,
  folder: CatalogFolder,
  { kind, file: path, switched }: ProbedServer,
): void {
  const name = `${pathPrefix(io, catalog)}${path}`;
  try {
    const { text, value } = loadFile(folder, { path, kind, name: null });
    const changed = switchedSource({ path, kind }, text, value as object, switched === true);
    replaceFile(join(resolve(io.cwd, catalog), path), changed);
  } catch (error) {
    if (error instanceof ChangedFileError) throw new CannotRunError(`${name} changed meanwhile; run it again.`);
    if (error instanceof FormatError) throw new CannotRunError(`${name} is left as it is: ${error.message}.`);
    if (systemCode(error) === null) throw error;
    throw new CannotRunError(`${name} cannot be written: ${describeSystemError(error)}.`);
  }
}

function costs({ used }: Web): string {
  return `${plural(used.requests, 'request')}, ${withThousands(used.bytes)} bytes`;
}
