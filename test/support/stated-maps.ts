/** What a reader of lists finds in a text. */
import { LIST_READERS } from '../../build/programs/readers.ts';
import type { ListReader, Reading, StatedMap } from '../../build/programs/stated/stated-map.ts';
import { withXml } from '../../cli/network/read-xml.ts';
import { jsonObjectIn } from '../../contract/base/parse-json.ts';

export function readingOf(reader: ListReader, text: string, unread: (part: string) => void = () => {}): Reading {
  if (!text.startsWith('<')) return reader.json?.(jsonObjectIn(text), undefined, unread) ?? null;
  const xml = LIST_READERS.reduce((made, { wellFormed }) => wellFormed?.(made) ?? made, text);
  return withXml(Buffer.from(xml), (root) => reader.xml?.(root, undefined, unread) ?? null);
}

/** The first map, and what is not read. */
export function firstStated(reader: ListReader, text: string): { map: StatedMap | undefined; unread: string[] } {
  const unread: string[] = [];
  const maps = readingOf(reader, text, (part) => unread.push(part));
  return { map: Array.isArray(maps) ? maps[0] : undefined, unread };
}
