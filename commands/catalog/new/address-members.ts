/** What only maps of its type have, from the address that was pasted and the answers about it. */
import { describeNote, FLAGS, type Ways } from '../../../build/tile-url/explanations.ts';
import { type Recognized, type Refused, recognized } from '../../../build/tile-url/recognize.ts';
import { withoutWrapping } from '../../../build/tile-url/template.ts';
import type { Answers } from './answers.ts';

/** Members that are lists; in answers they have commas. */
const LISTS = new Set(['layers', 'styles', 'crs']);

/** What the address in the answers is of: with layers, any plain one is that of a WMS. */
export function mapIn(
  { url, layers = '' }: Answers,
  variables?: ReadonlyMap<string, string>,
): Recognized | Refused | null {
  if (url === undefined) return null;
  const its = recognized(url, variables);
  const plain = withoutWrapping(url);
  return its === null && layers.trim() !== '' && !plain.includes('{') ? recognized(`wms:${plain}`, variables) : its;
}

/** The members of a record that its type and its address give. */
export function membersFromAddress(answers: Answers, variables: ReadonlyMap<string, string>, ways?: Ways) {
  const its = mapIn(answers, variables);
  if (its === null || 'reason' in its) {
    const reason = its?.reason ?? OTHER_ADDRESS;
    const refusal = { flag: 'url', message: `this is not the address of such a map: ${reason}` };
    return { record: {}, notes: [], ...(answers['url'] === undefined ? {} : { refusal }) };
  }
  const typed = ['layers', 'styles', 'format', 'version', 'crs', 'schema'].flatMap((key) => {
    const text = answers[key]?.trim() ?? '';
    const values = text.split(',').map((one) => one.trim());
    return text === '' ? [] : [[key, LISTS.has(key) ? values : text] as const];
  });
  const notes = its.notes.map((note) => describeNote(note, ways ?? HERE));
  const overlay = /^(?:yes|true)$/i.test(answers['overlay'] ?? '') || undefined;
  // An overlay without transparent pictures would hide the map below.
  const transparent = its.type === 'wms' ? overlay : undefined;
  return { record: { type: its.type, overlay, transparent, ...its.members, ...Object.fromEntries(typed) }, notes };
}

/** The ways of the command line, without flags that only tile servers have. */
const HERE: Ways = { ...FLAGS, subdomains: 'in the file, as hosts' };

const OTHER_ADDRESS =
  'a WMS has request=GetMap or GetCapabilities in it, or comes with its layers, tiles with rows from the south {-y}, a style or TileJSON ends in .json, and an archive in .pmtiles; other tiles are a mapserver or an overlayserver';
