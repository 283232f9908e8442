/**
 * Reads separated values, the notation of a wiki, or a list of links. It is longer than other readers, because people
 * write the cells, each in their own way.
 */

import { type JsonObject, withoutUndefined } from '../../../contract/base/json-values.ts';
import { MEBIBYTE } from '../../../contract/base/limits.ts';
import { firstNames, plural, shortenedText, withThousands } from '../../../contract/base/text.ts';
import { edgesIn, meansWorld } from '../../../contract/maps/bounding-boxes.ts';
import { splitServiceRequest } from '../../../contract/maps/get-map.ts';
import { kindOfCategory, LAYER_CATEGORIES } from '../../../contract/maps/layer-categories.ts';
import { MAP_TYPES, NEW_TYPES, typeTraits } from '../../../contract/maps/map-types.ts';
import { namesWebMercator, withAuthority } from '../../../contract/maps/web-mercator.ts';
import tileserver from '../../../schemas/catalog/tileserver.json' with { type: 'json' };
import { isCode } from '../../map-types/snippet.ts';
import { isTemplate } from '../../tile-url/template-pieces.ts';
import { languageMeant, truthOf, valuesMeantBy } from '../../validate/meant-values.ts';
import { layerDateOf } from '../stated/editor-layers.ts';
import { statedAreaOfBox } from '../stated/stated-area.ts';
import { countriesIn, onlyCountriesIn } from '../stated/stated-countries.ts';
import {
  asStatedInteger,
  creditOf,
  joinedRemarks,
  type ListReader,
  type StatedMap,
  type StatedType,
  sharedMembersIn,
  statesOverlay,
  tileSizeOf,
  withProblem,
} from '../stated/stated-map.ts';
import { type Column, columnOf } from './columns.ts';
import {
  asMarkdown,
  isOfMap,
  linkRows,
  MAX_ROWS,
  markedRows,
  ROW_LENGTH,
  type Row,
  type Rows,
  separatedRows,
  withoutComments,
  withoutStruck,
  withRepeated,
} from './rows.ts';
import { differingColumns, withDecimalPoint, zoomsIn } from './zoom-columns.ts';

/** In characters. */
const MAX_LENGTH = 8 * MEBIBYTE;
/** A title may be above the names of columns. */
const HEAD_ROWS = 20;
const KINDS = tileserver.properties.kind.enum;
const FORMATS = ['image/png', 'image/jpeg', 'image/webp'];
const SERVICES = NEW_TYPES.filter((type) => typeTraits(type)?.addresses.includes('service'));
const NEEDS_LAYERS = new Set(SERVICES.filter((type) => typeTraits(type)?.needed?.includes('layers')));
/** At least three characters: two letters are the code of a country. */
const AREA_NAME = /^(?=...)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const AREAS = ': write a country, world, west,south,east,north, or the name of a file in areas/ of the catalog';
const LANGUAGE = /^[a-z]{2,3}(?:-\w{2,8})?$/;

export const SPREADSHEET_READER: ListReader = {
  reads: 'a table (CSV, TSV, Markdown or of a wiki) or list of links',
  text(written, _name, unread) {
    if (isCode(written)) return null;
    const text = withoutComments(written);
    if (text.length > MAX_LENGTH)
      return text.slice(0, ROW_LENGTH).includes('\n')
        ? 'is a text of more than 8 MiB; divide the table'
        : `is a text whose first line has more than ${withThousands(ROW_LENGTH)} characters, and so no table; save its rows as lines`;
    const marked = markedRows(text);
    const list = linkRows(marked?.rest ?? text, marked !== null);
    const isMarked = marked !== null || list !== null;
    const rows = [...(marked?.rows ?? []), null, ...(list ?? [])];
    const tables = isMarked ? [{ rows, separator: ' | ' }] : [...separatedRows(text.trimEnd())];
    const found = tables.flatMap((table) => ('rows' in table ? { ...table, count: columnCount(table.rows) } : []));
    const best = found.reduce((most, one) => (one.count > most.count ? one : most), { rows: [] as Rows, count: 0 });
    if (best.rows.length > MAX_ROWS) return `has more than ${withThousands(MAX_ROWS)} rows; divide the table`;
    if (best.count > 0) {
      const lost = isMarked ? linesWithMaps(marked?.rest ?? text, list) : [];
      const maps = mapsIn(withRepeated(best.rows), isMarked, !text.endsWith('\n'), lost);
      if (lost.length > 0)
        unread(
          `${plural(lost.length, 'line')} with addresses and without names of columns (${firstNames(lost.map(String), 5)})`,
        );
      return maps.length > 0
        ? maps.toSorted((one, other) => Number(one.path[1]) - Number(other.path[1]))
        : 'is a table with the names of its columns, and without a row for a map below them';
    }
    const [broken] = tables.flatMap((table) => ('problem' in table ? [table.problem] : []));
    const [head = ''] = text.split('\n', 1);
    if (broken && isHead(head.split(/[,;\t|]/).map((name) => name.replace(/^"|"\s*$/g, ''))))
      return `is a table that cannot be read: ${broken}`;
    return found.flatMap((table) => withoutHead(table.rows, table.separator, isMarked) ?? [])[0] ?? null;
  },
};

/** Of maps, outside of tables and lists. */
function linesWithMaps(text: string, list: Rows | null): number[] {
  const read = new Set(list?.map((row) => row?.number));
  return text.split(/\r?\n/).flatMap((line, index) => {
    const [address] = /https?:\/\/[^\s<>`"|]{1,1000}/i.exec(line.slice(0, ROW_LENGTH)) ?? [];
    return address && !read.has(index + 1) && isOfMap(address) ? index + 1 : [];
  });
}

/** What the columns of a table with addresses need; null for other text. */
function withoutHead(rows: Rows, separator: string, isMarked: boolean): string | null {
  const isAddress = (cell: string): boolean => /^https?:\/\/\S+$/i.test(isMarked ? addressIn(cell) : cell);
  const at = rows.findIndex(
    (row, index) => index < HEAD_ROWS && row?.cells[1] !== undefined && row.cells.some(isAddress),
  );
  const cells = rows[at]?.cells;
  if (!cells) return null;
  const above = rows.slice(rows.lastIndexOf(null, at) + 1, at).map((row) => namesOf(row?.cells ?? []));
  const names = above
    .filter((one) => one.filter(Boolean).length > 1 && !one.join().includes('://'))
    .reduce<readonly string[] | null>((best, one) => (best && knownIn(best) > knownIn(one) ? best : one), null);
  const columns = names?.map(columnOf) ?? [];
  const places = {
    name: cells.findIndex((cell, index) => !columns[index] && /\p{L}/u.test(cell) && !isAddress(cell)),
    url: cells.findIndex((cell, index) => !columns[index] && isAddress(cell)),
  };
  const missing = (['name', 'url'] as const).filter((one) => !NEEDED[one].some((column) => columns.includes(column)));
  if (!names || missing.length === 0) {
    const example = guessedNames(cells, isAddress).join(separator === '\t' ? '<tab>' : separator);
    return `looks like a table, and no line at its top names its columns; write a line such as ${example} at its top`;
  }
  const ways = missing.map((one) => {
    const name = shortenedText(names[places[one]] ?? '', 40);
    if (name !== '') return `call ${JSON.stringify(name)} ${one}`;
    return places[one] < 0 ? `add one that is called ${one}` : `write ${one} above column ${places[one] + 1}`;
  });
  const lacked = missing.map((one) => ({ name: 'the names', url: 'the addresses' })[one]).join(' or ');
  return `looks like a table, and no column has ${lacked}: ${ways.join(' and ')}`;
}

/** A name for each column of a row, each once; `-` for others. */
function guessedNames(cells: readonly string[], isAddress: (cell: string) => boolean): string[] {
  const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
  const guesses: string[] = filled.map((cell) => {
    if (isAddress(cell)) return 'url';
    if (/©|\(c\)/i.test(cell)) return 'attribution';
    return /^\d\d?$/.test(cell) ? 'maxZoom' : /\p{L}/u.test(cell) ? 'name' : '-';
  });
  // A number of the row, or the lowest level, comes before the highest.
  const placeOf = (guess: string): number =>
    guess === 'maxZoom' ? guesses.lastIndexOf(guess) : guesses.indexOf(guess);
  return guesses.map((guess, index) => (placeOf(guess) === index ? guess : '-'));
}

const NEEDED: Record<'name' | 'url', readonly Column[]> = { name: ['name', 'id'], url: ['url', 'style'] };

/** Of columns, as people see them. */
const namesOf = (cells: readonly string[]): string[] => cells.map(plainText);

const knownIn = (names: readonly string[]): number => names.filter((name) => columnOf(name)).length;

/** A row with an address is no head, even if it looks like one: a map may be called Map, and be of the type xyz. */
const isHead = (cells: readonly string[]): boolean => {
  if (cells.some((cell) => cell.includes('://') || isTemplate(cell))) return false;
  const columns = namesOf(cells).map(columnOf);
  return Object.values(NEEDED).every((needed) => needed.some((one) => columns.includes(one)));
};

function columnCount(rows: Rows): number {
  const heads = rows.filter(
    (row, index) => row && (index < HEAD_ROWS || rows[index - 1] === null) && isHead(row.cells),
  );
  return heads.reduce((most, row) => Math.max(most, knownIn(namesOf(row?.cells ?? []))), 0);
}

interface Head {
  readonly names: readonly string[];
  readonly columns: readonly (Column | undefined)[];
}

/** @param isOpen the last row may be cut off @param lost gets rows with an address and without a head */
function mapsIn(rows: Rows, isMarked: boolean, isOpen: boolean, lost: number[]): StatedMap[] {
  let head: Head | null = null;
  let headIndex = -1;
  return rows.flatMap((row, index) => {
    const isShort = (at: number): boolean => (rows[at]?.cells.length ?? 0) < (head?.names.length ?? 0);
    const isCut = !isMarked && isOpen && index === rows.length - 1 && isShort(index) && !isShort(index - 1);
    if (row === null) head = null;
    else if ((head === null || headIndex === index - 1) && isHead(row.cells)) {
      head = headOf(namesOf(row.cells), head?.names);
      headIndex = index;
    } else if (head === null) {
      if (row.cells.some((cell) => cell.includes('://'))) lost.push(row.number);
    } else if (row.cells.some((cell) => cell !== ''))
      return [{ ...mapOf(row, head), ...withProblem(rowProblem(row.cells, head.names.length, isMarked, isCut)) }];
    return [];
  });
}

/** A head of two rows: `Zoom` above `max` is `Zoom max`. */
function headOf(below: readonly string[], above: readonly string[] = below): Head {
  const names = below.map((name, index) => (above[index] === name ? name : `${above[index] ?? ''} ${name}`.trim()));
  return { names, columns: names.map(columnOf) };
}

function rowProblem(cells: readonly string[], count: number, isMarked: boolean, isCut: boolean): string | null {
  const way = isMarked ? 'write as many as there are columns' : 'put quotes around a cell that has the separator in it';
  const isLong = cells.slice(count).some((cell) => cell !== '');
  const [, other] = /^[^,;\t|]{1,200}([,;\t|]).*:\/\//.exec((cells.length === 1 && count > 1 && cells[0]) || '') ?? [];
  if (other && !isMarked)
    return `its cells have ${JSON.stringify(other)} between them, and the names of the columns do not: write the same there`;
  return isCut
    ? 'the file ends within its row'
    : isLong
      ? `its row has ${cells.length} cells for ${count} columns: ${way}`
      : null;
}

/** People see the last part of a wiki's template: `{{tl|OSM}}`; nothing of an anchor. */
const shownText = (cell: string): string =>
  withoutStruck(asMarkdown(cell)).replace(/\{\{(?:(?:anchor|anker)\|[^{}]*|(?:[^{}]*\|)?([^{}|]*))\}\}/gi, '$1');

const BREAK = /<br\s{0,9}\/?>/gi;
const BREAK_BEFORE_ADDRESS = /<br\s{0,9}\/?>(?=\s{0,9}https?:)/gi;

/** Without links, and marks of code or bold. */
const plainText = (cell: string): string =>
  shownText(cell)
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .replace(BREAK, '\n')
    .trim();

/** All addresses of several links: a map with these is refused. */
function addressIn(cell: string): string {
  const text = withoutStruck(asMarkdown(cell));
  const links = Array.from(text.matchAll(/\]\((\S+)\)/g), ([, address]) => address);
  const written = text.replace(BREAK_BEFORE_ADDRESS, '\n').replace(BREAK, '');
  return links.join('\n') || written.replace(/^[[<`]+|[\]>`]+$/g, '').trim();
}

const itemsIn = (cell: string): string[] =>
  cell
    .split(/[,;|\n]+|\s\/\s/)
    .map((item) => item.trim())
    .filter((item) => item !== '');

function mapOf({ number, cells }: Row, { names, columns }: Head): StatedMap {
  const cell = (column: Column): string => cells.find((text, index) => text !== '' && columns[index] === column) ?? '';
  const text = (column: Column): string => plainText(cell(column));
  const list = (column: Column): string[] | undefined => (text(column) ? itemsIn(text(column)) : undefined);
  // Columns that the catalog does not know. Some decide whether and how a map is imported.
  const others = Object.fromEntries(
    names.flatMap((name, index) => (columns[index] || !cells[index] ? [] : [[name, plainText(cells[index])]])),
  );
  const nameOf = (column: Column | undefined): string => JSON.stringify(names[columns.indexOf(column)]);
  const zooms = zoomsIn(text, nameOf);
  // People write Overlay as the kind or type.
  const [overlayWord = '', kind = '', type = ''] = (['overlay', 'kind', 'type'] as const).map(text);
  const roles = [truthOf(overlayWord), ...[overlayWord, kind, type].map(statesOverlay)];
  const isOverlay = roles.find((role) => role !== undefined);
  const isActive = truthOf(text('active'));
  const isWorld = [text('area'), text('countries')].some(meansWorld);
  const edges = (['west', 'south', 'east', 'north'] as const).map((edge) => withDecimalPoint(text(edge)));
  const area = isWorld ? 'world' : statedAreaOfBox(edgesIn(text('area')) ?? edges);
  const place = area ? '' : text('area');
  const isName = AREA_NAME.test(place);
  const namedCountries = isName ? undefined : onlyCountriesIn(place);
  const readings = Object.entries({
    minZoom: zooms.minZoom,
    maxZoom: zooms.maxZoom,
    zooms: zooms.isRange || null,
    tileSize: numberIn(text('tileSize')),
    overlay: isOverlay ?? null,
    active: isActive ?? null,
    area: isName || namedCountries || place === '' ? true : null,
  }) as [Column, unknown][];
  const odd = readings.flatMap(([column, value]) => (value === null && text(column) ? column : []));
  const shown = odd.map((column) => `${nameOf(column)} (${JSON.stringify(shortenedText(text(column)))})`).join(' and ');
  const urls = cells.filter((one, index) => columns[index] === 'url' && one !== '');
  const addresses = new Set(urls.map(addressIn).filter((address, index) => index === 0 || isOfMap(address)));
  const twice = columns.flatMap((column, index) => {
    const isOther = column && cells[index] && cells[index] !== cell(column);
    return isOther && (column !== 'url' || addresses.size < 2)
      ? differingColumns(nameOf(column), JSON.stringify(names[index]))
      : [];
  });
  const isStruck = [cell('name'), ...urls].some((one) => one !== '' && withoutStruck(asMarkdown(one)).trim() === '');
  // A zoom level that cannot be read is a problem: --max-zoom must not replace it.
  const [oddZoom] = (['zooms', 'maxZoom'] as const).filter((column) => text(column) && zooms.maxZoom === null);
  const style = addressIn(cell('style'));
  const codes = itemsIn(text('crs').replace(/(?<!:)\s(?=(?:EPSG|CRS):|\d{4,6}\b)/gi, ','));
  const crs = codes.map((code) => (namesWebMercator(code) ? 'EPSG:3857' : withAuthority(code)));
  const typed = typeOf(statesOverlay(type) === undefined ? type : '', [...addresses].join('\n'), style, {
    layers: list('layers'),
    styles: list('styles'),
    format: valuesMeantBy(text('format'), FORMATS)[0] ?? (text('format') || undefined),
    version: text('version') || undefined,
    crs: codes.length > 0 ? crs : undefined,
    transparent: truthOf(text('transparent')),
  });
  const shared = sharedMembersIn({ ...others, headers: list('needs') ?? [], ...(typed.type ? {} : { crs }) }, '');
  return {
    ...shared,
    path: ['row', number],
    name: text('name') || plainText(asMarkdown(cell('name')).replaceAll('~~', '')) || text('id'),
    hosts: list('hosts') ?? null,
    subdomains: list('subdomains')?.flatMap((one) => (/^[a-h]{2,8}$/.test(one) ? [...one] : one)) ?? null,
    minZoom: zooms.minZoom ?? shared.minZoom,
    maxZoom: zooms.maxZoom ?? shared.maxZoom,
    copyright: text('copyright'),
    credit: creditOf(linked(cell('credit') || cell('copyright'))),
    creditUrl: addressIn(cell('creditUrl')) || undefined,
    area,
    ...(isOverlay === undefined ? {} : { isOverlay }),
    known: {
      kind: Object.hasOwn(LAYER_CATEGORIES, kind)
        ? kindOfCategory(kind)
        : (kindIn(kind) ?? ((statesOverlay(kind) === undefined && kind) || kindIn(type))),
      countries: area
        ? undefined
        : (namedCountries ?? (text('countries') ? countriesIn(text('countries')) : undefined)),
      area: isName ? place : undefined,
      provider: text('provider') || undefined,
      terms: addressIn(cell('terms')) || undefined,
      privacy: addressIn(cell('privacy')) || undefined,
      licence: addressIn(cell('licence')) || undefined,
      since: dateIn(text('since')),
      until: dateIn(text('until')),
      updates: dateIn(text('updates')),
      tileSize: tileSizeOf(numberIn(text('tileSize'))),
      languages: list('languages')?.map((one) => (LANGUAGE.test(one) ? one : (languageMeant(one) ?? one))),
    },
    ...(isActive === false ? { isOff: true } : {}),
    ...typed,
    ...withProblem(
      joinedRemarks(
        shared.problem,
        typed.problem ?? null,
        isStruck && 'it is struck through',
        oddZoom !== undefined &&
          `its highest zoom level, ${JSON.stringify(shortenedText(text(oddZoom)))}, is not understood: write a number`,
      ),
    ),
    remark: joinedRemarks(
      shown && `what it states in ${shown} is not understood${odd.includes('area') ? AREAS : ''}`,
      ...twice,
      ...zooms.remarks,
    ),
  };
}

/** Without a type, an address with layers is a service's if it has no placeholders. */
function typeOf(type: string, url: string, style: string, service: JsonObject): StatedType & { url: string } {
  const name = type.toLowerCase().replace(/[^a-z]/g, '');
  const isDrawn = service['layers'] !== undefined && !url.includes('{');
  const drawing = SERVICES.find((one) => (name === '' ? isDrawn && NEEDS_LAYERS.has(one) : one === name));
  if (drawing) {
    const { service: plain } = splitServiceRequest(url);
    const members = withoutUndefined(isDrawn ? { service: plain, ...service } : { crs: service['crs'] });
    return { url: isDrawn ? plain : url, type: drawing, typeMembers: members };
  }
  // In lists for editors, tms means xyz; in a catalog, rows are counted from the south.
  if (name === 'tms' && url.includes('#{tiley}')) return { url: url.replace('#{tiley}', '{-y}') };
  if (name === 'tms' && isTemplate(url) && !url.includes('{-y}')) return { url, problem: AMBIGUOUS };
  if (/^(?:maplibre|mapbox)?(?:style|stil)$/.test(name)) return { url, type: 'vector', typeMembers: { style: url } };
  if (/^(?:vector|vektor|mvt|pbf)/.test(name) || (name === '' && style !== ''))
    return { url: url || style, type: 'vector', typeMembers: style ? { style } : {} };
  const isKnown = name === '' || OTHER_TYPES.test(name) || typeTraits(name) !== undefined || kindIn(type) !== undefined;
  const unknown = `it is of the type ${JSON.stringify(type)}, and the catalog has ${Object.keys(MAP_TYPES).join(', ')}`;
  return { url, ...withProblem(isKnown ? null : unknown) };
}

const AMBIGUOUS =
  'tms can mean two things: write {-y} in its address if rows count from the south, or else xyz as its type';

const OTHER_TYPES = /^(?:zxy|slippy|raster|tiles?|wmts|kacheln?)/;

const numberIn = (text: string): number | null =>
  asStatedInteger(withDecimalPoint(text).replace(/\s?(?:px|pixels?)$/i, ''));

const kindIn = (text: string): string | undefined => valuesMeantBy(text, KINDS)[0];

/** 31.12.2026 is 2026-12-31. */
function dateIn(text: string): string | number | undefined {
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  return layerDateOf(year ? [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-') : text);
}

/** Markdown's links become HTML, as in other lists. */
const linked = (cell: string): string =>
  shownText(cell).replace(/\[([^[\]]*)\]\((https?:[^()\s"]*)\)/g, '<a href="$2">$1</a>');
