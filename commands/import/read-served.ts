/** Reads one document of a service, JSON or XML, as a value in the shape of its JSON. */
import { INPUT_LIMITS } from '../../contract/limits.ts';
import { withXml, XmlError } from '../../contract/read-xml.ts';
import type { RouteName } from '../../contract/routes.ts';
import type { Notes, SourcePlace } from './notes.ts';
import { servedXml } from './served-xml.ts';

/** How a document is written. */
export type ServedForm = 'json' | 'xml';

/**
 * The content of a document: its first character says whether it is JSON or XML.
 *
 * @param withHistories whether the checksums of XML are read; most of a large document, and JSON has them too
 */
export function readServed(
  body: Uint8Array,
  route: RouteName,
  at: SourcePlace,
  notes: Notes,
  withHistories = true,
): { form: ServedForm; value: unknown } | { problem: string } {
  const start = Buffer.from(body.subarray(0, 200))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  try {
    if (/^<(?:!doctype html|html)/i.test(start)) return { problem: 'it is a web page' };
    if (start.startsWith('<'))
      return { form: 'xml', value: withXml(body, (root) => servedXml(root, route, { at, notes, withHistories })) };
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    if (isTooDeep(text)) return { problem: `it is nested more than ${INPUT_LIMITS.depth} levels deep` };
    return { form: 'json', value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof XmlError) return { problem: error.message };
    if (error instanceof SyntaxError || error instanceof TypeError) return { problem: 'it is neither JSON nor XML' };
    throw error;
  }
}

/** Whether JSON is nested deeper than any catalog file may be. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const mark = json[at];
    if (mark === '"') at = endOfText(json, at);
    else if (mark === '[' || mark === '{') depth++;
    else if (mark === ']' || mark === '}') depth--;
    if (depth > INPUT_LIMITS.depth) return true;
  }
  return false;
}

/** Where a text in quotes ends. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === '\\') at++;
    else if (json[at] === '"') return at;
  }
  return json.length;
}
