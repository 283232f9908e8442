import { isDeepStrictEqual } from 'node:util';
import { areaOfGeometry } from '../../../../build/programs/stated/stated-area.ts';
import { matchCatalogLayout } from '../../../../build/read/layout.ts';
import type { TileServerSource } from '../../../../contract/generated/catalog.types.ts';
import { MAP_MEMBERS, YEAR_MEMBERS } from '../../../../contract/interface/v2-members.ts';
import type { Polygon } from '../../../../contract/maps/bounding-boxes.ts';
import { polygonOf, polygonsInGeoJson } from '../../../../contract/maps/geometry.ts';
import { COMMON_MEMBERS, publishedMembers } from '../../../../contract/maps/map-types.ts';
import tileserver from '../../../../schemas/catalog/tileserver.json' with { type: 'json' };
import type { CatalogFiles } from '../catalog-files.ts';
import { type Members, reportUnknown } from '../correct-served-record.ts';
import { type SourcePlace, withSourcePlace } from '../notes.ts';
import { isKnownArea, type ServedMap } from '../service/v2-served-maps.ts';
import { type FittedArea, publishedArea } from './fitted-area.ts';

/** Other members of `/v2/` come from files, history and probing. */
const DETAILS: readonly string[] = MAP_MEMBERS.filter((key) => key !== 'area' && key in tileserver.properties);

const KNOWN_MEMBERS = [...COMMON_MEMBERS, 'copyright', ...MAP_MEMBERS, 'id', 'type', 'list', 'url', 'providerUrl'];

/** @param old only the id if the map is new @param replacesAll removes what the service does not state */
export function mapMembers(
  files: CatalogFiles,
  { value, geometry, at }: ServedMap,
  old: Partial<TileServerSource>,
  replacesAll: boolean,
): Members {
  reportUnknown(value, [...KNOWN_MEMBERS, ...publishedMembers(value['type'])], at);
  const keys = replacesAll ? DETAILS : DETAILS.filter((key) => value[key] !== undefined);
  const stated: Record<string, unknown> = Object.fromEntries(keys.map((key) => [key, value[key]]));
  for (const key of YEAR_MEMBERS) if (/^\d{4}$/.test(String(stated[key]))) stated[key] = Number(stated[key]);
  const area = isKnownArea(value) ? value['area'] : geometry && areaOfFeature(files, geometry, old, at);
  const isStated = replacesAll || geometry !== null || isKnownArea(value);
  const placed = isStated ? { countries: value['countries'], area: area ?? undefined } : {};
  return { ...stated, ...placed, ...inheritedFromProvider(files, stated, old) };
}

/** A member with the provider's value becomes undefined, unless the map's file states it. */
export function inheritedFromProvider(
  files: CatalogFiles,
  { provider, ...stated }: Members,
  old: object = {},
): Members {
  const providerRecord = (files.valueOf('provider', String(provider)) ?? {}) as Members;
  const isSame = (key: string, members: Members): boolean =>
    members[key] !== undefined && isDeepStrictEqual(stated[key], members[key]);
  const same = Object.keys(stated).filter((key) => isSame(key, providerRecord) && !isSame(key, old as Members));
  return Object.fromEntries(same.map((key) => [key, undefined]));
}

function areaOfFeature(
  files: CatalogFiles,
  geometry: unknown,
  { id, area: known }: Partial<TileServerSource>,
  at: SourcePlace,
): unknown {
  const polygons = areaOfGeometry(geometry, null) ?? [];
  const old = typeof known === 'object' ? known.map((box) => polygonOf(box)) : polygonsOfFile(files, known);
  if (known !== undefined && isDeepStrictEqual(old, polygons)) return known;
  const fitted = publishedArea(polygons);
  if (!fitted) at.leftOut('its geometry is not an area');
  return writtenArea(files, fitted, String(id), at);
}

function polygonsOfFile(files: CatalogFiles, name: unknown): readonly Polygon[] {
  const polygons = polygonsInGeoJson(files.valueOf('area', String(name)));
  return 'why' in polygons ? [] : polygons;
}

export function writtenArea(files: CatalogFiles, fitted: FittedArea | null, id: string, at: SourcePlace): unknown {
  if (fitted?.remark) at.advice(fitted.remark);
  if (!fitted || typeof fitted.area === 'string' || !('polygons' in fitted.area)) return fitted?.area;
  const { polygons } = fitted.area;
  const same = files.of('area').find(({ name }) => isDeepStrictEqual(polygonsOfFile(files, name), polygons));
  if (same) return same.name;
  const path = files.newPath('area', id);
  const [first] = polygons;
  const isSingle = polygons.length === 1;
  const geometry = isSingle ? { type: 'Polygon', coordinates: first } : { type: 'MultiPolygon', coordinates: polygons };
  files.set(path, withSourcePlace(at, geometry));
  return matchCatalogLayout(path)?.name;
}
