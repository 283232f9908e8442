/**
 * Whatever changes in a record, `cartalog diff` says something: each member that a schema has is changed, removed and added in
 * the records of a catalog that has every member, one at a time.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSound } from '../../../../build/diagnostics/diagnostic.ts';
import { parseCatalogFile } from '../../../../build/parse/parse.ts';
import { CATALOG_LAYOUT, type FileRole, matchCatalogLayout, schemaOf } from '../../../../build/read/layout.ts';
import { checkCatalog } from '../../../../build/run/check-in-memory.ts';
import type { BuiltSite } from '../../../../cli/site/built-site.ts';
import { compareSites } from '../../../../commands/catalog/diff/diff.ts';
import { isObject, type JsonObject, jsonItemsOf, jsonMembersOf } from '../../../../contract/base/json-values.ts';
import { isSameData } from '../../../../contract/base/same-data.ts';
import { type Files, memoryFolder } from '../../../support/catalogs.ts';
import { ROOT } from '../../../support/cli.ts';
import { filesBelow } from '../../../support/files.ts';
import { siteOf } from '../../../support/sites.ts';

const TOOLS = 'only commands read it';
const CURRENT = 'only which version upstream has is published, of files with a known SHA-256';
const PAGES = 'only pages show it, and they are not compared';
const ELSEWHERE = 'it says where and how a site is published, and both sites are';

/** The members of which `diff` says nothing, with those in them, and why. */
const SILENT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['mapserver', 'overlayserver', 'map'].flatMap((role) => [
      [`${role}.probe`, TOOLS],
      [`${role}.picture`, PAGES],
      [`${role}.watermark`, TOOLS],
    ]),
  ),
  'datasource.source.checksums': TOOLS,
  'datasource.source.group': TOOLS,
  'datasource.source.download': TOOLS,
  'datasource.source.downloadLimit': TOOLS,
  'files.*.fragments.*[].sha256': TOOLS,
  'maps.*.fragments.*[].sha256': TOOLS,
  'themes.*.fragments.*[].sha256': TOOLS,
  ...Object.fromEntries(
    ['files', 'maps', 'themes'].flatMap((list) =>
      ['checksums[]', 'fragments.*[]'].map((history) => [`${list}.*.${history}.current`, CURRENT]),
    ),
  ),
  'area.coordinates added': 'a feature has them in its geometry',
  'area.geometry added': 'only a feature has one',
  'site.repository': 'answers for people name it',
  'site.branch': PAGES,
  'site.home': PAGES,
  'site.languages': PAGES,
  'site.pages': PAGES,
  'site.target': ELSEWHERE,
  'site.maxFiles': ELSEWHERE,
};

/** The members that cannot change alone in any record here, and why. */
const NOT_ALONE: Readonly<Record<string, string>> = {
  'area.type': 'it belongs to the others',
  'area.features': 'it belongs to the others',
  'keys.keys': 'there must be one of each use',
  'keys.keys[].use': 'there must be one of each use',
  'keys.revoked': 'a signature must cover it',
  'keys.signed': 'a signature must cover it',
  'map.type': 'each type has other members',
  'site.accessTokens': 'each is used in an address',
};

const INPUT = join(ROOT, 'test/golden/corners/input');

const keyOf = (byte: number): string =>
  Buffer.concat([Buffer.from('Ed'), Buffer.alloc(8, byte), Buffer.alloc(32, byte)]).toString('base64');

const TILES =
  'name: Rich\nminZoom: 1\nmaxZoom: 19\nhosts: [rich.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: R\n';
const MORE = `attribution: [{ text: A, url: https://rich.example.org/ }]
ends: { date: "2029-06-30", source: https://rich.example.org/news }
quota: { tiles: 700, per: day, source: https://rich.example.org/free }
commercialUse: { state: allowed, source: https://rich.example.org/terms }
probe: { latitude: 47, longitude: 9, zoom: 12 }
offReason: { en: Off., de: Aus. }
`;

const RICH: Files = {
  ...Object.fromEntries(filesBelow(INPUT).map((path) => [path, readFileSync(join(INPUT, path), 'utf8')])),
  'site.yaml': `${readFileSync(join(INPUT, 'site.yaml'), 'utf8')}home: free\n`,
  'datasources/rich/datasource.yaml': 'name: R\nbaseUrl: https://files.example.org/r/\ndirectory: r\naction: Copy\n',
  'datasources/rich/themes.yaml':
    'a.zip:\n  checksums:\n    - { lastModified: 2024-02-29T23:59:59Z, contentLength: 7, sha1: null }\n  fragments:\n    a.xml:\n      - { lastModified: 2024-02-29T23:59:59Z, contentLength: 7, sha1: null }\n',
  'mapservers/rich.yaml': `id: Rich\n${TILES}area: box\n${MORE}`,
  'overlayservers/rich.yaml': `id: Rich overlay\n${TILES}area: [{ west: 5, south: 45, east: 10, north: 48 }]\n${MORE}`,
  'maps/rich.yaml':
    'type: vector\nname: Rich\ncopyright: R\nstyle: https://rich.example.org/s.json\narea: [{ west: 5, south: 45, east: 10, north: 48 }]\n',
  'mapservers/boxes.yaml': `id: Boxes\n${TILES}area: [{ west: 5, south: 45, east: 10, north: 48 }]\n`,
  'areas/box.geojson': '{ "type": "Polygon", "coordinates": [[[5, 45], [10, 45], [10, 48], [5, 48], [5, 45]]] }',
  'keys.yaml': JSON.stringify({
    keys: [
      { key: keyOf(1), use: 'signing' },
      { key: keyOf(2), use: 'spare' },
    ],
  }),
};

type Schema = JsonObject;

type Place = { readonly file: string; readonly schema: Schema };

/** The kinds of files with records. `removals.yaml` is what `diff` itself reads. */
const KINDS = CATALOG_LAYOUT.map(({ role }) => role).filter((role) => role !== 'removals');

const rootOf = (role: FileRole): Place => ({
  file: `${schemaOf(role)}.json`,
  schema: schemaIn(`${schemaOf(role)}.json`),
});

const SCHEMAS = new Map<string, Schema>();
function schemaIn(file: string): Schema {
  const found = SCHEMAS.get(file) ?? JSON.parse(readFileSync(join(ROOT, 'schemas/catalog', file), 'utf8'));
  SCHEMAS.set(file, found);
  return found;
}

/** A place and all that it refers to or is one of, the place first. @param value a value whose type excludes others */
function partsOf({ file, schema }: Place, value: unknown): Place[] {
  const type = Object(schema['properties'])['type']?.const;
  if (type !== undefined && isObject(value) && value['type'] !== type) return [];
  const inner = ['oneOf', 'anyOf', 'allOf'].flatMap((key) => jsonItemsOf(schema[key]));
  const places = inner.filter(isObject).map((one) => ({ file, schema: one }));
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    const [name, pointer = ''] = $ref.split('#');
    const target = name || file;
    const found = pointer
      .split('/')
      .slice(1)
      .reduce((node: unknown, key) => Object(node)[key], schemaIn(target));
    places.push({ file: target, schema: found as Schema });
  }
  return [{ file, schema }, ...places.flatMap((one) => partsOf(one, value))];
}

/** The places of the members of an object; `*` for those with any name. */
function membersAt(place: Place, value: unknown): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const { file, schema } of partsOf(place, value)) {
    for (const [key, one] of jsonMembersOf(schema['properties']))
      if (isObject(one) && !found.has(key)) found.set(key, { file, schema: one });
    const others = [
      schema['additionalProperties'],
      ...jsonMembersOf(schema['patternProperties']).map(([, one]) => one),
    ];
    for (const one of others) if (isObject(one)) found.set('*', { file, schema: one });
  }
  return found;
}

/** Values that a place may take, the likeliest first. */
function candidates(place: Place, current: unknown, depth = 0): unknown[] {
  const found: unknown[] = [];
  if (typeof current === 'string')
    found.push(
      `${current}x`,
      current.replace(/\w(?=\W*$)/, (one) => (one === '1' ? '2' : '1')),
    );
  if (typeof current === 'number') found.push(current + 1, current - 1, current + 0.5);
  if (Array.isArray(current))
    found.push(
      current.slice(0, -1),
      ...(typeof current.at(-1) === 'string' ? [current.with(-1, `${current.at(-1)}x`)] : []),
    );
  // The coordinates of the area.
  if (Array.isArray(current) && Array.isArray(current[0]))
    found.push(JSON.parse(written(current).replaceAll('48', '48.01')));
  const parts = partsOf(place, undefined);
  for (const { schema } of parts) {
    found.push(...jsonItemsOf(schema['examples']), ...jsonItemsOf(schema['enum']));
    if (schema['const'] !== undefined) found.push(schema['const']);
    if (schema['type'] === 'boolean') found.push(true, false);
    if (/^(?:integer|number)$/.test(String(schema['type']))) found.push(schema['minimum'] ?? 1, schema['maximum'] ?? 2);
  }
  for (const { file, schema } of parts) {
    const { items } = schema;
    if (!isObject(items) || depth > 2) continue;
    for (const one of candidates({ file, schema: items }, undefined, depth + 1))
      found.push([one], ...(Array.isArray(current) ? [[...current, one]] : []));
  }
  const members = depth > 2 ? [] : [...membersAt(place, undefined)].filter(([key]) => key !== '*');
  if (members.length > 0 && !Array.isArray(current))
    found.push(Object.fromEntries(members.map(([key, one]) => [key, candidates(one, undefined, depth + 1)[0]])));
  return found.filter((one) => one !== undefined && !isSameData(one, current));
}

/** A place in a record: how to write another value there, undefined for none. */
interface Member {
  readonly pattern: string;
  readonly place: Place;
  readonly value: unknown;
  readonly write: (value: unknown) => unknown;
}

/** Every member of a value that its schema has, also those that it lacks. */
function* membersIn(place: Place, value: unknown, pattern: string, write: Member['write']): Generator<Member> {
  if (Array.isArray(value)) {
    const items = partsOf(place, value).map(({ file, schema }) => ({ file, schema: schema['items'] }));
    const inner = items.find((one): one is Place => isObject(one.schema));
    const with_ = (index: number, one: unknown) =>
      write(one === undefined ? value.toSpliced(index, 1) : value.with(index, one));
    if (inner)
      for (const [index, one] of [...value.entries()].reverse())
        yield* membersIn(inner, one, `${pattern}[]`, (now) => with_(index, now));
    return;
  }
  if (!isObject(value)) return;
  const known = membersAt(place, value);
  for (const key of new Set([...known.keys(), ...Object.keys(value)])) {
    const inner = known.get(key) ?? known.get('*');
    if (!inner || key === '*') continue;
    const name = known.has(key) ? key : '*';
    const own = `${pattern}.${name}`;
    const writeMember = (now: unknown): unknown => {
      const { [key]: _, ...others } = value;
      return write(
        now === undefined
          ? others
          : Object.fromEntries([...Object.entries(value).filter(([one]) => one !== key), [key, now]]),
      );
    };
    const current = Object.hasOwn(value, key) ? value[key] : undefined;
    yield { pattern: own, place: inner, value: current, write: writeMember };
    if (current !== undefined) yield* membersIn(inner, current, own, writeMember);
  }
}

const isValid = (files: Files): boolean => {
  try {
    return isSound(checkCatalog(memoryFolder(files), { environment: {}, requireTokens: false }).diagnostics);
  } catch {
    return false;
  }
};

/** Whether a pattern is one of some, or in one. */
const isIn = (patterns: Readonly<Record<string, string>>, pattern: string): boolean =>
  Object.keys(patterns).some(
    (one) => pattern === one || pattern.startsWith(`${one}.`) || pattern.startsWith(`${one}[`),
  );

/** Every pattern of a schema, so that none is forgotten because no record has the object around it. */
function patternsOf(place: Place, pattern: string, depth = 0): string[] {
  const items = partsOf(place, undefined).flatMap(({ file, schema: { items: one } }) =>
    isObject(one) ? [{ file, schema: one }] : [],
  );
  const inner = [
    ...items.map((one) => [`${pattern}[]`, one] as const),
    ...Array.from(membersAt(place, undefined), ([key, one]) => [`${pattern}.${key}`, one] as const),
  ];
  if (depth > 6) return [];
  return inner.flatMap(([name, one]) => [
    ...(name.endsWith('[]') || name.endsWith('*') ? [] : [name]),
    ...patternsOf(one, name, depth + 1),
  ]);
}

/** JSON, with numbers as YAML has them. */
const written = (value: unknown): string => JSON.stringify(value).replace(/(?<=[:[,])1e-7(?=[,}\]])/g, '0.0000001');

/** Values that other records have for members of the same name, such as the names of providers. */
const OTHERS = new Map<string, Set<unknown>>();

test('of each member of each record', () => {
  const base = siteOf(RICH);
  const says = (before: BuiltSite, after: BuiltSite): boolean => {
    const { changes, serviceUrl } = compareSites(before, after);
    return changes.length > 0 || serviceUrl !== null;
  };
  const members = Object.keys(RICH)
    .sort()
    .flatMap((path) => {
      const { role } = matchCatalogLayout(path) ?? {};
      if (!role || role === 'removals') return [];
      const record = parseCatalogFile(path, Buffer.from(RICH[path] as string)).value;
      return [...membersIn(rootOf(role), record, role, (now) => now)].map((member) => ({ ...member, path }));
    });
  for (const { pattern, value } of members) {
    const key = pattern.slice(pattern.lastIndexOf('.'));
    if (value !== undefined) OTHERS.set(key, (OTHERS.get(key) ?? new Set()).add(value));
  }
  const tried = new Map<string, Map<string, boolean>>();
  for (const { pattern, place, value, write, path } of members) {
    const done = tried.get(pattern) ?? new Map<string, boolean>();
    tried.set(pattern, done);
    const isDefault = (one: unknown) =>
      partsOf(place, undefined).some(({ schema }) => isSameData(schema['default'], one));
    const others = OTHERS.get(pattern.slice(pattern.lastIndexOf('.'))) ?? [];
    const values = [...candidates(place, value), ...others].filter((one) => !isSameData(one, value));
    const attempts =
      value === undefined
        ? { added: values.filter((one) => !isDefault(one)) }
        : { changed: values, removed: isDefault(value) ? [] : [undefined] };
    for (const [way, all] of Object.entries(attempts)) {
      // What a provider says, too, may change nothing, so a few values are tried.
      for (const next of all.slice(0, 40)) {
        if (done.get(way) || (done.has(way) && isIn(SILENT, pattern))) break;
        const files = { ...RICH, [path]: written(write(next)) };
        if (!isValid(files)) continue;
        const site = siteOf(files);
        done.set(way, says(base, site));
        // What is removed is added the other way round.
        if (way === 'removed') done.set('added', done.get('added') || says(site, base));
      }
    }
  }
  const silent = [...tried].flatMap(([pattern, ways]) =>
    [...ways].flatMap(([way, isSaid]) => (isSaid ? [] : [[pattern, way] as const])),
  );
  const excused = ([pattern, way]: readonly [string, string]) => isIn(SILENT, pattern) || `${pattern} ${way}` in SILENT;
  expect(silent.filter((one) => !excused(one)).map((one) => one.join(' '))).toEqual([]);
  const isSilent = (name: string): boolean =>
    silent.some((one) => isIn({ [name]: '' }, one[0]) || one.join(' ') === name);
  expect(Object.keys(SILENT).filter((name) => !isSilent(name))).toEqual([]);
  const all = KINDS.flatMap((role) => patternsOf(rootOf(role), role));
  const untried = [...new Set(all)].filter((pattern) => !tried.get(pattern)?.size);
  expect(untried.filter((pattern) => !isIn(NOT_ALONE, pattern))).toEqual([]);
  expect(Object.keys(NOT_ALONE).filter((pattern) => !untried.includes(pattern))).toEqual([]);
});
