/**
 * See https://www.sqlite.org/fileformat2.html for offsets and numbers. Reads only tables with row ids and texts on
 * their page, such as names and values. Skips longer values unread.
 */
import { checkBeginning, DamageError, DistrustError, type Pieces } from './pieces.ts';

/** The usual size: one request brings the first page. */
const COMMON_PAGE = 4096;

/** Real schemas and metadata have one or two. */
const PAGE_LIMIT = 40;

export const SQLITE_BYTES = 1024 * 1024;

const DAMAGED = 'the database is damaged';

/** Reads columns `name` and `value` of `metadata`. */
export async function sqliteMetadataOf(pieces: Pieces, wanted: string): Promise<string[]> {
  const pages = await openPages(pieces);
  const values: string[] = [];
  // Page 1 is the schema: type, name, table's name, its first page.
  for await (const [type, table, , root] of rowsOf(pages, 1)) {
    if (type !== 'table' || table !== 'metadata' || typeof root !== 'number') continue;
    for await (const [name, value] of rowsOf(pages, root))
      if (name === wanted && typeof value === 'string') values.push(value);
  }
  return values;
}

async function openPages(pieces: Pieces): Promise<PageReader> {
  checkBeginning(await pieces.begin(100, COMMON_PAGE), 'SQLite format 3\0', 'a SQLite database');
  const header = await pieces.take(0, 100);
  const stated = header.readUInt16BE(16);
  // Two bytes: 1 means 65,536.
  const pageSize = stated === 1 ? 65_536 : stated;
  const usable = pageSize - (header[20] as number);
  const encoding = [undefined, 'utf-8', 'utf-16le', 'utf-16be'][header.readUInt32BE(56)];
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0 || usable < 480 || encoding === undefined)
    throw new DamageError(DAMAGED);
  // The number of pages is valid only with equal change counters: old libraries do not update it.
  const [changes, pageCount, validFor] = [24, 28, 92].map((field) => header.readUInt32BE(field));
  const length = pageCount && changes === validFor ? pageCount * pageSize : pieces.size;
  if (length !== pieces.size)
    throw new DamageError(`the database has ${pieces.size} bytes but states that it has ${length}`);
  return { pieces, pageSize, usable, decoder: new TextDecoder(encoding), pagesLeft: PAGE_LIMIT };
}

interface PageReader {
  readonly pieces: Pieces;
  readonly pageSize: number;
  /** Without bytes for extensions. */
  readonly usable: number;
  readonly decoder: InstanceType<typeof TextDecoder>;
  pagesLeft: number;
}

/** Undefined for other types, and outside of the row's page. */
type Cell = string | number | undefined;

const [INTERIOR, LEAF] = [0x05, 0x0d];

async function* rowsOf(pages: PageReader, root: number): AsyncGenerator<readonly Cell[]> {
  const pending = [root];
  const seen = new Set<number>();
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    if (number < 1 || seen.has(number)) throw new DamageError(DAMAGED);
    seen.add(number);
    if (pages.pagesLeft-- <= 0) throw new DistrustError('the schema or metadata of the database take too many pages');
    const page = await pages.pieces.take((number - 1) * pages.pageSize, pages.pageSize);
    // The file's header comes first; offsets count from the page's beginning.
    const start = number === 1 ? 100 : 0;
    const [type, count] = [page[start], page.readUInt16BE(start + 3)];
    if (type !== INTERIOR && type !== LEAF)
      throw new DistrustError('a table of the database is stored without row ids');
    const cellsAt = start + (type === INTERIOR ? 12 : 8);
    const body = page.subarray(0, pages.usable);
    if (cellsAt + 2 * count > body.length) throw new DamageError(DAMAGED);
    const cells = Array.from({ length: count }, (_, index) => body.readUInt16BE(cellsAt + 2 * index));
    if (type === LEAF) {
      for (const cell of cells) yield rowAt(body, cell, pages.decoder);
      continue;
    }
    if (cells.some((cell) => cell + 4 > body.length)) throw new DamageError(DAMAGED);
    const children = [...cells.map((cell) => body.readUInt32BE(cell)), body.readUInt32BE(start + 8)];
    for (const child of children.reverse()) pending.push(child);
  }
}

function rowAt(body: Buffer, cell: number, decoder: PageReader['decoder']): Cell[] {
  const [length, afterLength] = varint(body, cell);
  const [_rowId, start] = varint(body, afterLength);
  const record = body.subarray(start, start + localLength(length, body.length));
  const [headerSize, first] = varint(record, 0);
  if (start + localLength(length, body.length) > body.length || headerSize < first || headerSize > length)
    throw new DamageError(DAMAGED);
  const cells: Cell[] = [];
  let value = headerSize;
  for (let at = first; at < headerSize; ) {
    const [type, after] = varint(record, at);
    at = after;
    const end = value + sizeOf(type);
    if (end > length) throw new DamageError(DAMAGED);
    cells.push(end <= record.length ? cellOf(type, record.subarray(value, end), decoder) : undefined);
    value = end;
  }
  return cells;
}

/** Overflow pages have the rest. */
function localLength(length: number, usable: number): number {
  if (length <= usable - 35) return length;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const most = least + ((length - least) % (usable - 4));
  return most <= usable - 35 ? most : least;
}

/** In bytes, by type. */
function sizeOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type] as number;
}

function cellOf(type: number, bytes: Buffer, decoder: PageReader['decoder']): Cell {
  if (type >= 1 && type <= 5) return bytes.readIntBE(0, bytes.length);
  if (type === 8 || type === 9) return type - 8;
  return type >= 13 && type % 2 === 1 ? decoder.decode(bytes) : undefined;
}

function varint(bytes: Buffer, start: number): readonly [value: number, next: number] {
  let value = 0;
  for (let index = 0; index < 9; index++) {
    const byte = bytes[start + index];
    if (byte === undefined) break;
    value = index === 8 ? value * 256 + byte : value * 128 + (byte & 0x7f);
    if (byte < 0x80 || index === 8) return [value, start + index + 1];
  }
  throw new DamageError(DAMAGED);
}
