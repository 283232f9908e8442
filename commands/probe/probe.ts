/** Probes map and overlay servers. */
import pMap from 'p-map';
import { type Content, polygonsOf, serverAreas } from '../../build/pipeline.ts';
import type { TileServerSource } from '../../contract/generated/catalog.types.ts';
import type { ProbedHost, ProbedServer } from '../../contract/generated/reports.types.ts';
import { middleOf, type Position } from '../../contract/geometry.ts';
import { unsetTokens } from '../../contract/placeholders.ts';
import { byCodePoint, closestTo, grouped } from '../../contract/text.ts';
import { type AskContext, askHost, type HostQuestion } from './ask-host.ts';
import { sampleTiles, type TilePosition } from './sample-tiles.ts';

/** One map or overlay server of a catalog without errors. */
export interface ListedServer {
  readonly kind: ProbedServer['kind'];
  /** Its path in the catalog folder. */
  readonly file: string;
  readonly record: TileServerSource;
  /** A position in its area; null if that is not known, or the world. */
  readonly middle: Position | null;
}

/** The map servers of a catalog without errors, then its overlay servers, each ordered by id. */
export function listedServers(content: Content): ListedServer[] {
  const areaOf = serverAreas(content);
  const middleOfArea = (record: TileServerSource): Position | null => {
    const area = areaOf(record);
    return area === null || area === 'world' ? null : middleOf(polygonsOf(area));
  };
  return (['mapserver', 'overlayserver'] as const).flatMap((kind) =>
    content
      .of(kind)
      // A record without errors is complete.
      .map(({ file, value }) => ({ kind, file: file.path, record: value as TileServerSource }))
      .map((server) => ({ ...server, middle: middleOfArea(server.record) }))
      .sort((a, b) => byCodePoint(a.record.id, b.record.id)),
  );
}

/** The problem with ids on the command line; null if all are valid. */
export function unknownServer(listed: readonly ListedServer[], ids: readonly string[]): string | null {
  const known = listed.map(({ record }) => record.id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return null;
  const near = closestTo(unknown, known);
  const hint = near === null ? '.' : `; did you mean ${JSON.stringify(near)}?`;
  return `There is no map or overlay server ${JSON.stringify(unknown)}${hint}`;
}

interface ProbeContext extends AskContext {
  /** The last good tile of a server, if any. */
  readonly knownTile: (server: ListedServer) => TilePosition | null;
  readonly onProgress?: (done: number, total: number, file: string) => void;
}

/** How many hosts are probed at the same time. */
const HOSTS_AT_ONCE = 32;

/** Probes every host of servers. A host shared by several servers gets one request at a time. */
export async function probeServers(servers: readonly ListedServer[], context: ProbeContext): Promise<ProbedServer[]> {
  const answers = new Map(servers.map((server) => [server, new Map<string, ProbedHost>()]));
  const asked = servers.filter(({ record }) => unsetTokens(record.urlPattern, context.environment).length === 0);
  const questions = asked.flatMap((server) => {
    const { hosts, urlPattern } = server.record;
    const samples = sampleTiles(server.record, context.knownTile(server), server.middle);
    return hosts.map((host) => ({ server, question: { host, urlPattern, samples } }));
  });
  let done = 0;
  // In the order of their beginning: the first has been waited for longest.
  const running = new Map<HostQuestion, ListedServer>();
  const report = (): void => {
    const [first] = running.values();
    if (first) context.onProgress?.(done, asked.length, first.file);
  };
  await pMap(
    grouped(questions, ({ question }) => question.host).values(),
    async (ofHost) => {
      for (const { server, question } of ofHost) {
        running.set(question, server);
        report();
        const answer = await askHost(question, context);
        running.delete(question);
        const all = answers.get(server);
        all?.set(question.host, answer);
        if (all?.size === server.record.hosts.length) done++;
        report();
      }
    },
    { concurrency: HOSTS_AT_ONCE },
  );
  return servers.map((server) => {
    const found = server.record.hosts.flatMap((host) => answers.get(server)?.get(host) ?? []);
    return probedServer(server, found, unsetTokens(server.record.urlPattern, context.environment));
  });
}

function probedServer(
  { kind, file, record }: ListedServer,
  hosts: readonly ProbedHost[],
  unset: readonly string[],
): ProbedServer {
  const { id, active: isActive = true } = record;
  const about = { kind, id, file, isActive, deadSince: null, switched: null, hosts: [...hosts] };
  if (unset.length > 0) {
    const reason = `${unset.join(' and ')} ${unset.length > 1 ? 'are' : 'is'} not set`;
    return { ...about, verdict: 'not-probed', reason };
  }
  const has = (verdict: ProbedHost['verdict']): boolean => hosts.some((host) => host.verdict === verdict);
  if (has('good')) return { ...about, verdict: 'good', reason: null };
  const verdict = has('unsure') ? 'unsure' : 'fails';
  const reasons = hosts.filter((host) => host.verdict === verdict).map(({ reason }) => reason);
  return { ...about, verdict, reason: [...new Set(reasons)].join('; ') };
}
