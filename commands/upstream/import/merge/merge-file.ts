import { isUtf8 } from 'node:buffer';
import { LIST_READERS, READABLE_LISTS } from '../../../../build/programs/readers.ts';
import { IMPORT_BY_ADDRESS, type StatedMap } from '../../../../build/programs/stated/stated-map.ts';
import { withXml, XmlError } from '../../../../cli/network/read-xml.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { asJsonMembers } from '../../../../contract/base/json-values.ts';
import { parseJson, TooLargeJsonError } from '../../../../contract/base/parse-json.ts';
import type { XmlElement } from '../../../../contract/base/xml-elements.ts';
import { xmlNamespaceOf } from '../../../../contract/interface/v1-schemas.ts';
import { FILE_FORMATS } from '../../../../contract/maps/map-formats.ts';
import { CALLED } from '../../../../contract/maps/map-types.ts';
import type { CatalogFiles } from '../catalog-files.ts';
import { addStatedMaps, type ListOptions } from '../lists/add-maps.ts';
import { archiveIn } from '../lists/addressed-maps.ts';
import { chosenMaps, isLayer } from '../lists/chosen-layers.ts';
import type { SourcePlace } from '../notes.ts';
import { mergeSourceChanges } from '../service/changed-sources.ts';
import { isWebPage } from '../service/read-served.ts';

const IMPORTABLE = `the XML document of changed data sources that desktop tools send, ${READABLE_LISTS}, or ${FILE_FORMATS.map(({ type }) => CALLED[type]).join(' or ')}`;

export function mergeFile(
  files: CatalogFiles,
  body: Uint8Array,
  name: string,
  at: SourcePlace,
  options: ListOptions,
): void {
  const refuse: Refuse = (why) => {
    throw new CannotRunError(`${name} ${why}.`);
  };
  const { address } = options;
  const add = (maps: readonly StatedMap[]): void => {
    const chosen = chosenMaps(maps, options);
    if (chosen.length > 0 || !maps.some(isLayer)) addStatedMaps(files, chosen, at, options);
    else at.notes.offered = maps;
  };
  const archive = archiveIn(body);
  if (archive) {
    const what = `is ${CALLED[archive.type]}; ${IMPORT_BY_ADDRESS}`;
    add([address === undefined ? refuse(what) : archive.map(body, address)]);
    return;
  }
  const text = textIn(body) ?? refuse(`is not text in UTF-8, and so not ${IMPORTABLE}`);
  if (isWebPage(text)) refuse(`is a web page, and not ${IMPORTABLE}`);
  const read = (maps: readonly StatedMap[] | string | null | undefined): boolean => {
    if (maps != null) add(typeof maps === 'string' ? refuse(maps) : maps);
    return maps != null;
  };
  if (LIST_READERS.some((reader) => read(reader.text?.(text)))) return;
  // Only tables are read in other encodings.
  if (!isUtf8(body)) refuse(`is not text in UTF-8, and so not ${IMPORTABLE}`);
  if (!/^\s*</.test(text)) add(mapsInJson(text, refuse, address));
  else
    readXml(text, refuse, (root) => {
      if (root.name === 'catalog' && root.namespaceUri === xmlNamespaceOf('datasource-catalog'))
        return mergeSourceChanges(files, root, at);
      if (!LIST_READERS.some((reader) => read(reader.xml?.(root, address))))
        refuse(`is XML with the root <${root.name}>, and not ${IMPORTABLE}`);
    });
}

/** Drops a byte order mark. Null if it is binary. Spreadsheets on Windows write UTF-16 and Windows-1252. */
function textIn(body: Uint8Array): string | null {
  const marked = [0xfffe, 0xfeff].indexOf((body[0] ?? 0) * 256 + (body[1] ?? 0));
  if (marked !== -1) return new TextDecoder(['utf-16le', 'utf-16be'][marked]).decode(body);
  if (isUtf8(body)) return new TextDecoder().decode(body);
  const isBinary = body.some((byte) => byte < 32 && ![9, 10, 13].includes(byte));
  return isBinary ? null : new TextDecoder('windows-1252').decode(body);
}

/** @param why ends a sentence that starts with the file's name */
type Refuse = (why: string) => never;

function readXml(text: string, refuse: Refuse, read: (root: XmlElement) => void): void {
  // Some programs write XML that is not well-formed.
  const wellFormedText = LIST_READERS.reduce((xml, { wellFormed }) => wellFormed?.(xml) ?? xml, text);
  try {
    withXml(Buffer.from(wellFormedText), read);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    refuse(`cannot be read as XML: ${error.message}`);
  }
}

function mapsInJson(text: string, refuse: Refuse, address: string | undefined): readonly StatedMap[] {
  const members = asJsonMembers(jsonIn(text, refuse)) ?? {};
  for (const { json } of LIST_READERS) {
    const maps = json?.(members, address);
    if (typeof maps === 'string') return refuse(maps);
    if (maps) return maps;
  }
  return refuse(`is JSON, but not ${IMPORTABLE}`);
}

function jsonIn(text: string, refuse: Refuse): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const why = (error as Error).message;
    if (error instanceof TooLargeJsonError)
      return refuse(`is ${why}, and so not one of the files that can be imported`);
    const otherwise = `is neither JSON nor XML nor a table, and so not ${IMPORTABLE}`;
    return refuse(/^\s*[[{]/.test(text) ? `cannot be read as JSON: ${why}` : otherwise);
  }
}
