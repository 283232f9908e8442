import { lstatSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type CatalogMap, mapId } from '../../../build/model/catalog.ts';
import { refuseLinks } from '../../../cli/files/refuse-links.ts';
import { createFile } from '../../../cli/files/write-file.ts';
import { CannotRunError, cannotWrite, type Io } from '../../../cli/terminal/io.ts';
import { LinkInPathError } from '../../../contract/base/system-errors.ts';
import { dayOf, daysFrom } from '../../../contract/base/times.ts';
import type { KeptPicture, ObservedMap, ProbeHistory } from '../../../contract/generated/reports.types.ts';
import type { TilePicture } from './ask/map-look.ts';
import { observedKeyOf, observedKeyOfMap } from './history/observations.ts';
import type { FoundMap } from './probe.ts';
import type { ProbeRun } from './records/probed-maps.ts';

export interface PictureFolder {
  readonly name: string;
  readonly member: 'picture' | 'notice';
  readonly verdict: 'works' | 'notice';
  readonly isKept: (map: CatalogMap, observed: ObservedMap) => boolean;
}

interface PicturePlan {
  readonly history: ProbeHistory;
  readonly removed: readonly string[];
  readonly written: ReadonlyMap<string, TilePicture>;
  /** Files in place of pictures, unknown to the history. */
  readonly foreign: readonly string[];
}

const RENEWED_AFTER_DAYS = 30;

/** @throws CannotRunError if a link leads out of the folder */
export function refusePictureFolder(io: Pick<Io, 'cwd'>, name: string): void {
  // Checks only the folders: any name will do.
  for (const list of ['mapservers', 'overlayservers', 'maps']) inFolder(io, name, `${list}/one.png`, () => {});
}

/** Leaves pictures that the history does not name. @param before still has maps that are gone */
export function planPictures(
  io: Pick<Io, 'cwd'>,
  { name, member, verdict, isKept }: PictureFolder,
  history: ProbeHistory,
  { before, found, maps, now }: ProbeRun & { readonly before: ProbeHistory; readonly found: readonly FoundMap[] },
): PicturePlan {
  const today = dayOf(now);
  const looks = new Map(found.map(({ answer, look }) => [observedKeyOf(answer.kind, answer.id), look]));
  const byKey = new Map(maps.map((map) => [observedKeyOfMap(map), map]));
  const old = new Set(filesOf(before, member));
  const statusOf = (file: string) => lstatSync(join(resolve(io.cwd, name), file), { throwIfNoEntry: false });
  const written = new Map<string, TilePicture>();
  const foreign: string[] = [];
  const pictureOf = (observed: ObservedMap): KeptPicture | undefined => {
    const key = observedKeyOf(observed.kind, observed.id);
    const map = byKey.get(key);
    if (!map || !isKept(map, observed)) return undefined;
    const stem = mapId(map);
    // A record's file may be renamed.
    const kept = observed[member]?.file.startsWith(`${stem}.`) ? observed[member] : undefined;
    const fresh = observed.status?.verdict === verdict ? looks.get(key)?.picture : null;
    const isRecent = kept && Math.abs(daysFrom(kept.day, today)) <= RENEWED_AFTER_DAYS;
    if (!fresh || (isRecent && statusOf(kept.file)?.isFile())) return kept;
    const file = `${stem}.${fresh.ending}`;
    if (!old.has(file) && statusOf(file)) {
      foreign.push(file);
      return kept;
    }
    written.set(file, fresh);
    return { file, day: today };
  };
  const servers = history.servers.map((observed): ObservedMap => {
    const { [member]: _, ...rest } = observed;
    const picture = pictureOf(observed);
    return picture ? { ...rest, [member]: picture } : rest;
  });
  const next = { ...history, servers };
  const kept = filesOf(next, member);
  return { history: next, removed: [...old].filter((file) => !kept.includes(file)), written, foreign };
}

const filesOf = ({ servers: maps }: ProbeHistory, member: PictureFolder['member']): string[] =>
  maps.flatMap((observed) => observed[member]?.file ?? []);

export function removePictures(io: Pick<Io, 'cwd'>, name: string, { removed }: PicturePlan): void {
  for (const file of removed) inFolder(io, name, file, (path) => rmSync(path, { force: true }));
}

export function writePictures(io: Pick<Io, 'cwd'>, name: string, { written }: PicturePlan): void {
  for (const [file, { bytes }] of written) {
    inFolder(io, name, file, (path) => {
      // Follows no link in place of the file.
      rmSync(path, { force: true });
      createFile(path, bytes);
    });
  }
}

function inFolder(io: Pick<Io, 'cwd'>, name: string, file: string, act: (path: string) => void): void {
  const folder = resolve(io.cwd, name);
  try {
    const path = join(folder, file);
    refuseLinks(dirname(path), folder);
    act(path);
  } catch (error) {
    if (error instanceof LinkInPathError) throw new CannotRunError(`${name}: ${error.message}.`);
    throw cannotWrite(join(name, file), error);
  }
}
