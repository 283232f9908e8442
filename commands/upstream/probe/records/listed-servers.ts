/** The maps of a catalog that are probed, with what is known of their places. */
import { needsReferer } from '../../../../build/model/catalog.ts';
import { polygonsOf, serverAreas } from '../../../../build/model/server-areas.ts';
import type { Content } from '../../../../build/validate/content.ts';
import { byCodePoint, closestTo } from '../../../../contract/base/text.ts';
import type { MapSource, ProviderSource, TileServerSource } from '../../../../contract/generated/catalog.types.ts';
import type { ProbedServer } from '../../../../contract/generated/reports.types.ts';
import { middleOf, type Position } from '../../../../contract/maps/geometry.ts';
import { placesIn } from '../ask/sample-tiles.ts';
import { type ProbedRecord, typedRecord } from './probed-record.ts';

/** One map of a catalog without errors. */
export interface ListedServer {
  readonly kind: ProbedServer['kind'];
  /** Its path in the catalog folder. */
  readonly file: string;
  readonly record: ProbedRecord;
  /** The name of its provider; null without one. */
  readonly provider: string | null;
  /** Whether requests need a Referer that anybody may send. */
  readonly needsReferer: boolean;
  /** Whether its area is known, also if that is the world. */
  readonly hasArea: boolean;
  /** A position in its area; null if that is not known, or the world. */
  readonly middle: Position | null;
  /** Some places on land in its area; empty if that is not known, or the world. */
  readonly places: readonly Position[];
}

/** What a run is about. */
export interface ProbeRun {
  /** All servers of the catalog, probed or not. */
  readonly listed: readonly ListedServer[];
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** The map servers of a catalog without errors, then its overlay servers and other maps, each ordered by id. */
export function listedServers(content: Content): ListedServer[] {
  const areaOf = serverAreas(content);
  const providers = new Map(content.of('provider').map(({ file, value }) => [file.name, value as ProviderSource]));
  const placesOfArea = (record: ProbedRecord): Pick<ListedServer, 'hasArea' | 'middle' | 'places'> => {
    const area = areaOf(record);
    const polygons = area === null || area === 'world' ? [] : polygonsOf(area);
    const middle = middleOf(polygons);
    const cities = middle ? placesIn(polygons, middle) : [];
    return { hasArea: area !== null, middle, places: middle && cities.length === 0 ? [middle] : cities };
  };
  return (['mapserver', 'overlayserver', 'map'] as const).flatMap((kind) =>
    content
      .of(kind)
      // A record without errors is complete.
      .map(({ file, value }): ListedServer => {
        const record = kind === 'map' ? typedRecord(value as MapSource) : (value as TileServerSource);
        const provider = providers.get(record.provider ?? null);
        const terms = { provider: provider?.name ?? null, needsReferer: needsReferer({ ...provider, ...record }) };
        return { kind, file: file.path, record, ...terms, ...placesOfArea(record) };
      })
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
  return `There is no map ${JSON.stringify(unknown)}${hint}`;
}
