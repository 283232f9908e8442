import { LIST_READERS, READABLE_LISTS } from '../../../../build/programs/readers.ts';
import type { Reading, ReportUnread, StatedMap } from '../../../../build/programs/stated/stated-map.ts';
import { withXml, XmlError } from '../../../../cli/network/read-xml.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { declaredTextIn, unicodeTextIn } from '../../../../contract/base/encodings.ts';
import { asJsonMembers } from '../../../../contract/base/json-values.ts';
import { parseJson, TooLargeJsonError } from '../../../../contract/base/parse-json.ts';
import { shortenedText } from '../../../../contract/base/text.ts';
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
import { describeForeign, type Foreign, foreignBytes, foreignJson, foreignText, foreignXml } from './foreign-files.ts';

const IMPORTABLE = `the XML document of changed data sources that desktop tools send, ${READABLE_LISTS}, or ${FILE_FORMATS.map(({ type }) => CALLED[type]).join(' or ')}`;

const WEB_PAGE: Foreign = {
  is: 'a web page',
  way: 'and no list of maps: save the file that it shows or links to, which GitHub calls raw, and import that',
};

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
  const archive = address === undefined ? undefined : archiveIn(body);
  if (archive && address !== undefined) {
    add([archive.map(body, address)]);
    return;
  }
  const refuseForeign = (foreign: Foreign | null): void => {
    if (foreign) refuse(describeForeign(foreign, address === undefined));
  };
  refuseForeign(foreignBytes(body));
  const { text, isGuess } = textIn(body, refuse);
  if (isWebPage(text)) refuseForeign(WEB_PAGE);
  const unread: ReportUnread = (part) => at.leftOut(`not read: ${shortenedText(part, 300)}`);
  const read = (reading: Reading): boolean => {
    if (typeof reading === 'string') refuse(reading);
    if (reading) add(reading);
    return reading !== null;
  };
  const isText = !BEGINS_JSON_OR_XML.test(text);
  if (isText && LIST_READERS.some((reader) => read(reader.text?.(text, address ?? name, unread) ?? null))) return;
  if (isText) refuseForeign(foreignText(text));
  if (isGuess) {
    const is = isText ? 'is not text in UTF-8' : `is ${/^\s*</.test(text) ? 'XML' : 'JSON'} that is not in UTF-8`;
    refuse(`${is}, and does not declare its encoding: save it as UTF-8, and import that`);
  }
  if (isText) refuse(`is neither JSON nor XML nor a table, and so not ${IMPORTABLE}`);
  if (!/^\s*</.test(text)) {
    const value = jsonIn(text, refuse);
    const members = asJsonMembers(value) ?? {};
    if (LIST_READERS.some((reader) => read(reader.json?.(members, address, unread) ?? null))) return;
    refuseForeign(foreignJson(value));
    refuse(`is JSON, but not ${IMPORTABLE}`);
  } else
    readXml(text, refuse, (root) => {
      if (root.name === 'catalog' && root.namespaceUri === xmlNamespaceOf('datasource-catalog'))
        return mergeSourceChanges(files, root, at);
      if (LIST_READERS.some((reader) => read(reader.xml?.(root, address, unread) ?? null))) return;
      refuseForeign(foreignXml(root));
      refuse(`is XML with the root <${shortenedText(root.name)}>, and not ${IMPORTABLE}`);
    });
}

interface Text {
  readonly text: string;
  /** Nothing but the kind of file says the encoding; only tables are read. */
  readonly isGuess?: boolean;
}

function textIn(body: Uint8Array, refuse: Refuse): Text {
  const unicode = unicodeTextIn(body);
  if (unicode !== null) return { text: unicode };
  const isBinary = body.some((byte) => byte < 32 && ![9, 10, 13].includes(byte));
  if (isBinary) refuse(`is not text in UTF-8, and so not ${IMPORTABLE}`);
  const { text, declared = '' } = declaredTextIn(body);
  // It is not, so the declaration is wrong.
  if (/^utf-?8$/i.test(declared))
    refuse('is XML that declares UTF-8, and is not in it: save it as UTF-8, and import that');
  if (text === null)
    return refuse(`is XML in the encoding ${declared}, which is not read: save it as UTF-8, and import that`);
  return { text, isGuess: declared === '' };
}

const BEGINS_JSON_OR_XML = /^\s*(?:<|\{\s*["}]|\[\s*[[\]{"\d])/;

/** @param why ends a sentence that starts with the file's name */
type Refuse = (why: string) => never;

function readXml(text: string, refuse: Refuse, read: (root: XmlElement) => void): void {
  // Some programs write XML that is not well-formed.
  const wellFormedText = LIST_READERS.reduce((xml, { wellFormed }) => wellFormed?.(xml) ?? xml, text)
    // It may declare the encoding that the text had.
    .replace(/^<\?xml\s[^?>]{0,300}\?>/, '');
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
    return refuse(`cannot be read as JSON: ${why}`);
  }
}
