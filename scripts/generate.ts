/** Compiling the schemas at every start would take 37 ms; loading them compiled takes 1 ms. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AnySchemaObject } from 'ajv';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { cityPositions } from './compile/place-list.ts';
import { boxesAround, countryPolygons, countryShapes } from './generate/borders.ts';
import { countryNames, languageNames, threeLetters } from './generate/countries.ts';
import { validatorsOf } from './generate/validators.ts';

const ROOT = join(import.meta.dirname, '..');
const SCHEMAS = join(ROOT, 'schemas');
const OUT = join(ROOT, 'contract', 'generated');

const COUNTRIES = 'node_modules/world-atlas/countries-50m.json';

/** The form of `/add/` never writes these, so its validators lack them. */
const UNASKED_MEMBERS =
  /^(?:active|offReason|privacy|commercialUse|attribution|forbids|needs|ends|quota|updates|since|until|tileSize|languages|probe|picture|watermark)$/;

const NOTHING = /(?!)/;

const WEBP_DECODER = 'node_modules/@jsquash/webp/codec/dec/webp_dec.wasm';

/** Also writes the XML Schema of `overlayservers` into `schemas/v1/`. */
export async function generateSources(): Promise<void> {
  writeFileSync(join(SCHEMAS, 'v1', 'overlayserver-catalog.xsd'), overlaySchema());
  for (const set of ['catalog', 'v1', 'v2', 'reports']) {
    write(`${set}.types.ts`, await typesOf(set));
    writeValidators(set, set);
  }
  // The page that adds a map needs a fifth of all validators.
  writeValidators('new-map', 'catalog', ['tileserver', 'map'], UNASKED_MEMBERS);
  write('published-schemas.json', JSON.stringify(['v1', 'v2'].flatMap((set) => [...schemasIn(set).values()])));
  write('countries.json', JSON.stringify(countryNames()));
  write('country-letters.json', JSON.stringify(threeLetters()));
  write('country-cities.json', JSON.stringify(cityPositions()));
  write('languages.json', JSON.stringify(languageNames()));
  // The program reads only this report.
  writeValidators('history', 'reports', ['probe-history']);
  const borders = countryPolygons();
  writeData('borders', borders, 'readonly Polygon[]');
  const boxes = Object.entries(borders).map(([code, polygons]) => [code, boxesAround(polygons)]);
  writeData('country-boxes', Object.fromEntries(boxes), 'readonly Box[]');
  const shapes = countryShapes(JSON.parse(readFileSync(join(ROOT, COUNTRIES), 'utf8')), borders);
  write('country-shapes.json', JSON.stringify(shapes));
  const decoder = gzipSync(readFileSync(join(ROOT, WEBP_DECODER)), { level: 9 }).toString('base64');
  write('webp-decoder.cjs', `module.exports = ${JSON.stringify(decoder)};\n`);
  write('webp-decoder.d.cts', 'declare const program: string;\nexport = program;\n');
}

function overlaySchema(): string {
  return readFileSync(join(SCHEMAS, 'v1', 'mapserver-catalog.xsd'), 'utf8')
    .replaceAll('mapserver', 'overlayserver')
    .replaceAll('mapServer', 'overlayServer')
    .replace('the base layers', 'the layers drawn over a base layer');
}

/** JSON is parsed faster than code. */
function writeData(name: string, data: object, type: string): void {
  write(`${name}.cjs`, `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(data))});\n`);
  const typed = `declare const data: Readonly<Record<string, ${type}>>;\nexport = data;\n`;
  write(`${name}.d.cts`, `import type { ${/\w+(?=\[)/.exec(type)} } from '../maps/bounding-boxes.ts';\n${typed}`);
}

function writeValidators(name: string, set: string, documents = namesIn(schemasIn(set)), leftOut = NOTHING): void {
  // Our own reports need only the first error.
  const options = { isForCatalog: set === 'catalog', allErrors: set !== 'reports' };
  write(`${name}.validators.cjs`, validatorsOf(schemasIn(set, leftOut), documents, options));
  write(`${name}.validators.d.cts`, declarationOf(documents));
}

/** @param leftOut names of members to remove */
function schemasIn(set: string, leftOut = NOTHING): Map<string, AnySchemaObject> {
  const files = readdirSync(join(SCHEMAS, set))
    .filter((file) => file.endsWith('.json'))
    .sort();
  const without = (key: string, value: unknown): unknown => (leftOut.test(key) ? undefined : value);
  return new Map(files.map((file) => [file, JSON.parse(readFileSync(join(SCHEMAS, set, file), 'utf8'), without)]));
}

async function typesOf(set: string): Promise<string> {
  // With one schema for all, each type is generated once.
  const properties = Object.fromEntries([...schemasIn(set).keys()].map((file) => [file, { $ref: `./${file}` }]));
  const wrapper: JSONSchema = { title: 'Documents', type: 'object', properties, additionalProperties: false };
  return compile(wrapper, 'Documents', {
    cwd: join(SCHEMAS, set),
    bannerComment: '/* Generated from the schemas by scripts/generate.ts; do not edit. */',
    format: false,
    additionalProperties: false,
    unknownAny: true,
    strictIndexSignatures: false,
    // Titles are for people.
    customName: (schema) => schema['typeName'],
  });
}

function namesIn(schemas: ReadonlyMap<string, unknown>): string[] {
  return [...schemas.keys()].map((file) => file.replace('.json', '')).filter((name) => name !== 'common');
}

function declarationOf(names: readonly string[]): string {
  const members = names.map((name) => `  readonly '${name}': ValidateFunction;`);
  return `import type { ValidateFunction } from 'ajv';\ndeclare const validators: {\n${members.join('\n')}\n};\nexport = validators;\n`;
}

function write(name: string, content: string): void {
  const file = join(OUT, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
