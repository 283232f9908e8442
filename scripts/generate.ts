/**
 * Generates types and compiled validators from the schemas.
 *
 * Compiling the schemas at every start would take 37 ms; the generated validators load in 1 ms.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AnySchemaObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const ROOT = join(import.meta.dirname, '..');
const SCHEMAS = join(ROOT, 'schemas');
const OUT = join(ROOT, 'contract', 'generated');

/** Keywords of the schemas for editors and for this script; validators ignore them. */
const FOR_EDITORS = ['patternErrorMessage', 'defaultSnippets', 'enumDescriptions', 'typeName'];

/** Writes types and validators for every set of schemas below `contract/generated/`. */
export async function generate(): Promise<void> {
  for (const set of ['catalog', 'v1', 'reports']) {
    write(`${set}.types.ts`, await typesOf(set));
    write(`${set}.validators.cjs`, validatorsOf(set));
    write(`${set}.validators.d.cts`, declarationOf(set));
  }
}

function schemasIn(set: string): Map<string, AnySchemaObject> {
  const files = readdirSync(join(SCHEMAS, set))
    .filter((file) => file.endsWith('.json'))
    .sort();
  return new Map(files.map((file) => [file, JSON.parse(readFileSync(join(SCHEMAS, set, file), 'utf8'))]));
}

async function typesOf(set: string): Promise<string> {
  // One wrapper schema that refers to all others, so that each type is generated once, in one file.
  const properties = Object.fromEntries([...schemasIn(set).keys()].map((file) => [file, { $ref: `./${file}` }]));
  const wrapper: JSONSchema = { title: 'Documents', type: 'object', properties, additionalProperties: false };
  return compile(wrapper, 'Documents', {
    cwd: join(SCHEMAS, set),
    bannerComment: '/* Generated from the schemas by scripts/generate.ts; do not edit. */',
    format: false,
    additionalProperties: false,
    unknownAny: true,
    strictIndexSignatures: false,
    // Titles are for people, not for names of types.
    customName: (schema) => schema['typeName'],
  });
}

function validatorsOf(set: string): string {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    ownProperties: true,
    strict: true,
    allowUnionTypes: true,
    inlineRefs: false,
    code: { source: true, lines: false },
    keywords: FOR_EDITORS,
  });
  const schemas = schemasIn(set);
  for (const schema of schemas.values()) ajv.addSchema(schema);
  const names = [...schemas.keys()].filter((file) => file !== 'common.json');
  return withLinearErrors(
    standalone.default(ajv, Object.fromEntries(names.map((file) => [file.replace('.json', ''), file]))),
  );
}

/**
 * Ajv copies all errors found so far whenever it adds those of a `$ref`, which takes minutes for 100,000 errors in one
 * file. Here they are appended instead.
 */
function withLinearErrors(code: string): string {
  const copying = /vErrors = vErrors === null \? (validate\d+)\.errors : vErrors\.concat\(\1\.errors\);/g;
  if (!copying.test(code)) throw new Error('ajv joins errors in a new way; look at withLinearErrors again');
  return `${code.replace(copying, 'vErrors = joinErrors(vErrors, $1.errors);')}
function joinErrors(all, more) {
  if (all === null) return more;
  for (const error of more) all.push(error);
  return all;
}
`;
}

function declarationOf(set: string): string {
  const names = [...schemasIn(set).keys()].filter((file) => file !== 'common.json');
  const members = names.map((file) => `  readonly '${file.replace('.json', '')}': ValidateFunction;`);
  return `import type { ValidateFunction } from 'ajv';\ndeclare const validators: {\n${members.join('\n')}\n};\nexport = validators;\n`;
}

function write(name: string, content: string): void {
  const file = join(OUT, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
