import { type Diagnostic, isError, pointerSegments } from '../../../build/diagnostics/diagnostic.ts';
import { type FileRole, matchCatalogLayout, pathOfRole } from '../../../build/read/layout.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { maskedMessage } from '../../../build/tile-url/secrets.ts';
import { itemsByKey, shortenedText } from '../../../contract/base/text.ts';
import { SECTIONS } from '../../../contract/data-sources/sections.ts';
import type { TileServerSource } from '../../../contract/generated/catalog.types.ts';
import { NEW_TYPES } from '../../../contract/maps/map-types.ts';
import dataSource from '../../../schemas/catalog/datasource.json' with { type: 'json' };
import map from '../../../schemas/catalog/map.json' with { type: 'json' };
import provider from '../../../schemas/catalog/provider.json' with { type: 'json' };
import tileserver from '../../../schemas/catalog/tileserver.json' with { type: 'json' };
import type { CatalogFiles } from './catalog-files.ts';
import { type SourcePlace, sourcePlaceOf, withSourcePlace } from './notes.ts';

/** Each leaves out all reported errors, up to a thousand of a file. */
const MAX_ROUNDS = 100;

/** @returns errors that no imported value causes; empty if the catalog is valid */
export function leaveOutFaults(files: CatalogFiles): Diagnostic[] {
  const errors = faultsAfterRounds(files);
  for (const path of files.trial) files.restore(path);
  if (errors.length === 0) leaveOutUnusedAreas(files);
  return errors;
}

function faultsAfterRounds(files: CatalogFiles): Diagnostic[] {
  let errors: Diagnostic[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const changed = new Set(files.changed().map(({ path }) => path));
    const options = { environment: {}, requireTokens: false, changed };
    const { diagnostics } = checkCatalog(files.asFolder(), options);
    errors = diagnostics.filter(isError);
    if (errors.length === 0) return [];
    const parts = errors.flatMap((error) => faultyPart(files, error) ?? []);
    if (parts.length === 0) return errors;
    leaveOut(files, parts);
  }
  return errors;
}

interface FaultyPart {
  readonly path: string;
  /** Empty for a whole file with its dependent ones. */
  readonly segments: readonly string[];
  readonly place: SourcePlace;
  readonly message: string;
}

function faultyPart(files: CatalogFiles, error: Diagnostic): FaultyPart | null {
  // This error only counts others.
  if (error.code === 'more-errors') return null;
  const { file: path, place } = error;
  const value = files.value(path);
  const role = matchCatalogLayout(path)?.role;
  if (value === undefined || role === undefined || role === 'site' || role === 'removals') return null;
  const segments = pointerSegments(place && 'pointer' in place ? place.pointer : '');
  const origin = sourcePlaceOf(value, segments);
  if (!origin) return null;
  const [unit, name] = smallestPartAround(role, segments);
  const more = unit.length < segments.length ? `; so ${name} is not taken` : '';
  const written = writtenAt(value, segments);
  // People who edit a table do not see the value that was read from it.
  const shown = error.code === 'not-allowed' ? `${JSON.stringify(written)}: ` : '';
  return { path, segments: unit, place: origin, message: shown + maskedMessage(error, written) + more };
}

function writtenAt(value: unknown, segments: readonly string[]): string {
  let part = value;
  for (const segment of segments) part = (part as Record<string, unknown> | undefined)?.[segment];
  return shortenedText(typeof part === 'string' ? part : (JSON.stringify(part) ?? ''));
}

const ENTRY_PARTS = {
  '*/checksums/*': 'the checksum',
  '*/fragments/*/*': 'the checksum',
  '*/fragments/*': '',
  '*/*': '',
  '*': 'the file',
};
const optionalParts = ({ properties, required }: { properties: object; required: readonly string[] }) =>
  Object.fromEntries(Object.keys(properties).flatMap((key) => (required.includes(key) ? [] : [[key, '']])));
const V1_PARTS = { 'hosts/*': '', ...optionalParts(tileserver) };
const MAP_PARTS = Object.assign({}, ...NEW_TYPES.map((type) => optionalParts(map.$defs[type])));
const SOURCE_PARTS = { 'source/include/*': '', 'source/exclude/*': '', ...optionalParts(dataSource) };

/** Parts that can be left out, the smallest first, by JSON Pointer. A part with an empty name is called by its key. */
const PARTS: Partial<Readonly<Record<FileRole, Readonly<Record<string, string>>>>> = {
  mapserver: { ...V1_PARTS, '': 'the map server' },
  overlayserver: { ...V1_PARTS, '': 'the overlay server' },
  map: { ...MAP_PARTS, '': 'the map' },
  datasource: { ...SOURCE_PARTS, '': 'the data source' },
  provider: { ...optionalParts(provider), '': 'the provider' },
  edition: { 'datasources/*': '', '': 'the edition' },
  categories: { '*/parent': '', '*': 'the category' },
  files: ENTRY_PARTS,
  maps: ENTRY_PARTS,
  themes: ENTRY_PARTS,
};

function smallestPartAround(role: FileRole, segments: readonly string[]): [part: readonly string[], name: string] {
  for (const [pattern, name] of Object.entries(PARTS[role] ?? {})) {
    const keys = pattern === '' ? [] : pattern.split('/');
    const part = segments.slice(0, keys.length);
    if (part.length === keys.length && keys.every((key, index) => key === '*' || key === part[index]))
      return [part, name || `${part.at(-1)}`];
  }
  return [[], 'the file'];
}

function leaveOut(files: CatalogFiles, parts: readonly FaultyPart[]): void {
  const byPart = itemsByKey(parts, ({ path, segments }) => JSON.stringify([path, segments]));
  const firsts = [...byPart.values()].map(([first]) => first as FaultyPart);
  for (const { path, segments, place, message } of firsts) {
    const isRecord = segments.length === (matchCatalogLayout(path)?.role === 'categories' ? 1 : 0);
    place.leftOut(message, isRecord && !files.trial.has(path) ? 'not valid' : undefined);
  }
  for (const [path, found] of itemsByKey(firsts, (part) => part.path)) {
    const value = files.value(path);
    const segments = found.map((part) => part.segments);
    // Left out with its data source.
    if (value === undefined) continue;
    if (segments.some(({ length }) => length === 0)) leaveOutFile(files, path);
    else files.set(path, without(value, segments));
  }
}

function leaveOutFile(files: CatalogFiles, path: string): void {
  const match = matchCatalogLayout(path);
  files.restore(path);
  if (match?.role !== 'datasource' || match.name === null || files.value(path) !== undefined) return;
  for (const section of SECTIONS) files.restore(pathOfRole(section, match.name));
}

function leaveOutUnusedAreas(files: CatalogFiles): void {
  const maps = [...files.v1Maps(), ...files.of('map')];
  const used = new Set<unknown>(maps.map(({ value }) => (value as Partial<TileServerSource>).area));
  const before = new Set(files.changed().map(({ old }) => (old?.value as Partial<TileServerSource> | undefined)?.area));
  for (const { path, name, old } of files.of('area')) {
    if (!used.has(name) && (old === null || before.has(String(name)))) files.remove(path);
  }
}

function without(value: unknown, parts: readonly (readonly string[])[]): object {
  const kept = Object.entries(value as object).flatMap(([key, member]): [string, unknown][] => {
    const inner = parts.filter(([first]) => first === key).map((segments) => segments.slice(1));
    if (inner.some(({ length }) => length === 0)) return [];
    return [[key, inner.length > 0 ? without(member, inner) : withPlace(value, key, member)]];
  });
  const made = Array.isArray(value) ? kept.map(([, member]) => member) : Object.fromEntries(kept);
  return withSourcePlace(sourcePlaceOf(value), made);
}

/** Items keep their places when a shorter list changes their indexes. */
function withPlace(list: unknown, key: string, member: unknown): unknown {
  const place = Array.isArray(list) && typeof member === 'object' ? sourcePlaceOf(list, [key]) : null;
  return place && member ? withSourcePlace(place, member) : member;
}
