/** What a reader of lists finds in a text. */
import { LIST_READERS } from '../../build/programs/readers.ts';
import type { ListReader, Reading } from '../../build/programs/stated/stated-map.ts';
import { withXml } from '../../cli/network/read-xml.ts';
import { jsonObjectIn } from '../../contract/base/parse-json.ts';

export function readingOf(
  { json, text: readText, xml }: ListReader,
  text: string,
  unread: (part: string) => void = () => {},
): Reading {
  if (!text.startsWith('<'))
    return json?.(jsonObjectIn(text), undefined, unread) ?? readText?.(text, 'list', unread) ?? null;
  const made = LIST_READERS.reduce((one, { wellFormed }) => wellFormed?.(one) ?? one, text);
  return withXml(Buffer.from(made), (root) => xml?.(root, undefined, unread) ?? null);
}
