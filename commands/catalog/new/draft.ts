import { QUESTIONS_OF_TYPES, TYPES } from '../../../build/map-types/all-types.ts';
import { fileNameProblem } from '../../../build/read/file-names.ts';
import { pathOfRole } from '../../../build/read/layout.ts';
import { type Conversion, convertTemplate } from '../../../build/tile-url/convert.ts';
import {
  type Choice,
  describeNote,
  describeTemplateProblem,
  FLAG_WAYS,
  type Note,
  translatedNote,
  type Ways,
} from '../../../build/tile-url/explanations.ts';
import { mapFileName } from '../../../build/tile-url/same-map.ts';
import { placeholderRange } from '../../../build/tile-url/template-pieces.ts';
import { withoutUndefined } from '../../../contract/base/json-values.ts';
import { withScheme } from '../../../contract/base/text.ts';
import { type Box, edgesIn, isWholeWorld, meansWorld } from '../../../contract/maps/bounding-boxes.ts';
import { licenceWrittenFor } from '../../../contract/maps/licences.ts';
import { SERVICE_PROTOCOL } from '../../../contract/maps/map-types.ts';
import { unsignedCredit } from '../../../contract/maps/pasted-credit.ts';
import { type Answers, mapInAnswers } from './answers.ts';
import { type DraftRole, isMapDraft } from './questions.ts';

export interface Draft {
  readonly role: DraftRole;
  readonly path: string;
  readonly record: Readonly<Record<string, unknown>>;
}

export interface DraftContext {
  /** Values of placeholders that the catalog does not support. */
  readonly values: ReadonlyMap<string, string>;
  /** Variables of access tokens, by host. */
  readonly variables: ReadonlyMap<string, string>;
  readonly areas?: readonly string[];
  readonly isInactive: boolean;
  readonly fileName: string | null;
  /** How to give more answers: by default, flags. */
  readonly ways?: Ways | undefined;
}

/** A null flag concerns several answers. */
export interface AnswerProblem {
  readonly flag: string | null;
  readonly message: string;
  /** In the page's language; missing if only the command line says it. */
  readonly translation?: string | undefined;
  /** Only programs on this machine or in its network draw the map. */
  readonly isOnlyPrivate?: boolean;
  /** Each with the whole answer, in the order of the message. */
  readonly choices?: readonly Choice[] | undefined;
}

export function draftFromAnswers(role: DraftRole, answers: Answers, context: DraftContext) {
  const { record, notes, refusal } = RECORDS[role](answers, context);
  const { path, refusals } = pathFor(role, answers['id'] ?? '', record, context);
  const draft: Draft = { role, path, record: withoutUndefined(record) };
  return { draft, notes, refusals: refusal ? [...refusals, refusal] : refusals };
}

function pathFor(
  role: DraftRole,
  id: string,
  record: Recorded['record'],
  { fileName, ways = FLAG_WAYS }: DraftContext,
): { path: string; refusals: AnswerProblem[] } {
  const hasFileName = isMapDraft(role);
  const name = hasFileName ? (fileName?.replace(/\.yaml$/, '') ?? mapFileName(id, record)) : id;
  const why = fileNameProblem(name);
  if (!why) return { path: pathOfRole(role, name), refusals: [] };
  const translation = translatedNote('bad-file-name', { name: name || id }, ways);
  const refusal: AnswerProblem =
    hasFileName && fileName === null
      ? { flag: 'id', message: `no name for the file can be made from it; give one ${ways.file}`, translation }
      : { flag: hasFileName ? 'file' : 'id', message: `${JSON.stringify(name)} cannot be a name: ${why}`, translation };
  // A valid name, to check the other answers.
  return { path: pathOfRole(role, 'new'), refusals: [refusal] };
}

interface Recorded {
  readonly record: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
  readonly refusal?: AnswerProblem;
}

const RECORDS: Readonly<Record<DraftRole, (answers: Answers, context: DraftContext) => Recorded>> = {
  mapserver: v1Map,
  overlayserver: v1Map,
  map: otherMap,
  datasource: dataSource,
  edition: ({ name, datasources }) => ({ record: { name, datasources: list(datasources) }, notes: [] }),
  provider: ({ name, homepage, terms, attribution }) => ({
    record: {
      name,
      homepage: homepage && withScheme(homepage),
      terms: terms || undefined,
      attribution: attribution ? [{ text: attribution }] : undefined,
    },
    notes: [],
  }),
};

function commonMembers(answers: Answers, { areas, isInactive }: DraftContext) {
  const { copyright, shows: kind, covers, provider, licence, terms } = answers;
  const area = meansWorld(covers ?? '')
    ? 'world'
    : (boxesWithin(covers ?? '') ?? areas?.find((one) => one === covers?.trim()));
  return {
    minZoom: number(answers['min-zoom'] || undefined),
    maxZoom: number(answers['max-zoom'] || undefined),
    active: isInactive ? false : undefined,
    copyright: copyright && unsignedCredit(copyright),
    kind: kind || undefined,
    ...(area !== undefined ? { area } : { countries: list(covers || undefined)?.map((code) => code.toUpperCase()) }),
    provider: provider || undefined,
    licence: licence && licenceWrittenFor(withScheme(licence)),
    terms: terms && withScheme(terms),
  };
}

/** Two if it crosses the 180th meridian. Null for other text. */
function boxesWithin(text: string): 'world' | readonly Box[] | null {
  const edges = edgesIn(text);
  if (edges === null) return null;
  const [west, south, east, north] = edges;
  if (isWholeWorld({ west, south, east, north })) return 'world';
  const parts = east < west ? [[west, 180] as const, [-180, east] as const] : [[west, east] as const];
  return parts.map(([left, right]) => ({ west: left, south, east: right, north }));
}

function otherMap(answers: Answers, context: DraftContext): Recorded {
  const { variables, ways = MAP_WAYS } = context;
  const reading = mapInAnswers(answers, variables);
  const name = answers['id'];
  if (reading === null || 'reason' in reading) {
    const why = reading
      ? `cannot be listed: ${describeTemplateProblem(reading.reason, ways)}`
      : 'hosts' in convertTemplate({ url: answers['url'] ?? '', allowsOtherProjection: true })
        ? 'is of tiles: cartalog new mapserver takes it'
        : OTHER_ADDRESS;
    const isWmts = reading?.reason.code === 'wmts' && !/[?&]service=wmts(?:&|$)/i.test(answers['url'] ?? '');
    const way = isWmts ? `; if it is a ${SERVICE_PROTOCOL} all the same, add ?request=GetCapabilities to it` : '';
    const message = `this address ${why}${way}`;
    const reason = reading?.reason ?? { code: 'other-address' };
    const translation = translatedNote(reason.code, reason, ways);
    const refusal = answers['url'] === undefined ? {} : { refusal: { flag: 'url', message, translation } };
    return { record: { name, ...commonMembers(answers, context) }, notes: [], ...refusal };
  }
  const typed = [...QUESTIONS_OF_TYPES].flatMap(([key, [{ isList, meant = String } = {}]]) => {
    const text = answers[key]?.trim() ?? '';
    return text === '' ? [] : [[key, isList ? text.split(',').map((one) => meant(one.trim())) : text] as const];
  });
  const overlay = /^(?:yes|true)$/i.test(answers['overlay'] ?? '') || undefined;
  const members = { ...reading.members, ...Object.fromEntries(typed) };
  const { drafted = () => members } = TYPES[reading.type];
  const typeMembers = { type: reading.type, overlay, ...drafted(members, overlay === true) };
  const notes = reading.notes.map((note) => describeNote(note, ways));
  return { record: { name, ...typeMembers, ...commonMembers(answers, context) }, notes };
}

const MAP_WAYS: Ways = { ...FLAG_WAYS, subdomains: 'in the file, as hosts' };

const LOOKS = Object.values(TYPES).flatMap(({ looks }) => looks ?? []);
const OTHER_ADDRESS = `does not lead to such a map: ${LOOKS.join('; ')}; other tiles are a mapserver or an overlayserver`;

function v1Map(answers: Answers, context: DraftContext): Recorded {
  const { values, variables, ways } = context;
  const { id, url, name } = answers;
  const { subdomains, note } = subdomainsFrom(answers['subdomains']);
  const address: Conversion | null =
    url === undefined
      ? null
      : convertTemplate({
          url,
          values,
          variables,
          subdomains,
          hosts: list(answers['hosts']) ?? null,
          allowsOtherProjection: true,
        });
  const converted = address && 'hosts' in address ? address : null;
  const record = {
    id,
    name,
    ...commonMembers(answers, context),
    hosts: converted?.hosts,
    urlPattern: converted?.urlPattern,
  };
  const notes = [...(note ? [note] : []), ...(converted?.notes ?? [])].map((each) => describeNote(each, ways));
  const [unused] = converted?.unused ?? [];
  if (unused) {
    const translation = translatedNote('unused-value', unused, ways ?? FLAG_WAYS);
    const flag = unused.given === 'values' ? 'set' : unused.given;
    return { record, notes, refusal: { flag, message: `the address has no ${unused.placeholder}`, translation } };
  }
  if (!address || 'hosts' in address) return { record, notes };
  const reading = mapInAnswers(answers);
  const other = reading && ('reason' in reading ? reading.reason : { code: 'other-type' as const, type: reading.type });
  // The format of tiles tells more than the map's type.
  const reason = other === null || address.reason.code === 'vector' ? address.reason : other;
  const message = `this is not the address of tiles: ${describeTemplateProblem(reason, ways)}`;
  const translation = translatedNote(reason.code, reason, ways ?? FLAG_WAYS);
  return { record, notes, refusal: { flag: 'url', message, translation } };
}

function dataSource(answers: Answers): Recorded {
  const { name, directory, action } = answers;
  const source = answers['source-url'];
  const given = answers['base-url'];
  // Clients append paths.
  const baseUrl = given !== undefined && /^https?:\/\/[^?#]*[^/?#]$/.test(given) ? `${given}/` : given;
  const record = {
    name,
    baseUrl,
    directory,
    action,
    maxAge: number(answers['max-age']),
    source: source === undefined ? undefined : { url: source },
  };
  return { record, notes: baseUrl === given ? [] : [`A / is added to the base URL: ${baseUrl}`] };
}

/**
 * Leaflet writes values of `{s}` as one text. 'abc' and '0123' (ascending) have one character for each value; a-c is a
 * range. Other text without a comma or space, such as a1 or tile, is one value.
 */
function subdomainsFrom(answer: string | undefined): { subdomains: string[] | null; note: Note | null } {
  const text = answer?.trim() ?? '';
  const given = placeholderRange(text) ?? list(answer?.replace(/\s+/g, ',')) ?? null;
  const isAscending = [...text].every((character, index) => index === 0 || character > (text[index - 1] as string));
  if (text.length < 2 || !/^(?:[a-z]+|\d+)$/i.test(text) || !isAscending) return { subdomains: given, note: null };
  return { subdomains: [...text], note: { code: 'subdomains-split', found: text, among: [...text] } };
}

/** Validation reports other text. */
function number(answer: string | undefined): number | string | undefined {
  return answer !== undefined && /^-?\d{1,15}$/.test(answer) ? Number(answer) : answer;
}

function list(answer: string | undefined): string[] | undefined {
  if (answer === undefined) return undefined;
  return answer
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
