/**
 * Reads one small table of a SQLite database page by page: https://www.sqlite.org/fileformat2.html.
 *
 * It knows tables with row ids and texts that fit into their page, which is what tables of names and values are made of.
 * What is stored otherwise is refused; long values of other rows are passed over without reading them.
 */
import { DamageError, DistrustError, type Pieces } from './pieces.ts';

/** The most common size of a page: then the first request brings the whole first page. */
const COMMON_PAGE = 4096;

/** How many pages are read at most: real schemas and tables of metadata have one or two each. */
const PAGE_LIMIT = 40;

/** How many bytes are read at most. */
export const SQLITE_BYTES = 1024 * 1024;

const NO_DATABASE = 'the file is no SQLite database';
const DAMAGED = 'the database is damaged';

/** What is known of the tables of a database. */
export interface Database {
  /** The names of its tables and views, in lower case. */
  readonly tables: ReadonlySet<string>;
  /** The values of a name in the table `metadata`, whose columns are name and value: at most one is usual. */
  metadata(name: string): Promise<string[]>;
}

/** Opens a database: reads its schema. */
export async function openDatabase(pieces: Pieces): Promise<Database> {
  const header = await pieces.take(0, 100, COMMON_PAGE);
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') throw new DamageError(NO_DATABASE);
  const stated = header.readUInt16BE(16);
  const pageSize = stated === 1 ? 65_536 : stated;
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) throw new DamageError(DAMAGED);
  const usable = pageSize - (header[20] as number);
  if (usable < 480) throw new DamageError(DAMAGED);
  const length = statedLength(header, pageSize);
  if (length !== null && length !== pieces.size) {
    throw new DamageError(`the database has ${pieces.size} bytes and says that it has ${length}`);
  }
  const encoding = ENCODINGS[header.readUInt32BE(56)];
  if (encoding === undefined) throw new DamageError(DAMAGED);
  const pages: PageReader = { pieces, pageSize, usable, decoder: new TextDecoder(encoding), left: PAGE_LIMIT };

  const tables = new Set<string>();
  let metadata: { readonly root: number; readonly sql: string } | null = null;
  for await (const [type, name, , root, sql] of rowsOf(pages, 1)) {
    if (typeof name !== 'string' || (type !== 'table' && type !== 'view')) continue;
    tables.add(name.toLowerCase());
    if (name.toLowerCase() !== 'metadata') continue;
    if (type === 'view') throw new DistrustError('the metadata of the database are a view, which is not read');
    if (typeof root !== 'number' || typeof sql !== 'string') throw new DamageError(DAMAGED);
    metadata = { root, sql };
  }
  return {
    tables,
    async metadata(wanted) {
      if (metadata === null) return [];
      if (!NAME_AND_VALUE.test(metadata.sql)) {
        throw new DistrustError('the table metadata of the database has other columns than name and value');
      }
      const values: string[] = [];
      for await (const [name, value] of rowsOf(pages, metadata.root)) {
        if (name !== wanted || value === null) continue;
        if (typeof value !== 'string')
          throw new DistrustError(`the metadata of the database have no text for ${wanted}`);
        values.push(value);
      }
      return values;
    },
  };
}

/** How many bytes a database says that it has; null where the counters say that an old library left that as it was. */
function statedLength(header: Buffer, pageSize: number): number | null {
  const [changes, pages, validFor] = [24, 28, 92].map((field) => header.readUInt32BE(field)) as [
    number,
    number,
    number,
  ];
  return pages > 0 && changes === validFor ? pages * pageSize : null;
}

const ENCODINGS: readonly (string | undefined)[] = [undefined, 'utf-8', 'utf-16le', 'utf-16be'];

/** A statement that creates a table whose first two columns are name and value. */
const NAME_AND_VALUE = /^CREATE TABLE\s*["'`[]?metadata["'`\]]?\s*\(\s*["'`[]?name\b[^,]*,\s*["'`[]?value\b/i;

interface PageReader {
  readonly pieces: Pieces;
  readonly pageSize: number;
  /** The bytes of a page but those reserved at its end. */
  readonly usable: number;
  readonly decoder: InstanceType<typeof TextDecoder>;
  left: number;
}

/** Text, a whole number, null, or undefined for all else: other types, and what is not in the page of the row. */
type Cell = string | number | null | undefined;

/** The rows of a table with row ids, from its root page on, in order. */
async function* rowsOf(pages: PageReader, root: number): AsyncGenerator<readonly Cell[]> {
  const pending = [root];
  const seen = new Set<number>();
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    if (number < 1 || seen.has(number)) throw new DamageError(DAMAGED);
    seen.add(number);
    if (pages.left-- <= 0) throw new DistrustError('the schema or metadata of the database take too many pages');
    const page = await pages.pieces.take((number - 1) * pages.pageSize, pages.pageSize);
    // The first page begins with the header of the file; offsets are counted from its beginning all the same.
    const start = number === 1 ? 100 : 0;
    const [type, count] = [page[start], page.readUInt16BE(start + 3)];
    if (type !== INTERIOR && type !== LEAF)
      throw new DistrustError('a table of the database is stored without row ids');
    const headerSize = type === INTERIOR ? 12 : 8;
    if (start + headerSize + 2 * count > pages.usable) throw new DamageError(DAMAGED);
    const cells = Array.from({ length: count }, (_, index) => page.readUInt16BE(start + headerSize + 2 * index));
    if (type === LEAF) {
      for (const cell of cells) yield rowAt(pages, page, cell);
      continue;
    }
    const children = [...cells.map((cell) => pageNumberAt(pages, page, cell)), page.readUInt32BE(start + 8)];
    for (const child of children.reverse()) pending.push(child);
  }
}

/** Types of pages of tables with row ids. */
const [INTERIOR, LEAF] = [0x05, 0x0d];

function pageNumberAt(pages: PageReader, page: Buffer, cell: number): number {
  if (cell + 4 > pages.usable) throw new DamageError(DAMAGED);
  return page.readUInt32BE(cell);
}

/** The row in a cell of a leaf: its length, its id, and the record, of which a long one continues on other pages. */
function rowAt(pages: PageReader, page: Buffer, cell: number): Cell[] {
  const body = page.subarray(0, pages.usable);
  const [length, afterLength] = varint(body, cell);
  const [, start] = varint(body, afterLength);
  const local = localLength(length, pages.usable);
  if (start + local > body.length) throw new DamageError(DAMAGED);
  return cellsOf(body.subarray(start, start + local), length, pages.decoder);
}

/** How many bytes of a record are in its own page; the rest is on overflow pages. */
function localLength(length: number, usable: number): number {
  if (length <= usable - 35) return length;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const most = least + ((length - least) % (usable - 4));
  return most <= usable - 35 ? most : least;
}

/** The columns of a record, of which the local part is given: a header of types, then the values. */
function cellsOf(record: Buffer, length: number, decoder: PageReader['decoder']): Cell[] {
  const [headerSize, first] = varint(record, 0);
  if (headerSize < first || headerSize > length) throw new DamageError(DAMAGED);
  const cells: Cell[] = [];
  let value = headerSize;
  for (let at = first; at < headerSize; ) {
    const [type, after] = varint(record, at);
    at = after;
    const size = sizeOf(type);
    const isLocal = value + size <= record.length;
    if (value + size > length) throw new DamageError(DAMAGED);
    cells.push(isLocal ? cellOf(type, record.subarray(value, value + size), decoder) : undefined);
    value += size;
  }
  return cells;
}

/** The bytes of a value by its type. */
function sizeOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type] as number;
}

function cellOf(type: number, bytes: Buffer, decoder: PageReader['decoder']): Cell {
  if (type === 0) return null;
  if (type >= 1 && type <= 5) return bytes.readIntBE(0, bytes.length);
  if (type === 8 || type === 9) return type - 8;
  return type >= 13 && type % 2 === 1 ? decoder.decode(bytes) : undefined;
}

/** A number of up to nine bytes, and where the next begins. Those of lengths and types are small. */
function varint(bytes: Buffer, start: number): readonly [value: number, next: number] {
  let value = 0;
  for (let index = 0; index < 9; index++) {
    const byte = bytes[start + index];
    if (byte === undefined) throw new DamageError(DAMAGED);
    value = index === 8 ? value * 256 + byte : value * 128 + (byte & 0x7f);
    if (byte < 0x80 || index === 8) return [value, start + index + 1];
  }
  throw new DamageError(DAMAGED);
}
