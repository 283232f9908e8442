/** Makes validators with Ajv, extended so that hostile files need no more time or memory than allowed. */
import { _, type AnySchemaObject, type CodeKeywordDefinition, type KeywordCxt, nil } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { resolveRef, type SchemaEnv } from 'ajv/dist/compile/index.js';
import names from 'ajv/dist/compile/names.js';
import { useFunc } from 'ajv/dist/compile/util.js';
import standalone from 'ajv/dist/standalone/index.js';
import { callValidateCode } from 'ajv/dist/vocabularies/code.js';
import { getValidate } from 'ajv/dist/vocabularies/core/ref.js';

/** Keywords for editors, and for the generator of types. */
const FOR_EDITORS = ['patternErrorMessage', 'defaultSnippets', 'enumDescriptions', 'typeName'];

const FOR_PEOPLE = [...FOR_EDITORS, 'title', 'description'];

/**
 * Leaves out keywords that check nothing, except examples, which messages show.
 * @param isNames its keys are names of properties or definitions, which stay
 */
export function checkedPart<T>(schema: T, isNames = false): T {
  if (Array.isArray(schema)) return schema.map((item) => checkedPart(item)) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).filter(([key]) => isNames || !FOR_PEOPLE.includes(key));
  return Object.fromEntries(
    members.map(([key, part]) => [
      key,
      key === 'examples' ? part : checkedPart(part, !isNames && ['properties', '$defs'].includes(key)),
    ]),
  ) as T;
}

/**
 * @param schemas by file name
 * @param documents schemas that get validators, without extensions
 * @param isForCatalog errors have their schemas, not messages, to be explained in the catalog's terms
 */
export function validatorsOf(
  schemas: ReadonlyMap<string, AnySchemaObject>,
  documents: readonly string[],
  { isForCatalog, allErrors }: { readonly isForCatalog: boolean; readonly allErrors: boolean },
): string {
  const ajv = new Ajv2020({
    allErrors,
    verbose: isForCatalog,
    messages: !isForCatalog,
    ownProperties: true,
    strict: true,
    allowUnionTypes: true,
    inlineRefs: false,
    code: { source: true, lines: false, regExp: withSource(expressionWithin) },
    keywords: FOR_EDITORS,
    discriminator: true,
  });
  // Ajv's keyword compares all pairs of items. This one is for texts: other items are never equal.
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    code: (context) => context.fail(_`new Set(${context.data}).size < ${context.data}.length`),
  });
  ajv.removeKeyword('$ref').addKeyword(REF);
  for (const schema of schemas.values()) ajv.addSchema(checkedPart(schema));
  return standalone.default(ajv, Object.fromEntries(documents.map((name) => [name, `${name}.json`])));
}

/** On a longer text, which matches no pattern, the regular expression engine's stack would overflow. */
function expressionWithin(pattern: string, flags: string) {
  const expression = new RegExp(pattern, flags);
  return {
    test(text: string) {
      return text.length <= 100_000 && expression.test(text);
    },
    toString() {
      return pattern;
    },
  };
}

type Errors = unknown[] & { more?: number };

function joinErrors(all: Errors | null, added: Errors): Errors {
  if (all === null) return added;
  for (const error of added) {
    if (all.length < 10_000) all.push(error);
    else all.more = (all.more ?? 0) + 1;
  }
  if (added.more) all.more = (all.more ?? 0) + added.more;
  return all;
}

/** Ajv writes the code of a function into the module. */
const withSource = <T extends (...args: never[]) => unknown>(run: T) => Object.assign(run, { code: `(${run})` });

/** Marks checksums that the strict reader (`build/parse/canonical.ts`) verified: most values of large files. */
const VERIFIED = Symbol.for('cartalog.verified');

/** Ajv's `$ref` copies all previous errors whenever it adds some: minutes for 100,000 in one file. */
const REF: CodeKeywordDefinition = {
  keyword: '$ref',
  schemaType: 'string',
  code(context: KeywordCxt) {
    const { gen, schema, it } = context;
    const target = resolveRef.call(it.self, it.schemaEnv.root, it.baseId, schema) as SchemaEnv;
    const validate = getValidate(context, target);
    const call = callValidateCode(context, validate, nil);
    const verified = gen.scopeValue('obj', { ref: VERIFIED, code: _`Symbol.for(${VERIFIED.description})` });
    const isValid = schema.endsWith('/checksum') ? _`${context.data}?.[${verified}] || ${call}` : call;
    context.result(isValid, undefined, () => {
      const join = useFunc(gen, withSource(joinErrors));
      gen.assign(names.default.vErrors, _`${join}(${names.default.vErrors}, ${validate}.errors)`);
      gen.assign(names.default.errors, _`${names.default.vErrors}.length`);
    });
  },
};
