import { join, resolve } from 'node:path';
import { FormatError, rewriteYaml } from '../../../build/format/standard-text.ts';
import { allowsPicture, type CatalogMap, mapId } from '../../../build/model/catalog.ts';
import { parseCatalogFile } from '../../../build/parse/parse.ts';
import type { CatalogFolder } from '../../../build/read/folder.ts';
import { ChangedFileError } from '../../../build/read/rereadable.ts';
import { type Content, soundDocuments } from '../../../build/validate/content.ts';
import { openProbeHistory } from '../../../cli/catalog/probe-history.ts';
import { replaceFile, writeWhole } from '../../../cli/files/write-file.ts';
import { CannotRunError, type ExitStatus, type Io, whileWriting } from '../../../cli/terminal/io.ts';
import { progressOn } from '../../../cli/terminal/progress.ts';
import { catalogPathPrefix, firstRecordAdvice } from '../../../cli/terminal/terminal.ts';
import { withoutUndefined } from '../../../contract/base/json-values.ts';
import { plural, visible, withThousands } from '../../../contract/base/text.ts';
import { dayOf } from '../../../contract/base/times.ts';
import type { ObservedMap, ProbedMap, ProbeReport } from '../../../contract/generated/reports.types.ts';
import { withoutTokens } from '../../../contract/maps/hidden-tokens.ts';
import { MAP_LISTS } from '../../../contract/maps/map-types.ts';
import { listedVariables } from '../../../contract/maps/placeholders.ts';
import type { Web } from '../web/web.ts';
import { openRealWeb } from '../web/web-transport.ts';
import { addMapLooks, addProbeRequests } from './history/daily-status.ts';
import { type HistoryFile, openHistoryFile, refuseUnwritable } from './history/history-file.ts';
import {
  addProbeRun,
  doubtAboutRun,
  earlierRuns,
  historyText,
  withProbeHistory,
  wrongClockReason,
} from './history/observations.ts';
import {
  type PictureFolder,
  planPictures,
  refusePictureFolder,
  removePictures,
  writePictures,
} from './keep-pictures.ts';
import { MAX_REQUESTS, probeMaps } from './probe.ts';
import { correctProbedZooms } from './records/correct-zooms.ts';
import { type NoticeStep, noticeSteps } from './records/notice-steps.ts';
import { probedMaps, providerNames, unknownMapProblem } from './records/probed-maps.ts';
import {
  rewriteSwitched,
  type Switched,
  type SwitchMode,
  switchMaps,
  withoutNewSwitches,
} from './records/switching.ts';
import { durationLine, probeAsJson, probeAsMarkdown, probeAsText, probeSummary } from './report.ts';

export interface ProbeOptions {
  readonly catalog: string;
  readonly ids: readonly string[];
  readonly format: 'text' | 'json' | 'markdown';
  readonly history: string | null;
  readonly switch: SwitchMode | null;
  readonly pictures: string | null;
  readonly notices?: string | null;
  readonly allowPrivate: boolean;
  /** In minutes, for all requests. */
  readonly maxTime: number;
}

interface ProbeEffects {
  readonly now: () => number;
  readonly openWeb: typeof openRealWeb;
  readonly patienceMs: number;
}

/** More patience than detecting a killed run takes. */
const REAL_EFFECTS: ProbeEffects = { now: Date.now, openWeb: openRealWeb, patienceMs: 15_000 };

const PRINTERS = { text: probeAsText, json: probeAsJson, markdown: probeAsMarkdown };

/** Spares the servers. */
const PACE = { connections: 1, perSecond: 1 };

export const probeRefusal = (summary: string): string => `${summary}. Nothing was probed.`;

/** @returns 0 with `switch`; otherwise 1 if an active map is dead or, without a history, fails */
export async function runProbe(
  io: Io,
  options: ProbeOptions,
  { folder, content }: Pick<Prepared, 'folder' | 'content'>,
  effects: ProbeEffects = REAL_EFFECTS,
): Promise<ExitStatus> {
  const maps = probedMaps(content);
  const unknown = unknownMapProblem(maps, options.ids);
  if (unknown !== null) throw new CannotRunError(unknown);
  const folders = pictureFolders(options, content);
  for (const { name } of folders) {
    refusePictureFolder(io, name);
    refuseUnwritable(io, join(name, 'mapservers'));
  }
  const history = await openHistoryFile(io, options.history, effects.patienceMs);
  try {
    return await probeAndRecord(io, options, effects, { folder, content, maps, folders, history });
  } finally {
    history.close();
  }
}

interface Prepared {
  /** Reads no file that changed since its check. */
  readonly folder: CatalogFolder;
  readonly content: Content;
  readonly maps: readonly CatalogMap[];
  readonly folders: readonly PictureFolder[];
  readonly history: HistoryFile;
}

async function probeAndRecord(
  io: Io,
  options: ProbeOptions,
  effects: ProbeEffects,
  { folder, content, maps, folders, history: file }: Prepared,
): Promise<ExitStatus> {
  const chosen = options.ids.length === 0 ? maps : maps.filter(({ id }) => options.ids.includes(id));
  const [site] = content.of('site');
  const { repository = '', serviceUrl = '', accessTokens = [] } = site?.value ?? {};
  const environment = listedVariables(io.env, accessTokens as readonly string[]);
  const { allowPrivate, maxTime } = options;
  // robots.txt does not apply: map programs request these tiles, and no links are followed.
  const web = effects.openWeb(repository, {
    pace: PACE,
    maxTimeMs: maxTime * 60_000,
    allowPrivate,
    ignoreRobots: true,
    signal: io.signal,
  });
  const now = effects.now();
  const earlierOf = earlierRuns(file.before, now);
  // Counts all requests now, because a killed run could not count them.
  const allRequests = chosen.map((map) => {
    const answer = { kind: MAP_LISTS[map.list], id: map.id };
    return { answer, requests: MAX_REQUESTS - earlierOf(map).requests };
  });
  if (!io.signal.aborted) file.keep(addProbeRequests(file.before, allRequests, now));
  const progress = progressOn(io, options);
  const found = await probeMaps(chosen, {
    web,
    environment,
    origin: new URL(serviceUrl).origin,
    now,
    earlierOf,
    onPlan: (host, tiles) => io.stderr.write(durationLine(host, tiles, PACE.perSecond)),
    onProgress: (done, total, path) => progress.report('Probed the servers of', done, total, path),
  });
  progress.clear();
  const clock = wrongClockReason(file.before, found, now);
  const before = clock === null ? addProbeRequests(file.before, found, now) : file.before;
  // Kept now, so that a later run requests the rest.
  file.keep(before);
  if (clock !== null) throw new CannotRunError(`${clock}; nothing was recorded.`);
  if (io.signal.aborted)
    throw new CannotRunError(`Stopped; nothing was recorded${options.history === null ? '' : ' but the requests'}.`);
  const answers = found.map(({ answer }) => answer);
  const doubt = doubtAboutRun(before, answers);
  let result: Switched = { history: before, answers };
  if (doubt === null) {
    const providers = providerNames(content);
    const history = addMapLooks(addProbeRun(before, answers, { maps, now }), found, { maps, now, providers });
    const known = withProbeHistory(answers, history);
    const mode = options.switch;
    result =
      mode === null
        ? { history, answers: known }
        : correctProbedZooms(switchMaps(history, known, { mode, now }), { maps, mode, now });
    const plans = folders.map((folder) => {
      const plan = planPictures(io, folder, result.history, { before, found, maps, now });
      result = { ...result, history: plan.history };
      return { name: folder.name, plan };
    });
    for (const { name, plan } of plans) removePictures(io, name, plan);
    // Writes the history before records and pictures. If a record lacks a switch of the history, `--switch all` repeats
    // it. But a switch that the history lacks looks like an editor's, and a picture that it lacks like somebody else's.
    file.keep(result.history);
    for (const { name, plan } of plans) {
      writePictures(io, name, plan);
      for (const file of plan.foreign)
        io.stderr.write(
          `${visible(join(name, file))} is not in the history, so it is left as it is; move it away to let probe keep a tile there.\n`,
        );
    }
    for (const answer of result.answers)
      if (answer.switched !== null || answer.maxZoom !== undefined || answer.tileSize !== undefined)
        rewrite(io, options, folder, answer);
  }
  const report: ProbeReport = {
    version: 1,
    catalog: catalogPathPrefix(io, options.catalog).replace(/\/$/, '') || '.',
    day: dayOf(now),
    doubt,
    servers: [...result.answers],
  };
  io.stdout.write(withoutTokens(PRINTERS[options.format](report), environment));
  const advice = maps.length === 0 ? firstRecordAdvice(io.cwd, options.catalog, 'map') : null;
  io.stderr.write(`${advice ?? `${probeSummary(result.answers)}; ${costs(web)}.`}\n`);
  // No tile is expected if all maps are off.
  const isExpected = result.answers.some(({ isActive }) => isActive);
  if (doubt !== null && isExpected && (options.history !== null || chosen.length > 1)) {
    throw new CannotRunError(`${doubt}: it may be the network of this machine, so nothing was recorded.`);
  }
  // Dead maps are switched off, unless an editor decided otherwise.
  if (options.switch !== null) return 0;
  const counts = options.history === null ? fails : isDead;
  return result.answers.some((answer) => answer.isActive && counts(answer)) ? 1 : 0;
}

const fails = ({ verdict }: ProbedMap): boolean => verdict === 'fails';
const isDead = ({ deadSince }: ProbedMap): boolean => deadSince !== null;

function pictureFolders({ pictures, notices = null }: ProbeOptions, content: Content): PictureFolder[] {
  const providers = soundDocuments(content, 'provider').map(({ name, value }) => ({ ...value, id: name }));
  const allows = allowsPicture(providers);
  const folders = [
    { name: pictures, member: 'picture', verdict: 'works', isKept: allows },
    {
      name: notices,
      member: 'notice',
      verdict: 'notice',
      isKept: (_: CatalogMap, { status }: ObservedMap) => status?.verdict === 'notice',
    },
  ] as const;
  return folders.filter((folder) => folder.name !== null) as PictureFolder[];
}

function rewrite(
  io: Io,
  { catalog }: ProbeOptions,
  folder: CatalogFolder,
  { kind, file: path, switched, maxZoom, tileSize }: ProbedMap,
): void {
  const name = `${catalogPathPrefix(io, catalog)}${path}`;
  try {
    whileWriting(name, () => {
      const { text, value } = parseCatalogFile(path, folder.read(path));
      const changed =
        switched === null
          ? rewriteYaml({ path, role: kind }, text, {
              ...(value as object),
              ...withoutUndefined({ maxZoom, tileSize }),
            })
          : rewriteSwitched({ path, role: kind }, text, value as object, switched);
      replaceFile(join(resolve(io.cwd, catalog), path), changed);
    });
  } catch (error) {
    if (error instanceof ChangedFileError) throw new CannotRunError(`${name} changed meanwhile; run it again.`);
    if (error instanceof FormatError) throw new CannotRunError(`${name} is left as it is: ${error.message}.`);
    throw error;
  }
}

function costs({ used }: Web): string {
  return `${plural(used.requests, 'request')}, ${withThousands(used.bytes)} bytes`;
}

export interface NoticePlan {
  readonly steps: readonly NoticeStep[];
  /** New texts, by path in the repository. */
  readonly files: ReadonlyMap<string, string>;
  readonly remember: () => void;
}

/** @param catalog its path in the repository @param isOpen an earlier proposal is open */
export function planNotices(
  io: Io,
  { folder, content }: Pick<Prepared, 'folder' | 'content'>,
  { catalog, history: name, isOpen }: { readonly catalog: string; readonly history: string; readonly isOpen: boolean },
): NoticePlan {
  const { history, steps } = noticeSteps(openProbeHistory(io, name), probedMaps(content), isOpen);
  const files = steps.map(({ map, isActive }): [string, string] => {
    const [role, path] = [MAP_LISTS[map.list], `${mapId(map)}.yaml`];
    const { text, value } = parseCatalogFile(path, folder.read(path));
    return [`${catalog}/${path}`, rewriteSwitched({ path, role }, text, value as object, isActive)];
  });
  const remember = (): void => writeWhole(resolve(io.cwd, name), historyText(history));
  return { steps, files: new Map(files), remember };
}

/** Reads the history now. @returns a function that writes it without the last day's switches */
export function switchRollback(io: Io, name: string): () => void {
  const history = openProbeHistory(io, name);
  return () => {
    if (history.servers.length > 0) writeWhole(resolve(io.cwd, name), historyText(withoutNewSwitches(history)));
  };
}
