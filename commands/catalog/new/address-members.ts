/** What only maps of its type have, from the address that was pasted and the answers about it. */
import { describeNote, type Ways } from '../../../build/tile-url/explanations.ts';
import { type Recognized, type Refused, recognized } from '../../../build/tile-url/recognize.ts';
import type { Answers } from './answers.ts';

/** Members that are lists; in answers they have commas. */
const LISTS = new Set(['layers', 'styles', 'crs']);

/** The members of a record that its type and its address give. */
export function membersFromAddress(answers: Answers, variables: ReadonlyMap<string, string>, ways?: Ways) {
  const its: Recognized | Refused | null = answers['url'] === undefined ? null : recognized(answers['url'], variables);
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
  const notes = its.notes.map((note) => describeNote(note, ways));
  const overlay = /^(?:yes|true)$/i.test(answers['overlay'] ?? '') || undefined;
  return { record: { type: its.type, overlay, ...its.members, ...Object.fromEntries(typed) }, notes };
}

const OTHER_ADDRESS =
  'a WMS has request=GetMap or GetCapabilities in it, tiles with rows from the south {-y}, a style or TileJSON ends in .json, and an archive in .pmtiles; other tiles are a mapserver or an overlayserver';
