import { LIST_READERS } from '../../../../build/programs/readers.ts';
import type { ListReader, Reading, ReportUnread, StatedMap } from '../../../../build/programs/stated/stated-map.ts';
import { withoutPastedKeys } from '../../../../build/tile-url/secrets.ts';
import { withXml, XmlError } from '../../../../cli/network/read-xml.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { describeOffer, offeredCommand } from '../../../../cli/terminal/offered-command.ts';
import { declaredTextIn, decodedAs, unicodeTextIn } from '../../../../contract/base/encodings.ts';
import { asJsonMembers, jsonItemsOf } from '../../../../contract/base/json-values.ts';
import { TEXT_LIMITS } from '../../../../contract/base/limits.ts';
import { parseJson, readJson, TooLargeJsonError, unclosedIn } from '../../../../contract/base/parse-json.ts';
import { firstNames, shortenedText } from '../../../../contract/base/text.ts';
import type { XmlElement } from '../../../../contract/base/xml-elements.ts';
import { xmlNamespaceOf } from '../../../../contract/interface/v1-schemas.ts';
import { askedCapabilities } from '../../../../contract/maps/get-map.ts';
import type { CatalogFiles } from '../catalog-files.ts';
import { addStatedMaps, type ListOptions } from '../lists/add-maps.ts';
import { archiveAt, isArchive } from '../lists/addressed-maps.ts';
import { chosenMaps, isLayer } from '../lists/chosen-layers.ts';
import type { SourcePlace } from '../notes.ts';
import { mergeSourceChanges } from '../service/changed-sources.ts';
import { isServiceError, isWebPage } from '../service/read-served.ts';
import {
  foreignBeforeTables,
  foreignBytes,
  foreignJson,
  foreignPage,
  foreignText,
  foreignXml,
  type MapsInside,
} from './foreign-files.ts';
import { describeMapsInside, type Offer } from './maps-inside.ts';

const IMPORTABLE = 'a file that import reads: cartalog import --help names those';

/** People paste all of it. */
const ENDS_WITH_COMMAND = /: cartalog (?:import (?!--)|new \w+ --url (?!\())/;

export function mergeFile(
  files: CatalogFiles,
  body: Uint8Array,
  name: string,
  at: SourcePlace,
  options: ListOptions,
): void {
  const refuse: Refuse = (why) => {
    throw new CannotRunError(`${name} ${why}${ENDS_WITH_COMMAND.test(why) ? '' : '.'}`);
  };
  const { address, service } = options;
  const add = (maps: readonly StatedMap[]): void => {
    if (maps.length === 0) at.advice('it has no map');
    const chosen = chosenMaps(maps, options);
    if (chosen.length > 0 || !maps.some(isLayer)) addStatedMaps(files, chosen, at, options);
    else at.notes.offered = maps;
  };
  if (address !== undefined && isArchive(body)) {
    add([archiveAt(address, body)]);
    return;
  }
  const refuseForeign = (why: string | null): void => {
    if (why) refuse(why);
  };
  const offer: Offer = (command, found, stated) => offeredCommand(command, withoutPastedKeys(found), options, stated);
  refuseForeign(foreignBytes(body, offer, name));
  const { text: decoded, guess } = textIn(body, refuse);
  const written = withLineFeeds(decoded);
  const text = QUOTED_PRINTABLE.test(written.slice(0, TEXT_LIMITS.address)) ? printedText(written) : written;
  if (askedCapabilities(address ?? '') !== null) refuseAnswerOf(text, refuse);
  refuseForeign(foreignPage(text));
  const unread: ReportUnread = (part) => at.leftOut(`not read: ${shortenedText(part, 300)}`);
  const read = (reading: Reading = null): boolean => {
    if (typeof reading === 'string') refuse(reading);
    if (reading && 'why' in reading) refuse(describeOffer(reading, options));
    if (reading && !('why' in reading)) add(reading);
    return reading !== null;
  };
  const isText = !BEGINS_JSON_OR_XML.test(text);
  if (isText && guess) {
    if (UNDEFINED_LETTERS.test(text)) refuse(`is not text in UTF-8, and not in Windows-1252 either: ${SAVE_AS_UTF_8}`);
    const [word] = ODD_LETTERS.exec(text) ?? ANY_LETTERS.exec(text) ?? [];
    at.advice(`it is not in UTF-8, and is read as ${guess}; if ${JSON.stringify(word)} looks wrong, ${SAVE_AS_UTF_8}`);
  }
  const inside: MapsInside = () => describeMapsInside(text, offer);
  const readAs = (reader: ListReader): boolean => read(reader.text?.(text, address ?? name, unread));
  if (isText && LIST_READERS.slice(0, -1).some(readAs)) return;
  if (isText) refuseForeign(foreignBeforeTables(text, inside));
  if (isText && LIST_READERS.slice(-1).some(readAs)) return;
  if (isText) refuseForeign(foreignText(text, inside));
  if (guess) {
    const is = isText ? 'is not text in UTF-8' : `is ${/^\s*</.test(text) ? 'XML' : 'JSON'} that is not in UTF-8`;
    refuse(`${is}, and does not declare its encoding: ${SAVE_AS_UTF_8}`);
  }
  const refuseOther = (is: string, found: string | null): never =>
    refuse(`is ${is}, and ${found ? `no list that import reads, but ${found}` : `not ${IMPORTABLE}`}`);
  if (isText) refuseOther('neither JSON nor XML nor a table', inside());
  if (!/^\s*</.test(text)) {
    const value = jsonIn(text, refuse);
    const insideJson: MapsInside = () => describeMapsInside(text, offer, value);
    if (Array.isArray(value)) refuseForeign(foreignJson(value, offer, insideJson));
    const members = asJsonMembers(value) ?? { ...jsonItemsOf(value) };
    if (LIST_READERS.some((reader) => read(reader.json?.(members, address, unread)))) return;
    refuseForeign(foreignJson(value, offer, insideJson, address));
    const keys = Object.keys(asJsonMembers(value) ?? {}).map((key) => shortenedText(key, 40));
    const names = firstNames(keys, 5);
    refuseOther(`JSON${names && ` with ${names}`}`, insideJson());
  } else
    readXml(text, refuse, (root) => {
      if (root.name === 'catalog' && root.namespaceUri === xmlNamespaceOf('datasource-catalog'))
        return mergeSourceChanges(files, root, at);
      if (LIST_READERS.some((reader) => read(reader.xml?.(root, service, unread)))) return;
      refuseForeign(foreignXml(root, offer, inside));
      refuseOther(`XML with the root <${shortenedText(root.name)}>`, inside());
    });
}

/** A service without capabilities says why, in a page or an error. */
function refuseAnswerOf(text: string, refuse: Refuse): void {
  const start = text.slice(0, TEXT_LIMITS.address);
  if (!isWebPage(start) && !isServiceError(start)) return;
  const body = start.slice(Math.max(0, start.search(/<body\b/i)));
  const said = body
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '');
  const kind = isWebPage(start) ? 'a web page' : 'an error';
  refuse(`answers with ${kind} and no capabilities, so check the address${said && `: ${shortenedText(said, 200)}`}`);
}

interface Text {
  readonly text: string;
  /** The encoding, if none is stated. Then only tables are read. */
  readonly guess?: string;
}

const SAVE_AS_UTF_8 = 'save it as UTF-8, and import that';
/** Undefined in Windows-1252, used in other encodings. */
const UNDEFINED_LETTERS = /[\x81\x8d\x8f\x90\x9d]/;
/** A sign or a capital within a word. */
const ODD_LETTERS =
  /\p{L}{0,20}\p{L}(?:[^\p{ASCII}\p{L}\p{M}\p{Zs}‐-―‘’…·©®]\p{L}|(?=[^\p{ASCII}])\p{Lu}\p{Ll})\p{L}{0,20}/u;
const ANY_LETTERS = /[\p{L}\p{M}]{0,20}[^\p{ASCII}][\p{L}\p{M}]{0,20}/u;

function textIn(body: Uint8Array, refuse: Refuse): Text {
  const unicode = unicodeTextIn(body);
  if (unicode !== null) return { text: unicode };
  const isBinary = body.some((byte) => byte < 32 && ![9, 10, 13].includes(byte));
  if (isBinary) refuse(`is binary data, and not ${IMPORTABLE}`);
  const { text, declared = '' } = declaredTextIn(body);
  // Declared wrongly: the text is not UTF-8.
  if (/^utf-?8$/i.test(declared)) refuse(`is XML that declares UTF-8, and is not in it: ${SAVE_AS_UTF_8}`);
  if (text === null) return refuse(`is XML in the encoding ${declared}, which is not read: ${SAVE_AS_UTF_8}`);
  if (declared !== '') return { text };
  const mac = decodedAs('macintosh', body);
  const hasMacLines = text.includes('\r') && !text.includes('\n');
  const isMac = (ODD_LETTERS.test(text) || hasMacLines) && !ODD_LETTERS.test(mac);
  return isMac ? { text: mac, guess: 'Mac Roman' } : { text, guess: 'Windows-1252' };
}

/** Old programs on a Mac end a line with a carriage return alone. */
const withLineFeeds = (text: string): string => (text.includes('\n') ? text : text.replaceAll('\r', '\n'));

/** As mail programs write e-mails and web pages. */
const QUOTED_PRINTABLE = /^content-transfer-encoding:\s{0,9}quoted-printable\s*$/im;

function printedText(quoted: string): string {
  return quoted.replace(/=[^\S\n]{0,9}\n/g, '').replace(/(?:=[\dA-F]{2}){1,1000}/g, (codes) => {
    const bytes = Buffer.from(codes.replaceAll('=', ''), 'hex');
    return unicodeTextIn(bytes) ?? decodedAs('windows-1252', bytes);
  });
}

/** Markdown may begin with a comment, and a configuration with `[section]`. */
const BEGINS_JSON_OR_XML =
  /^\s*(?:<(?!!--(?:(?!-->).){0,5000}-->\s*[^<\s])|\{\s*["}]|\[(?![^\n]{0,100}\]\r?\n\w{1,40}=)\s*[[\]{"\d])/s;

/** @param why ends a sentence that starts with the file's name */
type Refuse = (why: string) => never;

function readXml(text: string, refuse: Refuse, read: (root: XmlElement) => void): void {
  // Some programs write malformed XML.
  const wellFormedText = LIST_READERS.reduce((xml, { wellFormed }) => wellFormed?.(xml) ?? xml, text)
    // The declaration may name the encoding that the text had.
    .replace(/^<\?xml\s[^?>]{0,300}\?>/, '');
  try {
    withXml(Buffer.from(wellFormedText), read);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const bare = bareAmpersandIn(wellFormedText);
    if (bare !== null) refuse(`cannot be read as XML: write &amp; for & in line ${bare}`);
    const [, line, name, begun] =
      /^line (\d+): Premature end of data in tag (\S+) line (\d+)/.exec(error.message) ?? [];
    if (/Excessive depth/.test(error.message))
      refuse('is nested too deep, and so not one of the files that can be imported');
    const tag = text.slice(text.lastIndexOf('<'));
    const cut = name
      ? `it ends in line ${line}, without the </${name}> for line ${begun}; ${WHOLE_FILE}`
      : !tag.includes('>') &&
        `it ends in line ${linesOf(text)}, within the tag ${shortenedText(tag, 40)}; ${WHOLE_FILE}`;
    refuse(`cannot be read as XML: ${cut || error.message}`);
  }
}

/** The line of an `&` that begins no entity, outside of CDATA and comments. */
function bareAmpersandIn(xml: string): number | null {
  for (const { 0: found, index } of xml.matchAll(/<!\[CDATA\[.*?(?:\]\]>|$)|<!--.*?(?:-->|$)|&(?!#?\w{1,30};)/gs))
    if (found === '&') return linesOf(`${xml.slice(0, index)}&`);
  return null;
}

function jsonIn(text: string, refuse: Refuse): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const why = (error as Error).message;
    if (error instanceof TooLargeJsonError)
      return refuse(`is ${why}, and so not one of the files that can be imported`);
    // Some files have an object in each line.
    const listed = readJson(`[${text.trim().replace(/\}\r?\n\{/g, '},\n{')}]`);
    if ('value' in listed && jsonItemsOf(listed.value).length > 1) return listed.value;
    return refuse(`cannot be read as JSON: ${missingEndOf(text) ?? why}`);
  }
}

/** Null unless it is JSON that is cut off. */
export function missingEndOf(text: string): string | null {
  const missing = unclosedIn(text);
  if (missing === '') return null;
  return `it ends in line ${linesOf(text)}, without ${shortenedText(missing, 20)} after ${endOf(text)}; ${WHOLE_FILE}`;
}

const WHOLE_FILE = 'get the whole of it';
const linesOf = (text: string): number => text.trimEnd().split('\n').length;
const endOf = (text: string): string => text.trimEnd().slice(-30).replace(/\s+/g, ' ');
