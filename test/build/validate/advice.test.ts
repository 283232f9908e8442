/** Wrong kinds of values, in every place of every schema: one error there, and its advice leads to none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type Diagnostic,
  messageOf,
  type Place,
  pointerTo,
  withoutNamedIds,
} from '../../../build/diagnostics/diagnostic.ts';
import { resolvePlain } from '../../../build/parse/scalars.ts';
import { flowText } from '../../../build/parse/written.ts';
import { type FileRole, LAYOUT } from '../../../build/read/layout.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { validate } from '../../../build/validate/validate.ts';
import { adviceIn } from '../../support/advice.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';
import { ROOT } from '../../support/cli.ts';

type Schema = Readonly<Record<string, unknown>>;

const FOLDER = join(ROOT, 'schemas', 'catalog');
const SCHEMAS: Readonly<Record<string, Schema>> = Object.fromEntries(
  readdirSync(FOLDER).map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))]),
);
type Path = readonly (string | number)[];

/** The part of the schemas that a reference names. */
function follow(schema: Schema, file: string): readonly [Schema, string] {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return [schema, file];
  const [other = '', pointer = ''] = $ref.split('#');
  const name = other.replace('.json', '') || file;
  const found = pointer
    .split('/')
    .slice(1)
    .reduce((part, key) => part[key] as Schema, SCHEMAS[name] as Schema);
  return follow(found, name);
}

/** Every place below a schema. */
function placesIn(schema: Schema, file: string, path: Path = []): Path[] {
  const [own, name] = follow(schema, file);
  const members = Object.entries((own['properties'] ?? {}) as Record<string, Schema>);
  const each = own['additionalProperties'];
  return [
    ...(path.length > 0 ? [path] : []),
    ...members.flatMap(([key, member]) => placesIn(member, name, [...path, key])),
    ...(own['items'] ? placesIn(own['items'] as Schema, name, [...path, 0]) : []),
    ...(typeof each === 'object' ? placesIn(each as Schema, name, [...path, 'a.zip']) : []),
  ];
}

/** A value with others around it, so that it is at a path. */
function within(path: Path, inner: unknown, root: object): unknown {
  const value = path.reduceRight<unknown>((part, key) => (key === 0 ? [part] : { [key]: part }), inner);
  return Array.isArray(value) ? value : { ...root, ...(value as object) };
}

/** As people write them, in YAML. */
const PLAIN = ['512px', '31.12.2026', '12/31/2026', '03/04/2026', '1e3', '0x1F', '1000/day', 'Yes', 'no', '2026', '~'];
const TEXTS = [
  ...[
    'https://tile.x.net/',
    'https://Tile.X.net:8080/a/?b=c#d',
    'tile.x.net',
    'www.x.net/terms',
    '//x.net',
    'C:\\a\\b',
  ],
  ...[
    '© Kompass',
    ' One two ',
    'Schweiz',
    'CHE',
    'Suisse, Österreich',
    'DE',
    'de_CH',
    'Topographic',
    'hiking map',
    'PNG',
  ],
  ...[
    'Overlay',
    '1,000',
    '3,001,234',
    '19.5',
    '512',
    '-7',
    '2026-09-19 01:03:00+02:00',
    '2026-09-19',
    'epsg:3857',
    '3857',
  ],
  ...['483af8eef96b20864776f019d4537b3750c1173d', `\${maps-key}`, '5.9,45.8,10.5,47.9', '- a', '', 'a\tb', '/v1/x'],
  ...['x'.repeat(3_000), 'CC BY-SA 4.0', 'a, b; c', '[a]'],
];
const OTHERS = [
  ...[
    0,
    5,
    -1,
    19.5,
    512,
    1e12,
    true,
    false,
    null,
    [],
    {},
    ['a'],
    ['tile.x.net'],
    [5.9, 45.8, 10.5, 47.9],
    [[1]],
    [null],
  ],
  ...[{ west: 5.9, south: 45.8, east: 10.5, north: 47.9 }, { text: 'a' }, { a: 'b' }, { url: 'https://x.net/' }, [{}]],
  ...[{ en: 'a' }, [{ text: 'a' }], ['© A', '© B'], [{ date: '2026-12-31', source: 'https://x.net/' }]],
];
const VALUES = [...PLAIN.map(resolvePlain), ...TEXTS, ...OTHERS];

const SCHEMA_ROWS = LAYOUT.filter(({ schema }, index, all) => all.findIndex((one) => one.schema === schema) === index);
const CASES = SCHEMA_ROWS.flatMap(({ role, schema }): [string, FileRole, Schema, object][] => {
  const whole = SCHEMAS[schema] as Schema;
  const branches = (whole['oneOf'] ?? []) as readonly Schema[];
  if (branches.length === 0) return [[schema, role, whole, {}]];
  return branches.map((branch) => {
    const type = String(branch['$ref']).split('/').at(-1) ?? '';
    return [`${schema} of type ${type}`, role, branch, { type }];
  });
});

describe.each(CASES)('%s', (name, role, schema, root) => {
  const paths = placesIn(schema, name.split(' ')[0] as string).filter(([first]) => first !== 'type');

  test.each(paths.map((path) => [pointerTo(path), path] as const))('%s', (pointer, path) => {
    const found = (value: unknown): Diagnostic[] => {
      const whole = within(path, structuredCopy(value), root);
      return validate(role, 'x', whole).diagnostics.filter(({ place }) => isBelow(place, pointer));
    };
    for (const value of VALUES) {
      const problems = found(value);
      const here = problems.filter(({ place, code }) => pointerOf(place) === pointer && code !== 'missing-key');
      const said = here.map((one) => messageOf(one, shown(value)));
      expect(said.length, `${shown(value)}: ${said.join(' | ')}`).toBeLessThanOrEqual(1);
      const [problem] = here;
      const advice = problem && adviceIn(problem, shown(value));
      if (advice === undefined || advice === null) continue;
      const left = found(advice.value).map((one) => messageOf(one, ''));
      expect(left, `${said[0]} (for ${shown(value)})`).toEqual([]);
      expect(said[0]?.length).toBeLessThan(600);
    }
  });
});

const pointerOf = (place: Place): string | null => (place && 'pointer' in place ? place.pointer : null);
const isBelow = (place: Place, pointer: string): boolean => `${pointerOf(place)}/`.startsWith(`${pointer}/`);
const shown = (value: unknown): string =>
  typeof value === 'symbol' ? (value.description ?? '') : flowText(value).slice(0, 200);

/** Validation removes parts of a value. */
function structuredCopy(value: unknown): unknown {
  return typeof value === 'symbol' ? value : structuredClone(value);
}

/** What the check says of the sound catalog with a line more in a map server, or with that line in place of another. */
function messagesOf(line: string): string[] {
  const key = /^\w+/.exec(line)?.[0] ?? '';
  const one = String(SMALL['mapservers/one.yaml']).replace(new RegExp(`^${key}:.*\\n`, 'm'), '');
  const providers = { 'providers/thunderforest.yaml': 'name: Thunderforest\nhomepage: https://t.example.org/\n' };
  const folder = memoryFolder({ ...SMALL, ...providers, 'mapservers/one.yaml': `${one}${line}\n` });
  const { diagnostics } = checkCatalog(folder, OPTIONS);
  return withoutNamedIds(diagnostics)
    .filter(({ severity }) => severity === 'error')
    .map((problem) => messageOf(problem, ''));
}

test.each([
  ['attribution: © Kompass', 'write [{ text: © Kompass }]'],
  ['attribution: [© A, © B]', 'write [{ text: © A }, { text: © B }]'],
  ['hosts: https://tile.x.net/', 'write [tile.x.net]'],
  ['hosts: a.x.net, b.x.net', 'write [a.x.net, b.x.net]'],
  ['hosts:', 'write one such as [tile.openstreetmap.org]'],
  ['ends: 31.12.2026', 'write one such as { date: "2026-12-31", source: https://maps.example.org/news/ }'],
  ['ends: 12/31/2026', 'write one such as { date: "2026-12-31", source: https://maps.example.org/news/ }'],
  ['ends: 03/04/2026', 'write one such as { date: "2026-08-26", source: https://maps.example.org/news/ }'],
  ['quota: 1000/day', 'write one such as { tiles: 1000, per: day, source: https://maps.example.org/news/ }'],
  ['area: [5.9, 45.8, 10.5, 47.9]', 'write [{ west: 5.9, south: 45.8, east: 10.5, north: 47.9 }]'],
  ['area: { west: 5.9, south: 45.8, east: 10.5, north: 47.9 }', 'write [{ west: 5.9, south: 45.8,'],
  ['area: 5.9, 45.8, 10.5, 47.9', 'write [{ west: 5.9, south: 45.8, east: 10.5, north: 47.9 }]'],
  ['area: { west: 5.9 }', 'write one such as [{ west: 5.9, south: 45.8, east: 10.5, north: 47.9 }]'],
  ['probe: [46.9, 7.4]', 'write one such as { latitude: 46.95, longitude: 7.45 }'],
  ['countries: Schweiz, Österreich', 'write [CH, AT]'],
  ['countries: [Kongo]', 'did you mean CG or CD?'],
  ['provider: Thunderforest', 'There is no file providers/Thunderforest.yaml; did you mean thunderforest?'],
  ['tileSize: 512px', 'write 512'],
  ['active: Yes', 'write true'],
  ['kind: hiking map', 'did you mean outdoor?'],
  ['needs: Referer', 'write [referer]'],
  ['urlPattern: https://tile.x.net/#{zoom}/#{tilex}/#{tiley}.png', 'write #{host} in place of tile.x.net'],
  ['urlPattern: 512px', 'it also needs #{host}, #{zoom}, #{tilex}, #{tiley}'],
  ['host: x', '"host" : hosts is there already'],
])('%s: %s', (line, advice) => {
  expect(messagesOf(line)).toEqual([expect.stringContaining(advice.replace('" :', '":'))]);
});
