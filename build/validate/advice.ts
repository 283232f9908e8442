/**
 * What to write in place of a refused value. Candidates come from the value and the schema of its place, which the
 * validator names when it refuses something there. Advice is a candidate that the validator accepts. It keeps each
 * meaningful part of the text once, and adds nothing.
 */
import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import map from '../../schemas/catalog/map.json' with { type: 'json' };
import { type Advice, jsonPointerTo } from '../diagnostics/diagnostic.ts';
import { asMisreadNumber } from '../parse/scalars.ts';
import { flowYaml } from '../parse/written.ts';
import { withoutPastedKeys, withTokenVariables } from '../tile-url/secrets.ts';
import { withWholeScheme } from '../tile-url/template-pieces.ts';
import { saysNothing, truthOf, valuesMeantBy, wordMeant } from './meant-values.ts';
import { isDoubtfulValue, numberMeantIn, rewrittenForPattern } from './rewritten-values.ts';
import { keyMeant } from './schema-faults.ts';

/** A path in a file, with 0 for any item of a list. */
type Path = readonly (string | number)[];

/** In characters: nobody reads more. */
const MAX_ADVICE = 200;

/** In characters, or items of a list: nobody knows what more would mean. */
const MAX_FOUND = 1_000;

/** West, south, east and north in the schemas. */
const BOXES = [
  ['west', 'south', 'east', 'north'],
  ['southWestLongitude', 'southWestLatitude', 'northEastLongitude', 'northEastLatitude'],
];

/**
 * Where they are in four numbers: two corners, either one first, or two ranges. The last three orders have latitude
 * first.
 */
const ORDERS = ['0123', '2301', '0213', '1032', '3210', '2031'];

/** Between items, as people write them. */
const [COMMAS, SENTENCE, SPACES] = [/[,;|]/, /[,;|]|\s(?:and|und|et|&|\+)\s/, /\s/];

const { label } = common.$defs;

/** No schema accepts it, so the error tells which schema is at the place. */
const REFUSED = Symbol('refused');

export class Adviser {
  readonly #validator: ValidateFunction;
  readonly #type: object;
  /** Mappings in which some members are examples. */
  readonly #examples = new WeakSet<object>();
  /** Each with another possible value, if any: boxes of numbers, texts in an unknown language. */
  readonly #guesses = new WeakMap<object, object | null>();
  /** Items seen by `isRepeated`, after the path of their list. */
  readonly #meant = new Set<string>();

  /** @param file its type can decide which schema is right */
  constructor(file: unknown, validator: ValidateFunction) {
    const { type } = Object(file);
    this.#validator = validator;
    this.#type = type === undefined ? {} : { type };
  }

  /** What to write, or an example of a list or mapping; null if unknown. */
  at(path: Path, found: unknown): Advice | null {
    const best = this.#best(path, found);
    const made = typeof best === 'string' ? withTokenVariables(best) : best;
    const isComposite = /array|object/.test(String(this.#schemaAt(path)['type']));
    const value = made ?? (isComposite ? this.#exampleAt(path, {}, found) : undefined);
    if (value === undefined || this.#errorsAt(path, value).length > 0) return null;
    const text = flowYaml(value, path.length === 1 ? 'block' : 'flow');
    const field = path.findLast((part) => typeof part === 'string');
    // A masked key cannot be written.
    if (text.length > MAX_ADVICE || withoutPastedKeys(text, String(field ?? '')) !== text) return null;
    const isExample = made === undefined || this.#has(this.#examples, made);
    if (!this.#has(this.#guesses, made)) return { value, text, isExample };
    const other = flowYaml(this.#otherGuess(made), path.length === 1 ? 'block' : 'flow');
    return { value, text, isExample, others: other === text ? [] : [other] };
  }

  isRepeated(path: Path, list: readonly unknown[], item: string): boolean {
    const meant = `${jsonPointerTo(path)} ${item}`;
    const isThere = list.includes(item) || this.#meant.has(meant);
    this.#meant.add(meant);
    return isThere && this.#schemaAt(path)['uniqueItems'] === true;
  }

  #has(known: { has(part: object): boolean }, value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false;
    return known.has(value) || Object.values(value).some((part) => this.#has(known, part));
  }

  #otherGuess(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((part) => this.#otherGuess(part));
    return this.#guesses.get(Object(value)) ?? value;
  }

  /** The path ends with a member that its mapping may lack. */
  isOptional(path: Path): boolean {
    const errors = this.#errorsAt(path.slice(0, -1), { '': null });
    const isNamed = errors.some(({ keyword }) => keyword === 'additionalProperties');
    return isNamed && !errors.some(({ params }) => params['missingProperty'] === path.at(-1));
  }

  /** The errors of a file that has only this value at its place. */
  #errorsAt(path: Path, value: unknown): readonly ErrorObject[] {
    const file = path.reduceRight((inner, key) => (key === 0 ? [inner] : { [key]: inner }), value);
    this.#validator(path[0] === 0 ? file : { ...this.#type, ...(file as object) });
    const pointer = jsonPointerTo(path);
    return (this.#validator.errors ?? []).filter(({ instancePath }) => `${instancePath}/`.startsWith(`${pointer}/`));
  }

  #schemaAt(path: Path): AnySchemaObject {
    return this.#errorsAt(path, REFUSED)[0]?.parentSchema ?? {};
  }

  #best(path: Path, found: unknown): unknown {
    const { pattern } = this.#schemaAt(path);
    const isAccepted = (value: unknown) =>
      value !== undefined &&
      this.#errorsAt(path, value).length === 0 &&
      !(typeof value === 'string' && pattern !== undefined && isDoubtfulValue(value, pattern));
    return isAccepted(found) ? found : this.#candidates(path, found).find(isAccepted);
  }

  #candidates(path: Path, found: unknown): unknown[] {
    const schema = this.#schemaAt(path);
    const { type, enum: allowed, pattern, items } = schema;
    const types = [type].flat();
    const written = asMisreadNumber(found) ?? (['string', 'number'].includes(typeof found) ? String(found) : null);
    const text = written?.replace(/&copy;/gi, '©').replace(/&amp;/gi, '&') ?? null;
    if ((Array.isArray(found) ? found : (text ?? '')).length > MAX_FOUND) return [];
    const meant = allowed && text !== null ? valuesMeantBy(text, allowed.map(String)) : [];
    return [
      ...(text !== null && /integer|number/.test(String(types)) ? [numberMeantIn(text, path.at(-1))] : []),
      ...(types.includes('boolean') ? [truthOf(text)] : []),
      ...(meant.length === 1 ? meant : []),
      ...(text !== null && pattern !== undefined ? rewrittenForPattern(text, pattern) : []),
      ...(items ? this.#lists([...path, 0], found) : []),
      ...(types.includes('object') ? this.#mappings(path, schema, found, text) : []),
      ...(Array.isArray(found) && found.length === 1 ? [this.#best(path, found[0])] : []),
    ];
  }

  #lists(path: Path, found: unknown): unknown[] {
    const given = typeof found === 'string' ? found.replace(/^\[(.*)\]$/, '$1') : '';
    // It begins like an item: several were meant.
    if (/^(?:[-\u2010-\u2015\u2022]|\*\s)/.test(given)) return [];
    const { enum: codes, pattern } = this.#schemaAt(path);
    const isLayer = pattern === map.$defs.layerName.pattern;
    const files = path.find((key) => /^(?:include|exclude|download)$/.test(String(key)));
    // Without the name of a parameter, copied from an address.
    const text = isLayer ? given.replace(/^\s*(?:layers?|styles?)=/i, '') : files ? withoutBraces(given) : given;
    // One word may be a pattern, or a file's name.
    if (files && /^[\p{L}\d_]+$/u.test(given)) return [];
    // A host's port or path belongs in another member.
    if (pattern === common.$defs.host.pattern && /[\p{L}\d](?::\d|[/?#][^\s,;])/u.test(withWholeScheme(text)))
      return [];
    // "et" between languages may be Estonian.
    const split = (!codes && /\set\s/.test(text) ? [COMMAS] : [COMMAS, SENTENCE, ...(isLayer ? [] : [SPACES])]).map(
      (separator) => {
        // A style is at its layer's position: an empty one counts.
        const parts = text.split(separator).flatMap((part) => part.trim() || (path.includes('styles') ? '' : []));
        // A layer of several words may be a sentence.
        if (isLayer && parts.some((part) => /\s/.test(part))) return [];
        // In a sentence, codes of countries have capitals: "to" and "per" are words. Between spaces alone, any word in
        // small letters shows a sentence.
        const words = separator === SPACES ? /^[a-z]+$/ : /^[a-z]{2,3}$/;
        return (separator === SPACES || (codes && separator === SENTENCE)) && parts.some((part) => words.test(part))
          ? []
          : parts;
      },
    );
    // Several layers, or a sentence, are more probable than a layer whose name has a separator. A number is not a
    // layer: YAML dropped its first zeros.
    const whole = !isLayer ? [found] : text === '' || /[\s/]/.test(text) || SENTENCE.test(text) ? [] : [text];
    const lists = [
      whole,
      ...(Array.isArray(found) ? [found] : []),
      ...split.filter(({ length }) => length > 1 && !saysNothing(given) && !/&#?\w{1,8};/.test(given)),
    ];
    // Styles are a list by position; most other lists have unique items.
    return lists
      .map((parts) => parts.map((part) => this.#best(path, part)))
      .flatMap((items) => [items, [...new Set(items)]])
      .filter((items) => !items.includes(undefined) && !this.#has(this.#examples, items));
  }

  #mappings(path: Path, schema: AnySchemaObject, found: unknown, text: string | null): unknown[] {
    const { properties = {}, minProperties = 1 } = schema;
    const required: string[] = schema['required'] ?? Object.keys(properties).slice(0, minProperties);
    const edges = BOXES.find((box) => box.every((edge) => required.includes(edge)));
    if (edges) {
      const numbers = Array.isArray(found) ? found.flat() : (text ?? '').split(',').map(Number);
      const boxes = this.#boxesOf(path, required, edges, numbers);
      if (boxes.length > 0) return boxes;
    }
    if (text === null) {
      const members = Array.isArray(found) ? [] : Object.entries(found ?? {});
      if (members.length === 0 || members.length > Object.keys(properties).length) return [];
      const named = members.map(([name, part]) => {
        const key = keyMeant(name, Object.keys(properties), {}) ?? name;
        return [key, this.#best([...path, key], part)] as const;
      });
      const mapping = Object.fromEntries(named);
      // Two names for one key say two things.
      return Object.keys(mapping).length < named.length ? [] : [mapping];
    }
    const meant: Record<string, unknown> = {};
    // A unit, such as "/month", is another member.
    const amount = /^\d/.test(text) ? text.replace(/\s?(?:tiles\s?)?(?:\/|per\s)\s?[a-z]+$/i, '') : text;
    for (const key of required) {
      const place = [...path, key];
      const value =
        this.#best(place, found) ?? this.#best(place, amount) ?? wordMeant(text, this.#schemaAt(place)['enum'] ?? []);
      if (value !== undefined && value !== null) meant[key] = value;
    }
    const values = Object.values(meant);
    // If two members could have the text, it is unclear.
    if (values.length === 0 || new Set(values).size < values.length || !isContained(text, flowYaml(meant))) return [];
    const members = required.map((key) => [key, meant[key] ?? this.#exampleAt([...path, key], properties[key])]);
    const mapping = Object.fromEntries(members);
    if (values.length < required.length) this.#examples.add(mapping);
    const [, other = ''] = Object.keys(properties);
    // The text's language is unknown.
    if (!schema['required'] && this.#schemaAt([...path, other])['pattern'] === label.pattern)
      this.#guesses.set(mapping, { [other]: values[0] });
    return [mapping];
  }

  /** The smallest box in a usual order; several of the same size. */
  #boxesOf(path: Path, required: readonly string[], edges: readonly string[], numbers: readonly number[]): object[] {
    const [a, b, c, d] = numbers;
    if (numbers.length !== 4 || !numbers.every(Number.isFinite) || a === c || b === d) return [];
    const found = ORDERS.flatMap((order) => {
      const [west = 0, south = 0, east = 0, north = 0] = [...order].map((index) => numbers[Number(index)]);
      if (west >= east || south >= north) return [];
      const box = Object.fromEntries(required.map((edge) => [edge, numbers[Number(order[edges.indexOf(edge)])]]));
      return this.#errorsAt(path, box).length > 0 ? [] : [{ box, size: (east - west) * (north - south) }];
    });
    const boxes = found.filter(({ size }) => found.every((one) => size <= one.size)).map(({ box }) => box);
    for (const [index, box] of boxes.entries()) this.#guesses.set(box, boxes[index + 1] ?? null);
    return boxes;
  }

  /**
   * @param stated the schema of the value in its parent
   * @param found the refused value, whose type the example has if possible
   */
  #exampleAt(path: Path, stated: AnySchemaObject = {}, found?: unknown): unknown {
    const { type, examples, enum: allowed, properties = {}, items, required } = { ...this.#schemaAt(path), ...stated };
    if ([type].flat().includes('null')) return null;
    const choices = examples ?? allowed;
    if (choices) return choices.find((one: unknown) => typeof one === typeof found) ?? choices[0];
    const keys: string[] = required ?? Object.keys(properties).slice(0, 1);
    if (items || keys.length === 0) return items ? [this.#exampleAt([...path, 0])] : undefined;
    return Object.fromEntries(keys.map((key) => [key, this.#exampleAt([...path, key], properties[key])]));
  }
}

/** `*.map,*.zip` for `*.{map,zip}`. */
const withoutBraces = (text: string): string =>
  text.replace(/([^\s,;|{}]{0,100})\{([^{}]{1,200})\}([^\s,;|{}]{0,100})/g, (_, before, list, after) =>
    list
      .split(',')
      .map((each: string) => `${before}${each.trim()}${after}`)
      .join(),
  );

/** All words and numbers of the text are in the other. */
function isContained(text: string, other: string): boolean {
  const others = partsOf(other);
  return partsOf(text).every((part) => others.includes(part));
}

/** Words, and numbers without separators of thousands and leading zeros. */
function partsOf(text: string): readonly string[] {
  const plain = text.toLowerCase().replace(/(?<=\d)[,'\u2019\s](?=\d{3})/g, '');
  return plain.match(/[1-9]\d*|[\p{L}\p{M}]+/gu) ?? [];
}
