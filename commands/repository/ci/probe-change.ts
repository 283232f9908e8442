/**
 * Requests a tile of the servers that a pull request adds or changes. A stranger chose the hosts and what they answer:
 * few requests without access tokens, public addresses only, and pictures that are decoded and written anew.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pMap from 'p-map';
import { PNG } from 'pngjs';
import { recordPageOf } from '../../../build/render/pages/record-links.ts';
import { checkCatalog } from '../../../build/run/check-catalog.ts';
import { openCatalogAt } from '../../../cli/commit-folder.ts';
import { fillPlaceholders, unsetTokens } from '../../../contract/placeholders.ts';
import { askForSample } from '../../upstream/probe/ask-host.ts';
import { judgeTiles, ONLY_ONE } from '../../upstream/probe/judge-tiles.ts';
import type { Picture } from '../../upstream/probe/picture.ts';
import { type ListedServer, listedServers } from '../../upstream/probe/probe.ts';
import { sampleTiles, type TilePosition } from '../../upstream/probe/sample-tiles.ts';
import { HOW_TO_ALLOW } from '../../upstream/web/public-address.ts';
import { openRealWeb } from '../../upstream/web/web-transport.ts';
import { CATALOG, repositoryAddress, type TaskContext } from './workflow.ts';

/** What a host gave for one tile. */
export interface ProbedTile {
  /** The page of the record, as a path from the root of the preview. */
  readonly page: string;
  readonly host: string;
  readonly verdict: 'a tile' | 'works' | 'notice' | 'blank' | 'unsure' | 'no tile' | 'not asked';
  /** Null if nothing is to be said. */
  readonly reason: string | null;
  /** The address of the tile; null if it was not requested. */
  readonly address: string | null;
  /** The picture in the preview, as a path from its root; null without one. */
  readonly picture: string | null;
}

/** What the servers of a change gave. */
export interface ProbedChange {
  readonly tiles: readonly ProbedTile[];
  /** How many hosts were not asked, because they are too many. */
  readonly left: number;
}

/** Limits for a pull request: the requests, and the time for all in milliseconds. */
const LIMITS = { requests: 10, ms: 60_000 };

const LOOK = 'look whether it shows the map, or a message in its place';

/** What is probed. */
interface Change {
  /** The commit with the change. */
  readonly at: string;
  /** The changed files of the catalog. */
  readonly files: readonly string[];
  /** The folder of the preview; null without one. */
  readonly site: string | null;
}

/**
 * Requests one tile of each host of changed servers.
 *
 * @param openWeb opens the web, which refuses private addresses
 * @throws WorkflowError if a variable is missing
 */
export async function probeChange(
  context: TaskContext,
  { at, files, site }: Change,
  openWeb = openRealWeb,
): Promise<ProbedChange> {
  const { io } = context;
  const { folder } = await openCatalogAt(io, CATALOG, at);
  const { content } = checkCatalog(folder, { environment: {}, requireTokens: false });
  const servers = listedServers(content).filter(({ file, record }) => files.includes(file) && record.active !== false);
  // The first host of each server comes before the second of any.
  const hosts = servers.flatMap((server) => server.record.hosts.map((host, index) => ({ server, host, index })));
  const chosen = hosts.sort((a, b) => a.index - b.index).slice(0, LIMITS.requests);
  const web = openWeb(repositoryAddress(context), {
    pace: { connections: 1, perSecond: 1 },
    maxTimeMs: LIMITS.ms,
    ignoreRobots: true,
    signal: io.signal,
  });
  const tiles = await pMap(chosen, async ({ server, host }, index): Promise<ProbedTile> => {
    const { urlPattern } = server.record;
    const about = { page: recordPageOf(server.file) ?? '', host, address: null, picture: null };
    if (unsetTokens(urlPattern, {}).length > 0)
      return { ...about, verdict: 'not asked', reason: 'it needs an access token' };
    const tile = tileOf(server);
    const { zoom, x: tilex, y: tiley } = tile;
    const address = fillPlaceholders(urlPattern, { host, zoom, tilex, tiley, language: 'en' });
    const question = { web, environment: {}, origin: '', now: 0 };
    const { given, reason } = await askForSample({ host, urlPattern, budget: { left: 2 } }, tile, false, question);
    if (!given) return { ...about, verdict: 'no tile', reason: reason.replace(` ${HOW_TO_ALLOW}`, ''), address };
    const picture = site === null ? null : `probed-tiles/${at.slice(0, 10)}-${index + 1}.png`;
    if (site !== null && picture !== null) writePicture(join(site, picture), given.picture);
    const judged = judgeTiles([given], { isOverlay: server.kind === 'overlayserver' });
    // A notice is a picture too: a person has to look.
    const seen = judged.reason === ONLY_ONE ? { verdict: 'a tile' as const, reason: LOOK } : judged;
    return { ...about, ...seen, address, picture };
  });
  return { tiles, left: hosts.length - chosen.length };
}

/** The tile to request: the one in the record or in the middle of its area, rather than the whole world. */
function tileOf(server: ListedServer): TilePosition {
  const { tiles } = sampleTiles(server.record, null, server);
  return tiles.find(({ zoom }) => zoom > 0) ?? (tiles[0] as TilePosition);
}

/** Writes a picture from its pixels, so that nothing else of the file is published. */
function writePicture(file: string, { width, height, pixels }: Picture): void {
  const png = new PNG({ width, height });
  png.data = Buffer.from(pixels);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, PNG.sync.write(png));
}
