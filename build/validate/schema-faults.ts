/** Makes faults in terms of the catalog from errors of the validator. */
import type { ErrorObject } from 'ajv';
import { closestWordTo, joinedWith } from '../../contract/base/text.ts';
import { NEW_TYPES } from '../../contract/maps/map-types.ts';
import { pointerSegments } from '../diagnostics/diagnostic.ts';
import { hostAdvice, lookAlikeIn } from '../diagnostics/wording.ts';
import { asMisreadNumber, thousandsAdvice, yaml11Reading } from '../parse/scalars.ts';
import { looksSecret } from '../tile-url/secrets.ts';
import { isMailAddress, truthOf, valuesMeantBy, wordMeant } from './meant-values.ts';
import { fixForMapKey, fixForMapType, fixForMissing, fixForOverlay, fixForV1Map } from './misplaced-members.ts';
import { explainPatternMismatch, type Reason } from './pattern-reasons.ts';
import { angleMeantIn } from './rewritten-values.ts';

export interface Fault {
  readonly path: readonly (string | number)[];
  readonly on: 'key' | 'value';
  readonly reasons: readonly Reason[];
  /** Rules still get the part: an invalid key's value, a mapping that lacks a key, an invalid id. */
  readonly isKept?: true;
}

export function schemaFaultsOf(error: ErrorObject): Fault[] {
  const path = pointerSegments(error.instancePath);
  const found: unknown = error.data;
  const params = error.params;
  const about = (reasons: readonly Reason[]): Fault[] => [{ path, on: 'value', reasons }];
  const here = (reason: Reason): Fault[] => about([reason]);

  switch (error.keyword) {
    case 'additionalProperties': {
      const name: string = params['additionalProperty'];
      const record = error.data as Readonly<Record<string, unknown>>;
      const moved = fixForV1Map(record, knownKeys(error));
      const fix = moved === null ? fixForMapKey(record, name) : name === moved.key ? moved.fix : '';
      const meant = fix === null ? keyMeant(name, knownKeys(error), record) : null;
      const isUnclear = NEGATIONS.includes(name.toLowerCase()) && truthOf(record[name]) === undefined;
      const isThere = meant !== null && Object.hasOwn(record, meant);
      const there = isThere ? `${meant} is there already; delete one of the two` : fix;
      const details = {
        key: name,
        suggestion: isThere || (isUnclear && meant === 'active') ? null : meant,
        known: knownKeys(error),
        fix:
          isUnclear && meant === 'active'
            ? 'a map that is off has active: false; leave the line out of any other'
            : there,
      };
      // The message of another key covers this one.
      if (fix === '') return [{ path: [...path, name], on: 'key', reasons: [] }];
      return [{ path: [...path, name], on: 'key', reasons: [{ code: 'unknown-key', details }] }];
    }
    case 'if':
      // The error of its `then` is reported.
      return [];
    case 'dependentRequired':
    case 'required': {
      if (fixForV1Map(error.data as object, knownKeys(error)) !== null)
        return [{ path, on: 'value', reasons: [], isKept: true }];
      const key: string = params['missingProperty'];
      const choices: readonly string[] | undefined = error.parentSchema?.['properties']?.[key]?.enum;
      const fix = choices ? `it is one of ${choices.join(', ')}` : fixForMissing(path, error.data as object, key);
      const details = { key, fix };
      return [{ path, on: 'value', reasons: [{ code: 'missing-key', details }], isKept: true }];
    }
    case 'type':
      return about(typeReasons(error, found));
    case 'const':
      return here({ code: 'not-allowed', details: { allowed: [String(params['allowedValue'])], suggestion: null } });
    case 'enum': {
      const allowed = (params['allowedValues'] as readonly unknown[]).map(String);
      return here(notAllowed(typeof found === 'string' ? found : '', allowed));
    }
    case 'discriminator': {
      // Without the type, the right members are unknown: nothing is kept.
      const { tag, tagValue } = params as { readonly tag: string; readonly tagValue: unknown };
      const fix = fixForMapType(found as object);
      const choices = `it is one of ${NEW_TYPES.join(', ')}`;
      const reason: Reason =
        tagValue === undefined
          ? { code: 'missing-key', details: { key: tag, fix: fix ?? choices } }
          : { code: 'not-allowed', details: { allowed: NEW_TYPES, suggestion: fix ? null : typeMeant(tagValue), fix } };
      const at = tagValue === undefined ? path : [...path, tag];
      return [
        { path: at, on: 'value', reasons: [reason] },
        { path, on: 'value', reasons: [] },
      ];
    }
    case 'minimum':
    case 'maximum': {
      const word = error.keyword === 'minimum' ? 'at least' : 'at most';
      return here({ code: 'out-of-range', details: { found: found as number, limit: `${word} ${params['limit']}` } });
    }
    case 'uniqueItems':
      // If there are too many, only their number is reported.
      return isWithin(found as unknown[], error) ? repeatedItems(path, found as unknown[]) : [];
    case 'minItems':
    case 'minProperties':
      return here({ code: 'empty-value', details: null });
    case 'maxItems':
    case 'maxProperties': {
      const count = Object.keys(found as object).length;
      return here({ code: 'too-many', details: { count, limit: params['limit'] } });
    }
    default: {
      const [fault] = about(textReasons(error, found as string)) as [Fault];
      // The rules know which record it means.
      return [fault.reasons[0]?.code === 'bad-id' ? { ...fault, isKept: true } : fault];
    }
  }
}

function typeMeant(found: unknown): string | null {
  return typeof found === 'string' ? closestWordTo(found.toLowerCase(), NEW_TYPES) : null;
}

function notAllowed(found: string, allowed: readonly string[]): Reason {
  const meant = valuesMeantBy(found, allowed);
  const isWorld =
    allowed.includes('GB') && /^(?:the )?(?:world|worldwide|global|welt|weltweit|monde|mondo|mundo)$/i.test(found);
  const other = isWorld ? 'write area: world, in place of countries' : fixForOverlay(found, allowed);
  const fix = meant.length > 1 ? `did you mean ${joinedWith('or', meant)}?` : other;
  return {
    code: 'not-allowed',
    details: { allowed, suggestion: fix === null ? (meant[0] ?? wordMeant(found, allowed)) : null, fix },
  };
}

function textReasons({ keyword, params, parentSchema }: ErrorObject, found: string): Reason[] {
  switch (keyword) {
    case 'minLength':
      return [{ code: 'empty-value', details: null }];
    case 'maxLength':
      return [{ code: 'too-long', details: { limit: params['limit'] } }];
    case 'pattern':
      // A text that is too long has no other fault.
      if (isLonger(found, parentSchema?.['maxLength'])) return [];
      return found === '' ? [{ code: 'empty-value', details: null }] : explainPatternMismatch(params['pattern'], found);
    default:
      throw new Error(`no message for the schema keyword "${keyword}"`);
  }
}

/** In code points: at least half of the UTF-16 units. */
function isLonger(text: string, limit: number | undefined): boolean {
  if (limit === undefined || text.length <= limit) return false;
  return text.length > 2 * limit || [...text].length > limit;
}

export function keyFault(error: ErrorObject, name: string): Fault {
  const path = [...pointerSegments(error.instancePath), name];
  return { path, on: 'key', reasons: textReasons(error, name), isKept: true };
}

function isWithin({ length }: readonly unknown[], { parentSchema }: ErrorObject): boolean {
  return length <= (parentSchema?.['maxItems'] ?? Number.POSITIVE_INFINITY);
}

function repeatedItems(path: readonly string[], items: readonly unknown[]): Fault[] {
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const [index, item] of items.entries()) {
    if (typeof item !== 'string') continue;
    const reasons: Reason[] = [{ code: 'repeated-item', details: { item } }];
    if (seen.has(item)) faults.push({ path: [...path, index], on: 'value', reasons });
    seen.add(item);
  }
  return faults;
}

function knownKeys(error: ErrorObject): string[] {
  return Object.keys(error.parentSchema?.['properties'] ?? {});
}

export const NEGATIONS = 'inactive isinactive disabled disable deactivated hidden hide off offline'.split(' ');

/** Names in other programs, and our keys: the first that the mapping can have is meant. */
const MEANT_KEYS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...{ srs: ['crs'], projection: ['crs'], projections: ['crs'], layer: ['layers'], styleurl: ['style'] },
    ...{ url: ['service', 'style', 'urlPattern', 'baseUrl', 'homepage', 'source'], baseurl: ['service'] },
    ...{ archive: ['url'], tilejson: ['tiles'], href: ['url'], link: ['url'], website: ['homepage'] },
    ...{ title: ['name', 'text'], enabled: ['active'], name: ['text'], requests: ['tiles'], period: ['per'] },
    ...{ urltemplate: ['urlPattern', 'tiles'], id: ['name'], attribution: ['copyright'], imageformat: ['format'] },
    ...{
      lat: ['latitude'],
      y: ['latitude'],
      lon: ['longitude'],
      lng: ['longitude'],
      long: ['longitude'],
      x: ['longitude'],
    },
    ...Object.fromEntries(NEGATIONS.map((key) => [key, ['active']])),
    ...{ bbox: ['area', 'boundingbox'], bounds: ['area', 'boundingbox'] },
    ...edge('west', 'southWestLongitude', 'w minlon lonmin minlng minx xmin left links ovest ouest oeste'),
    ...edge('south', 'southWestLatitude', 's minlat latmin miny ymin bottom unten süd sued sud sur sul zuid'),
    ...edge('east', 'northEastLongitude', 'e maxlon lonmax maxlng maxx xmax right rechts est este ost oost leste'),
    ...edge('north', 'northEastLatitude', 'n maxlat latmax maxy ymax top oben nord norte noord'),
  }),
);

/** @param name in records of maps @param nameInEntries in data sources @param others in other programs */
function edge(name: string, nameInEntries: string, others: string): Record<string, readonly string[]> {
  const names = [name, nameInEntries.toLowerCase(), ...others.split(' ')];
  return Object.fromEntries(names.map((one) => [one, [name, nameInEntries]]));
}

/** Preferably one that the record lacks; null if none is similar. */
export function keyMeant(name: string, known: readonly string[], record: object): string | null {
  const same = known.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  if (same !== undefined) return same;
  const missing = known.filter((candidate) => !Object.hasOwn(record, candidate));
  const meant = (MEANT_KEYS.get(name.toLowerCase().replace(/[_-]/g, '')) ?? []).find((candidate) =>
    known.includes(candidate),
  );
  return meant ?? closestWordTo(name, missing) ?? closestWordTo(name, known);
}

function typeReasons(error: ErrorObject, found: unknown): Reason[] {
  const types = [error.params['type']].flat() as string[];
  const misread = asMisreadNumber(found);
  if (types.includes('string') && (misread !== null || typeof found === 'number' || typeof found === 'boolean')) {
    const raw = misread ?? String(found);
    const { pattern, enum: allowed } = error.parentSchema ?? {};
    // If quotes alone do not fix it, the other problem is reported.
    if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(raw)) return explainPatternMismatch(pattern, raw);
    if (Array.isArray(allowed) && !allowed.includes(raw)) {
      return [notAllowed(raw, allowed)];
    }
    return [{ code: 'not-text', details: { reading: typeof found === 'boolean' ? 'a truth value' : 'a number' } }];
  }
  if (found === null && error.instancePath === '') return [{ code: 'empty-file', details: { hasComments: false } }];
  const yaml11Text = typeof found === 'string' && yaml11Reading(found) !== null ? found : null;
  const number = misread ?? (yaml11Text !== null && yaml11Reading(yaml11Text) === 'a number' ? yaml11Text : null);
  if (number !== null && types.some((type) => type === 'integer' || type === 'number')) {
    return [{ code: 'bad-number', details: { raw: number, why: numberProblem(number) } }];
  }
  const { const: only, enum: choices } = error.parentSchema ?? {};
  const named = types.includes('string') ? undefined : (only ?? (choices && `one of ${choices.join(', ')}`));
  const expected = String(named ?? types.map((type) => TYPES[type] ?? type).join(' or '));
  const details = { expected, found: misread ?? describe(found), yaml11Text, fix: typeFix(error, types, found) };
  return [{ code: 'wrong-type', details }];
}

/** Null if not obvious. */
function typeFix({ parentSchema = {}, instancePath }: ErrorObject, types: readonly string[], found: unknown) {
  if (found === null) {
    if (types.includes('object') && !['required', 'then', 'minProperties'].some((keyword) => keyword in parentSchema))
      return 'write {} if there is nothing to add';
    if (types.includes('array') && !parentSchema['minItems']) return 'write [] for a list without items';
    return null;
  }
  if (typeof found !== 'string') return null;
  const isForNumber = types.some((type) => type === 'integer' || type === 'number');
  const angle = isForNumber ? angleMeantIn(found, instancePath.replace(/^.*\//, '')) : null;
  if (typeof angle === 'string') return angle;
  const separated = isForNumber && !parentSchema['enum'] ? thousandsAdvice(found, types.includes('integer')) : null;
  if (separated) return separated;
  if (instancePath.endsWith('/styles') && /^$|^,|,$|,\s*,/.test(found))
    return 'it is a list of a style for each layer, without empty ones; leave it out for the usual styles';
  if (instancePath.endsWith('/maxAge')) return 'it is a number of seconds: an hour is 3600, a day 86400';
  if (looksSecret(found)) return 'it looks like an access key. If it has been pushed, have its provider replace it';
  if (isMailAddress(found)) return 'this is an e-mail address';
  if (types.includes('array') && /^[-\u2010-\u2015\u2022*]/.test(found)) {
    const mark = lookAlikeIn(found.slice(0, 2));
    if (mark) return `${mark.replace(/;.*/, '')}; begin each item with an ordinary dash and space`;
  }
  return (types.includes('array') && !/\s/.test(found) ? hostAdvice(found) : null) ?? lookAlikeIn(found);
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a mapping',
  array: 'a list',
  null: 'null',
};

function describe(found: unknown): string | null {
  if (found === null) return null;
  if (Array.isArray(found)) return 'a list';
  if (typeof found === 'object') return 'a mapping';
  if (typeof found !== 'string') return String(found);
  return found.length > 40 || looksSecret(found) ? 'text' : `the text ${JSON.stringify(found)}`;
}

function numberProblem(raw: string): string {
  if (/^[-+]?\.(?:inf|nan)$/i.test(raw)) return 'it is not a finite number';
  if (/^-?\d+$/.test(raw) && !/^-?0\d/.test(raw)) return 'it is beyond 9007199254740991 and would be rounded';
  return 'write it in plain decimal digits';
}
