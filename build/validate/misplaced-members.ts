import { closestWordTo } from '../../contract/base/text.ts';
import { mapTypeOfFile } from '../../contract/maps/map-formats.ts';
import { MAP_TYPES, NEW_TYPES } from '../../contract/maps/map-types.ts';
import { describeTemplateProblem } from '../tile-url/explanations.ts';
import { truthOf } from './meant-values.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Where a key belongs that maps of this type do not have.
 *
 * @returns null if nobody knows, or in other files; empty if an earlier key says it
 */
export function fixForMapKey(record: object, key: string): string | null {
  const { type, name, url } = record as Members;
  const own = NEW_TYPES.find((known) => known === type);
  if (own === undefined) return null;
  if (key === 'id' && name !== undefined) return 'maps/ has no id: the name is it; delete it';
  const types = TYPES_WITH.get(key);
  if (types === undefined) return null;
  const others = Object.keys(record).filter((other) => TYPES_WITH.get(other) === types);
  const isMisspelt = (key === 'url' && !mapTypeOfFile(`${url}`)) || closestWordTo(key, MAP_TYPES[own].members) !== null;
  if (others.length === 1 && isMisspelt) return null;
  if (others[0] !== key) return '';
  return `only maps of type ${types} have ${others.join(', ')}, and this one is ${own}`;
}

/** The types whose maps have a member, as text, by the member. Those of all types are not in it. */
const TYPES_WITH: ReadonlyMap<string, string> = new Map(
  NEW_TYPES.flatMap((type) => MAP_TYPES[type].members).map((member: string) => {
    const types = NEW_TYPES.filter((type) => (MAP_TYPES[type].members as readonly string[]).includes(member));
    return [member, types.join(' or ')];
  }),
);

/** What to write in place of a key that is missing, where that is not its name alone; null otherwise. */
export function fixForMissing(path: readonly string[], record: object, key: string): string | null {
  if (key === 'url' && path.at(-1) === 'source') return 'the page that lists the files, or checksums';
  const isVector = (record as Members)['type'] === ('vector' satisfies (typeof NEW_TYPES)[number]);
  return isVector && key === 'style' ? 'the address of a MapLibre style, or tiles with schema' : null;
}

/** What to do with a kind that says how a map is used; null for any other. */
export function fixForOverlay(found: string, allowed: readonly string[]): string | null {
  if (!allowed.includes('labels') || found.toLowerCase() !== 'overlay') return null;
  return 'it says what a map shows. An overlay has its file in overlayservers/, or overlay: true in maps/';
}

/** Where a record belongs that is a map of `/v1/`; null if it is of another type. */
export function fixForMapType(record: object): string | null {
  const { type, hosts, urlPattern, overlay } = record as Members;
  if (type === 'mbtiles') return describeTemplateProblem({ code: 'mbtiles' });
  if (type !== 'xyz' && type !== 'wmts' && (type !== undefined || (hosts ?? urlPattern) === undefined)) return null;
  const list = overlay === true ? 'overlay' : 'map';
  const name = overlay === true ? 'an overlay server' : 'a map server';
  return `this is ${name}: move the file to ${list}servers/ (type tms is for rows from the south)`;
}

/** Where a record belongs that is among the maps of `/v1/`, and of another type, and the key that says it; null for any other. */
export function fixForV1Map(record: object, known: readonly string[]): { key: string; fix: string } | null {
  const { type, scheme, tms } = record as Members;
  const isTms = truthOf(tms) === true || tms === 1;
  const key = type === undefined ? (isTms ? 'tms' : 'scheme') : 'type';
  const own = key === 'tms' ? 'tms' : NEW_TYPES.find((one) => one === (type ?? scheme));
  if (own === undefined || !known.includes('urlPattern') || known.includes('type')) return null;
  const instead = key === 'type' ? '' : `; write type: ${own} in its place`;
  return { key, fix: `this is a map of type ${own}: move the file to maps/, which has name and no id${instead}` };
}
