import { isUtf8 } from 'node:buffer';
import { LIST_READERS, READABLE_LISTS } from '../../../../build/programs/readers.ts';
import {
  IMPORT_BY_ADDRESS,
  type Reading,
  type ReportUnread,
  type StatedMap,
} from '../../../../build/programs/stated/stated-map.ts';
import { withXml, XmlError } from '../../../../cli/network/read-xml.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { asJsonMembers } from '../../../../contract/base/json-values.ts';
import { parseJson, TooLargeJsonError } from '../../../../contract/base/parse-json.ts';
import { shortenedText, visible } from '../../../../contract/base/text.ts';
import type { XmlElement } from '../../../../contract/base/xml-elements.ts';
import { xmlNamespaceOf } from '../../../../contract/interface/v1-schemas.ts';
import { FILE_FORMATS } from '../../../../contract/maps/map-formats.ts';
import { CALLED } from '../../../../contract/maps/map-types.ts';
import type { CatalogFiles } from '../catalog-files.ts';
import { addStatedMaps, type ListOptions } from '../lists/add-maps.ts';
import { archiveIn } from '../lists/addressed-maps.ts';
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
  const add = (maps: readonly StatedMap[]): void => addStatedMaps(files, maps, at, options);
  const archive = archiveIn(body);
  if (archive) {
    const what = `is ${CALLED[archive.type]}; ${IMPORT_BY_ADDRESS}`;
    add([address === undefined ? refuse(what) : archive.map(body, address)]);
    return;
  }
  if (!isUtf8(body)) refuse(`is not text in UTF-8, and so not ${IMPORTABLE}`);
  // Drops the byte order mark that programs on Windows write.
  const text = new TextDecoder().decode(body);
  if (isWebPage(text)) refuse(`is a web page, and not ${IMPORTABLE}`);
  const unread: ReportUnread = (part) => at.leftOut(`not read: ${visible(shortenedText(part, 300))}`);
  const read = (reading: Reading): boolean => {
    if (typeof reading === 'string') refuse(reading);
    if (reading) add(reading);
    return reading !== null;
  };
  if (LIST_READERS.some((reader) => read(reader.text?.(text, address ?? name, unread) ?? null))) return;
  if (!/^\s*</.test(text)) {
    const members = asJsonMembers(jsonIn(text, refuse)) ?? {};
    if (!LIST_READERS.some((reader) => read(reader.json?.(members, address, unread) ?? null)))
      refuse(`is JSON, but not ${IMPORTABLE}`);
  } else
    readXml(text, refuse, (root) => {
      if (root.name === 'catalog' && root.namespaceUri === xmlNamespaceOf('datasource-catalog'))
        return mergeSourceChanges(files, root, at);
      if (!LIST_READERS.some((reader) => read(reader.xml?.(root, unread) ?? null)))
        refuse(`is XML with the root <${root.name}>, and not ${IMPORTABLE}`);
    });
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

function jsonIn(text: string, refuse: Refuse): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const why = (error as Error).message;
    if (error instanceof TooLargeJsonError)
      return refuse(`is ${why}, and so not one of the files that can be imported`);
    return refuse(
      /^\s*[[{]/.test(text) ? `cannot be read as JSON: ${why}` : `is neither JSON nor XML, and so not ${IMPORTABLE}`,
    );
  }
}
