/**
 * Plain code that says of a value that it is right by a schema, in half the time of a validator that can say what is
 * wrong. It refuses all that is wrong, and need not accept all that is right: whatever it refuses has to be validated.
 */

/** A schema, or a part of one. */
type Schema = Readonly<Record<string, unknown>>;

/** The code, and the name of the function in it that checks values by a schema, for the name of each schema. */
export interface QuickChecks {
  readonly code: string;
  readonly functions: ReadonlyMap<string, string>;
}

/** Keywords that check nothing. */
const ANNOTATIONS = ['$schema', '$id', '$defs', 'title', 'description', 'examples', 'default'];

/** Conditions on `value` for the keyword `type`. */
const TYPES: Readonly<Record<string, string>> = {
  object: "typeof value === 'object' && value !== null && !Array.isArray(value)",
  array: 'Array.isArray(value)',
  string: "typeof value === 'string'",
  number: "typeof value === 'number' && Number.isFinite(value)",
  integer: 'Number.isInteger(value)',
  boolean: "typeof value === 'boolean'",
  null: 'value === null',
};

/**
 * Makes quick checks of schemas that refer to no part of themselves.
 *
 * @param schemas by the names of their files, by which they refer to each other
 * @param names of the schemas to check by, without the endings of the files
 * @param ignored keywords that are not for checking, in addition to those of JSON Schema
 * @param longestText texts with more characters match no pattern
 * @throws Error where a schema has a keyword that is not known here
 */
export function quickChecks(
  schemas: ReadonlyMap<string, Schema>,
  names: readonly string[],
  ignored: readonly string[],
  longestText: number,
): QuickChecks {
  const patterns = new Map<string, string>();
  /** The names of functions, by what is in them, so that equal parts of schemas have one. */
  const bodies = new Map<string, string>();

  function functionFor(schema: Schema, file: string): string {
    const reference = schema['$ref'];
    if (typeof reference === 'string' && keywordsOf(schema).length === 1) return referredTo(reference, file);
    const body = [...statements(schema, file)].map((statement) => `  ${statement}\n`).join('');
    const name = bodies.get(body) ?? `quickCheck${bodies.size}`;
    bodies.set(body, name);
    return name;
  }

  function keywordsOf(schema: Schema): string[] {
    return Object.keys(schema).filter((keyword) => ![...ANNOTATIONS, ...ignored].includes(keyword));
  }

  function* statements(schema: Schema, file: string): Generator<string> {
    const keywords = keywordsOf(schema);
    const types = [schema['type'] ?? []].flat().map(String);
    if (types.length > 0) yield needs(types.map((type) => `(${TYPES[type]})`).join(' || '));
    /** A condition on values of one type; where no others are left, on all. */
    const needsOf = (type: string, condition: string): string => {
      const isKnown = types.every((one) => one === type || (one === 'integer' && type === 'number'));
      return needs(types.length > 0 && isKnown ? condition : `!(${TYPES[type]}) || (${condition})`);
    };
    for (const keyword of keywords) {
      const wanted = schema[keyword];
      switch (keyword) {
        case 'type':
          break;
        case '$ref':
          yield needs(`${referredTo(String(wanted), file)}(value)`);
          break;
        case 'pattern':
          yield needsOf('string', `value.length <= ${longestText} && ${patternFor(String(wanted))}.test(value)`);
          break;
        case 'minLength':
          // Lengths are in code points, of which a text of twice that length has enough.
          yield needsOf('string', `value.length >= ${2 * Number(wanted) - 1}`);
          break;
        case 'maxLength':
          yield needsOf('string', `value.length <= ${wanted}`);
          break;
        case 'minimum':
          yield needsOf('number', `value >= ${wanted}`);
          break;
        case 'maximum':
          yield needsOf('number', `value <= ${wanted}`);
          break;
        case 'enum':
          yield needs((wanted as unknown[]).map((one) => `value === ${JSON.stringify(one)}`).join(' || '));
          break;
        case 'minItems':
          yield needsOf('array', `value.length >= ${wanted}`);
          break;
        case 'maxItems':
          yield needsOf('array', `value.length <= ${wanted}`);
          break;
        case 'uniqueItems':
          yield needsOf('array', 'new Set(value).size === value.length');
          break;
        case 'items':
          yield needsOf('array', `value.every(${functionFor(wanted as Schema, file)})`);
          break;
        default:
          if (!OF_OBJECTS.includes(keyword)) throw new Error(`${file}: quick checks know no keyword ${keyword}`);
      }
    }
    if (!keywords.some((keyword) => OF_OBJECTS.includes(keyword))) return;
    if (types.join() !== 'object') yield `if (${TYPES['object']})`;
    yield* objectStatements(schema, file);
  }

  /** The keywords of objects, in one loop over the keys. */
  function* objectStatements(schema: Schema, file: string): Generator<string> {
    const required = (schema['required'] ?? []) as string[];
    const most = schema['maxProperties'];
    yield '{';
    yield `  let ${most === undefined ? '' : 'count = 0, '}required = 0;`;
    yield '  for (const key in value) {';
    if (most !== undefined) yield '    count++;';
    if (schema['propertyNames'])
      yield `    if (!${functionFor(schema['propertyNames'] as Schema, file)}(key)) return false;`;
    yield '    switch (key) {';
    for (const [key, part] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)) {
      yield `      case ${JSON.stringify(key)}:`;
      if (required.includes(key)) yield '        required++;';
      yield `        if (!${functionFor(part, file)}(value[key])) return false;`;
      yield '        break;';
    }
    const others = schema['additionalProperties'] ?? true;
    if (others === false) yield '      default: return false;';
    else if (others !== true)
      yield `      default: if (!${functionFor(others as Schema, file)}(value[key])) return false;`;
    yield '    }';
    yield '  }';
    if (required.length > 0) yield `  if (required < ${required.length}) return false;`;
    if (most !== undefined) yield `  if (count > ${most}) return false;`;
    yield '}';
  }

  function referredTo(reference: string, from: string): string {
    const [file = '', pointer = ''] = reference.startsWith('#') ? [from, reference.slice(1)] : reference.split('#');
    const keys = pointer.split('/').slice(1);
    const part = keys.reduce<unknown>((whole, key) => (whole as Schema)[key], schemas.get(file));
    return functionFor(part as Schema, file);
  }

  function patternFor(source: string): string {
    const name = patterns.get(source) ?? `quickPattern${patterns.size}`;
    patterns.set(source, name);
    return name;
  }

  const functions = new Map(
    names.map((name) => [name, functionFor(schemas.get(`${name}.json`) as Schema, `${name}.json`)]),
  );
  const code = [
    ...[...patterns].map(([source, name]) => `const ${name} = new RegExp(${JSON.stringify(unrolled(source))}, 'u');\n`),
    ...[...bodies].map(([body, name]) => `function ${name}(value) {\n${body}  return true;\n}\n`),
  ].join('');
  return { code, functions };
}

/** Keywords for objects, which one loop checks. */
const OF_OBJECTS = ['properties', 'required', 'additionalProperties', 'propertyNames', 'maxProperties'];

/** A pattern with short repetitions of a class written out, which are matched faster than those that are counted. */
function unrolled(pattern: string): string {
  return pattern.replace(/(\[[\w-]+\])\{(\d\d?)\}/g, (_, characters: string, times: string) =>
    characters.repeat(Number(times)),
  );
}

const needs = (condition: string): string => `if (!(${condition})) return false;`;
