/** Wrong kinds of values, in every place of every schema: one error there, and its advice leads to none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Diagnostic, diagnosticMessage, jsonPointerTo } from '../../../build/diagnostics/diagnostic.ts';
import { resolvePlainScalar } from '../../../build/parse/scalars.ts';
import { flowYaml } from '../../../build/parse/written.ts';
import { CATALOG_LAYOUT, type FileRole } from '../../../build/read/layout.ts';
import { validateFileValue } from '../../../build/validate/validate.ts';
import { adviceIn, isBelow, pointerOf } from '../../support/advice.ts';
import { ROOT } from '../../support/cli.ts';
import { textsIn } from '../../support/words.ts';

type Schema = Readonly<Record<string, unknown>>;

const FOLDER = join(ROOT, 'schemas', 'catalog');
const SCHEMAS: Readonly<Record<string, Schema>> = Object.fromEntries(
  readdirSync(FOLDER).map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))]),
);
type Path = readonly (string | number)[];

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
  ...textsIn(`
  https://tile.x.net/ | https://Tile.X.net:8080/a/?b=c#d | tile.x.net | www.x.net/terms | //x.net | C:\\a\\b
  © Kompass`),
  ' One two ',
  ...textsIn(`
  Schweiz | CHE | Suisse, Österreich | DE | de_CH | Topographic | hiking map | PNG | Overlay | 1,000 | 3,001,234
  19.5 | 512 | -7 | 2026-09-19 01:03:00+02:00 | 2026-09-19 | epsg:3857 | 3857
  483af8eef96b20864776f019d4537b3750c1173d | \${maps-key} | 5.9,45.8,10.5,47.9 | - a`),
  '',
  'a\tb',
  '/v1/x',
  'x'.repeat(3_000),
  'CC BY-SA 4.0',
  'a, b; c',
  '[a]',
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
const VALUES = [...PLAIN.map(resolvePlainScalar), ...TEXTS, ...OTHERS];

const SCHEMA_ROWS = CATALOG_LAYOUT.filter(
  ({ schema }, index, all) => all.findIndex((one) => one.schema === schema) === index,
);
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

  test.each(paths.map((path) => [jsonPointerTo(path), path] as const))('%s', (pointer, path) => {
    const found = (value: unknown): Diagnostic[] => {
      const whole = within(path, structuredCopy(value), root);
      return validateFileValue(role, 'x', whole).diagnostics.filter(({ place }) => isBelow(place, pointer));
    };
    for (const value of VALUES) {
      const here = found(value).filter(({ place, code }) => pointerOf(place) === pointer && code !== 'missing-key');
      const said = here.map((one) => diagnosticMessage(one, shown(value)));
      expect(said.length, `${shown(value)}: ${said.join(' | ')}`).toBeLessThanOrEqual(1);
      const [problem] = here;
      const advice = problem && adviceIn(problem, shown(value));
      if (advice === undefined || advice === null) continue;
      const left = found(advice.value).map((one) => diagnosticMessage(one, ''));
      expect(left, `${said[0]} (for ${shown(value)})`).toEqual([]);
      expect(said[0]?.length).toBeLessThan(600);
    }
  });
});

const shown = (value: unknown): string =>
  typeof value === 'symbol' ? (value.description ?? '') : flowYaml(value).slice(0, 200);

const structuredCopy = (value: unknown): unknown => (typeof value === 'symbol' ? value : structuredClone(value));
