/**
 * Generates types and compiled validators from the schemas.
 *
 * Compiling the schemas at every start would take 37 ms; the generated validators load in 1 ms.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { _, type AnySchemaObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { quickChecks } from './generate/quick-checks.ts';
import { tileServerSchemas } from './generate/tile-server-xsd.ts';

const ROOT = join(import.meta.dirname, '..');
const SCHEMAS = join(ROOT, 'schemas');
const OUT = join(ROOT, 'contract', 'generated');

/** Keywords of the schemas for editors and for this script; validators ignore them. */
const FOR_EDITORS = ['patternErrorMessage', 'defaultSnippets', 'enumDescriptions', 'typeName'];

/**
 * Writes the XML Schemas of tile servers into `schemas/v1/`, and types and validators for every set of schemas below
 * `contract/generated/`.
 */
export async function generate(): Promise<void> {
  for (const [name, text] of tileServerSchemas()) writeFileSync(join(SCHEMAS, 'v1', name), text);
  for (const set of ['catalog', 'v1', 'reports']) {
    write(`${set}.types.ts`, await typesOf(set));
    write(`${set}.validators.cjs`, set === 'catalog' ? quickValidators() : validatorsOf(set));
    write(`${set}.validators.d.cts`, declarationOf(set));
  }
  write(FULL_VALIDATORS, validatorsOf('catalog'));
  // The only report that the program reads; all others are for whoever reads what it prints.
  const history = ['probe-history'];
  write('history.validators.cjs', validatorsOf('reports', checkedParts('reports'), history));
  write('history.validators.d.cts', declarationOf('reports', history));
}

/** The schemas of a set without what is for people, by the names of their files. */
function checkedParts(set: string): Map<string, AnySchemaObject> {
  return new Map([...schemasIn(set)].map(([file, schema]) => [file, checkedPart(schema)]));
}

/** What is for people, and checks nothing. */
const FOR_PEOPLE = [...FOR_EDITORS, 'title', 'description', 'examples'];

/** A schema without what is for people: the names of properties and definitions stay, whatever they are. */
function checkedPart<T>(schema: T, isNames = false): T {
  if (Array.isArray(schema)) return schema.map((item) => checkedPart(item)) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).filter(([key]) => isNames || !FOR_PEOPLE.includes(key));
  return Object.fromEntries(
    members.map(([key, part]) => [key, checkedPart(part, !isNames && ['properties', '$defs'].includes(key))]),
  ) as T;
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

/** The names of schemas of whole documents, without their endings. */
function namesIn(schemas: ReadonlyMap<string, unknown>): string[] {
  return [...schemas.keys()].map((file) => file.replace('.json', '')).filter((name) => name !== 'common');
}

function validatorsOf(set: string, schemas = checkedParts(set), names = namesIn(schemas)): string {
  const ajv = new Ajv2020({
    // Of our own reports, whether they are right is enough.
    allErrors: set !== 'reports',
    // Only messages about catalog files speak of what the schema says.
    verbose: set === 'catalog',
    // They have messages of their own.
    messages: set !== 'catalog',
    ownProperties: true,
    strict: true,
    allowUnionTypes: true,
    inlineRefs: false,
    code: { source: true, lines: false },
    keywords: FOR_EDITORS,
  });
  // Ajv's own keyword compares each item with each other one. This one is for lists of texts: other items are never equal.
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    code: (context) => context.fail(_`new Set(${context.data}).size < ${context.data}.length`),
  });
  for (const schema of schemas.values()) ajv.addSchema(schema);
  const code = standalone.default(ajv, Object.fromEntries(names.map((name) => [name, `${name}.json`])));
  return set === 'reports' ? code : withBounds(code);
}

/** A text with more characters matches no pattern: the engine of regular expressions has a stack, which overflows. */
const LONGEST_TEXT = 100_000;

/** Errors that a validator keeps of one file; more than anybody reads. */
const KEPT_ERRORS = 10_000;

/**
 * Ajv keeps every error, and copies all errors found so far whenever it adds those of a `$ref`, which takes minutes for
 * 100,000 errors in one file. Here the first are kept, those of a `$ref` are appended, and the rest is counted in `more`.
 * Very long texts are not matched with patterns.
 */
function withBounds(code: string): string {
  const copying = /vErrors = vErrors === null \? (validate\d+)\.errors : vErrors\.concat\(\1\.errors\);/g;
  const pushing = /vErrors\.push\((err\d+)\);/g;
  const matching = /(pattern\d+)\.test\((data\d*)\)/g;
  if (!copying.test(code) || !pushing.test(code)) {
    throw new Error('ajv collects errors in a new way; look at withBounds again');
  }
  const bounded = code
    .replace(copying, 'vErrors = joinErrors(vErrors, $1.errors);')
    .replace(pushing, 'addError(vErrors, $1);')
    .replace(matching, 'matches($1, $2)');
  return `${bounded}
function matches(pattern, text) {
  return text.length <= ${LONGEST_TEXT} && pattern.test(text);
}
function addError(all, error) {
  if (all.length < ${KEPT_ERRORS}) all.push(error);
  else all.more = (all.more ?? 0) + 1;
}
function joinErrors(all, added) {
  if (all === null) return added;
  for (const error of added) addError(all, error);
  if (added.more) all.more = (all.more ?? 0) + added.more;
  return all;
}
`;
}

/** The validators of catalog files that say what is wrong. */
export const FULL_VALIDATORS = 'catalog.full-validators.cjs';

/**
 * The validators of catalog files find out quickly that nothing is wrong. Only where something may be, those that can say
 * what it is are loaded, which are the half of the program, and look again.
 */
function quickValidators(): string {
  const schemas = schemasIn('catalog');
  const { code, functions } = quickChecks(schemas, namesIn(schemas), FOR_EDITORS, LONGEST_TEXT);
  const members = [...functions].map(([name, accepts]) => `exports.${name} = quickFirst(${accepts}, '${name}');\n`);
  return `"use strict";
${code}
function quickFirst(accepts, name) {
  const check = (value) => {
    if (accepts(value)) return true;
    const validate = require('./${FULL_VALIDATORS}')[name];
    const isValid = validate(value);
    check.errors = validate.errors;
    return isValid;
  };
  return check;
}
${members.join('')}`;
}

function declarationOf(set: string, names = namesIn(schemasIn(set))): string {
  const members = names.map((name) => `  readonly '${name}': ValidateFunction;`);
  return `import type { ValidateFunction } from 'ajv';\ndeclare const validators: {\n${members.join('\n')}\n};\nexport = validators;\n`;
}

function write(name: string, content: string): void {
  const file = join(OUT, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
