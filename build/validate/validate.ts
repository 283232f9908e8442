import type { ErrorObject } from 'ajv';
import { INPUT_LIMITS, TEXT_LIMITS } from '../../contract/base/limits.ts';
import { itemsByKey } from '../../contract/base/text.ts';
import validators from '../../contract/generated/catalog.validators.cjs';
import { mapAddresses, mapHosts } from '../../contract/maps/map-types.ts';
import { isTokenVariable } from '../../contract/maps/placeholders.ts';
import { type Advice, type Diagnostic, diagnostic, jsonPointerTo } from '../diagnostics/diagnostic.ts';
import { type FileRole, schemaOf } from '../read/layout.ts';
import { keyReasons, pastedKeysIn } from '../tile-url/secrets.ts';
import { looksLikeTokenName } from '../tile-url/template-pieces.ts';
import { Adviser } from './advice.ts';
import { meansAll, presenceOf, saysNothing, truthOf } from './meant-values.ts';
import type { Reason } from './pattern-reasons.ts';
import { type Fault, keyFault, NEGATIONS, schemaFaultsOf } from './schema-faults.ts';

const MAX_ERRORS = 10_000;

/** `more` counts errors that the validator dropped. */
type KeptErrors = readonly ErrorObject[] & { readonly more?: number };

/** Invalid parts are removed in place. */
export function validateFileValue(
  role: FileRole,
  path: string,
  value: unknown,
): { readonly value: unknown; readonly diagnostics: readonly Diagnostic[] } {
  const check = validators[schemaOf(role)];
  if (!check || check(value)) return { value, diagnostics: [] };
  const found: KeptErrors = check.errors ?? [];
  const errors = found.slice(0, MAX_ERRORS);
  const more = found.length - errors.length + (found.more ?? 0);
  const faults: Fault[] = [];
  // A value of the wrong type has no other fault.
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  for (const { error, key } of withKeys(errors)) {
    if (error.keyword !== 'type' && mistyped.has(error.instancePath)) continue;
    for (const fault of key === null ? schemaFaultsOf(error) : [keyFault(error, key)]) faults.push(fault);
  }
  const diagnostics: Diagnostic[] = [];
  const reported = new Set<string>();
  const misspelt = misspeltKeys(faults);
  const adviser = new Adviser(value, check);
  for (const fault of withWholeLists(withWholeMappings(faults, value), value, adviser)) {
    const { path: inside, on, reasons } = fault;
    const pointer = jsonPointerTo(inside);
    const advice = diagnostics.length < INPUT_LIMITS.reported ? adviceFor(fault, value, adviser) : null;
    for (const reason of reasons) {
      // A misspelt key is not also missing. A text that two keywords call empty is reported once.
      if (reason.code === 'missing-key' && misspelt.has(jsonPointerTo([...inside, reason.details.key]))) continue;
      const { code, details } = asRepeated(reason, advice, inside, value, adviser);
      const cause = `${code} ${pointer} ${JSON.stringify(details)}`;
      if (reported.has(cause)) continue;
      reported.add(cause);
      const found = diagnostic(code, path, { pointer, on }, details as never);
      diagnostics.push(advice === null || code === 'repeated-item' ? found : { ...found, advice });
    }
  }
  for (const found of pastedKeysInRefused(faults, path, value)) {
    if (!reported.has(JSON.stringify(found))) diagnostics.push(found);
    reported.add(JSON.stringify(found));
  }
  if (more > 0) {
    // Some invalid parts are unknown, so the file is unusable.
    diagnostics.push(diagnostic('more-errors', path, null, { count: more }));
    return { value: undefined, diagnostics };
  }
  return { value: prune(value, faults), diagnostics };
}

/** For an invalid key, the validator reports reasons with the path of the mapping, then an error that names the key. */
function withKeys(errors: readonly ErrorObject[]): { error: ErrorObject; key: string | null }[] {
  const result: { error: ErrorObject; key: string | null }[] = [];
  let outer: ErrorObject | null = null;
  for (const error of errors.toReversed()) {
    if (error.keyword === 'propertyNames') {
      outer = error;
      continue;
    }
    const name: string | null = outer?.params['propertyName'] ?? null;
    const isOfKey = name !== null && error.instancePath === outer?.instancePath && error.data === name;
    result.push({ error, key: isOfKey ? name : null });
  }
  return result.reverse();
}

const HOST = /^(?:https?:\/{0,2})?([\w-]+(?:\.[\w-]+)+)(?:[/?:#]|$)/i;

/** Finds access tokens in removed parts, which no rule sees. */
function* pastedKeysInRefused(faults: readonly Fault[], file: string, value: unknown): Generator<Diagnostic> {
  const members = mapAddresses(Object(value)).map(([member]) => jsonPointerTo([member]));
  for (const { path, reasons, isKept } of faults) {
    const [isUnknown, last] = [reasons[0]?.code === 'unknown-key', String(path.at(-1))];
    const isOfMap = members.includes(jsonPointerTo(path));
    for (const [name, text] of isKept ? [] : textsIn(last, at(value, path))) {
      const isNamed = isUnknown && looksLikeTokenName(name) && !isTokenVariable(text);
      if (!isNamed && !/:\/\/|[?&][\w-]+=/.test(text)) continue;
      const host = HOST.exec(text)?.[1] ?? mapHosts(Object(value))[0] ?? '';
      for (const { code, details } of keyReasons(
        pastedKeysIn(isNamed ? `?${name}=${text}` : text),
        isOfMap ? host : null,
      ))
        yield diagnostic(code, file, { pointer: jsonPointerTo(path), on: 'value' }, details);
    }
  }
}

function* textsIn(key: string, value: unknown): Generator<[key: string, text: string]> {
  if (typeof value === 'string' || typeof value === 'number') yield [key, String(value).slice(0, TEXT_LIMITS.address)];
  else for (const [name, part] of Object.entries(value ?? {})) yield* textsIn(Array.isArray(value) ? key : name, part);
}

function misspeltKeys(faults: readonly Fault[]): Set<string> {
  const pointers = faults.flatMap(({ path, reasons }) =>
    reasons.flatMap(({ code, details }) =>
      code === 'unknown-key' && details.suggestion ? jsonPointerTo([...path.slice(0, -1), details.suggestion]) : [],
    ),
  );
  return new Set(pointers);
}

/** Other messages already say what to write. */
const ADVISED = /^(?:wrong-type|unknown-key|bad-)/;

const LEFT_OUT: Advice = { value: undefined, text: '', isExample: false };

/** Null if unknown, or only an unhelpful example. */
function adviceFor({ path, on, reasons }: Fault, file: unknown, adviser: Adviser): Advice | null {
  const [reason, another] = reasons;
  if (!reason || another || path.length === 0) return null;
  const found = at(file, path);
  const place = path.map((segment, index) => (Array.isArray(at(file, path.slice(0, index))) ? 0 : segment));
  if (reason.code === 'unknown-key' && reason.details.suggestion !== null) {
    // The right key may need another form.
    const { suggestion, key } = reason.details;
    const meant = NEGATIONS.includes(key.toLowerCase()) ? truthOf(found) === false : found;
    const advice = adviser.at([...place.slice(0, -1), suggestion], meant);
    return !advice || advice.value === found ? null : { ...advice, text: `${suggestion}: ${advice.text}` };
  }
  if (on === 'key' || !ADVISED.test(reason.code)) return null;
  const advice = adviser.at(place, found);
  if (reason.code === 'wrong-type' && /^(?:true|false)$/.test(reason.details.expected)) {
    const meant = presenceOf(found);
    if (meant === undefined) return advice;
    // The key has one allowed value; leaving it out says the other.
    return String(meant) === reason.details.expected
      ? { value: meant, text: String(meant), isExample: false }
      : { ...LEFT_OUT, isImplied: true };
  }
  // Without `include` or `download`, all is taken.
  const isAll = /^(?:include|download)$/.test(String(path.at(-1)));
  const says = isAll ? meansAll : saysNothing;
  const isNothing = typeof found === 'string' && says(found) && (advice === null || advice.isExample);
  // "None" may mean false, and a missing truth value may be true.
  if (reason.code === 'wrong-type' && reason.details.expected === 'true or false') return advice;
  if (isNothing && adviser.isOptional(place)) return LEFT_OUT;
  const reasonSaysMore = reason.code !== 'wrong-type' || reason.details.fix !== null;
  return advice?.isExample && reasonSaysMore ? null : advice;
}

/** An item is listed twice if the list also has the value that the item means. */
function asRepeated(
  reason: Reason,
  advice: Advice | null,
  path: Fault['path'],
  file: unknown,
  adviser: Adviser,
): Reason {
  const item = reason.code === 'not-allowed' ? reason.details.suggestion : advice?.value;
  const list = at(file, path.slice(0, -1));
  // The rest belongs in another member: the message says so.
  const saysMore = reason.code === 'bad-host' && reason.details.why.includes('urlPattern');
  if (typeof item !== 'string' || !Array.isArray(list) || saysMore) return reason;
  const isRepeated = adviser.isRepeated(path.slice(0, -1), list, item);
  return isRepeated ? { code: 'repeated-item', details: { item, found: String(at(file, path)) } } : reason;
}

/** If a record's mapping has only unknown keys, it has another program's form: one fault replaces theirs. */
function withWholeMappings(faults: readonly Fault[], value: unknown): readonly Fault[] {
  const keyOf = ({ path, reasons: [reason] }: Fault) =>
    path.length > 1 && reason?.code === 'unknown-key' ? reason.details : null;
  const mappingOf = (fault: Fault): Fault['path'] => (keyOf(fault) ? fault.path.slice(0, -1) : fault.path);
  const byMapping = itemsByKey(faults.filter(keyOf), (fault) => jsonPointerTo(mappingOf(fault)));
  for (const [pointer, members] of byMapping) {
    const known = members.filter((member) => keyOf(member)?.suggestion !== null).length;
    const size = Object.keys(at(value, mappingOf(members[0] as Fault)) as object).length;
    // Otherwise each fault says more than all together.
    if (size < 2 || members.length < size || ![0, size].includes(known)) byMapping.delete(pointer);
  }
  return faults.flatMap((fault): Fault | [] => {
    const [path, details] = [mappingOf(fault), keyOf(fault)];
    const members = byMapping.get(jsonPointerTo(path));
    if (!members || (details === null && fault.reasons[0]?.code !== 'missing-key')) return fault;
    if (fault !== members[0] || details === null) return [];
    return { path, on: 'value', reasons: [{ code: 'unknown-key', details: { ...details, suggestion: null } }] };
  });
}

/** A list with no mapping, which should have only mappings, is one mistake: one fault replaces those of its items. */
function withWholeLists(faults: readonly Fault[], value: unknown, adviser: Adviser): readonly Fault[] {
  const isItem = ({ path, reasons: [reason] }: Fault): boolean =>
    reason?.code === 'wrong-type' &&
    reason.details.expected === 'a mapping' &&
    Array.isArray(at(value, path.slice(0, -1)));
  const byList = itemsByKey(faults.filter(isItem), ({ path }) => jsonPointerTo(path.slice(0, -1)));
  return faults.flatMap((fault) => {
    const list = fault.path.slice(0, -1);
    const items = isItem(fault) ? (byList.get(jsonPointerTo(list)) ?? []) : [];
    // A text may be right without its brackets.
    const isText = items.length === 1 && typeof adviser.at(list, at(value, list))?.value === 'string';
    if ((items.length < 2 && !isText) || items.length < (at(value, list) as unknown[]).length) return fault;
    const details = { expected: 'a list of mappings', found: 'one of other values', yaml11Text: null, fix: null };
    return fault === items[0] ? { path: list, on: 'value', reasons: [{ code: 'wrong-type', details }] } : [];
  });
}

/**
 * Removes parts in place, so that rules check the rest in the same run. Items of a list become empty objects, so that
 * positions stay.
 * @returns undefined if all was refused
 */
function prune(value: unknown, faults: readonly Fault[]): unknown {
  for (const { path, isKept } of faults) {
    const last = path.at(-1);
    if (isKept) continue;
    if (last === undefined) return undefined;
    const parent = at(value, path.slice(0, -1));
    if (Array.isArray(parent)) parent[Number(last)] = {};
    else if (parent !== null && typeof parent === 'object') delete (parent as Record<string, unknown>)[last];
  }
  return value;
}

function at(value: unknown, path: Fault['path']): unknown {
  let part = value;
  for (const segment of path) {
    if (part === null || typeof part !== 'object' || !Object.hasOwn(part, segment)) return undefined;
    part = (part as Record<string, unknown>)[segment];
  }
  return part;
}
