/** Rows of tables; null separates tables. It is longer than other readers, because wikis have four notations. */
import { CsvError, parse } from 'csv-parse/sync';
import { TEXT_LIMITS } from '../../../contract/base/limits.ts';
import { mapOfAddress } from '../../map-types/map-address.ts';

export interface Row {
  /** The number of the row as a spreadsheet counts; in other text, of the line. */
  readonly number: number;
  readonly cells: readonly string[];
}
export type Rows = readonly (Row | null)[];

const SEPARATORS = [',', ';', '\t', '|'];

/** In characters: 15 of a spreadsheet's longest cells (32,767). */
export const ROW_LENGTH = 500_000;
const MAX_CELLS = 200;
export const MAX_ROWS = 10_000;
const OPTIONS = { to: MAX_ROWS + 2, relaxColumnCount: true, relaxQuotes: true, maxRecordSize: ROW_LENGTH };

const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'the quoted cell that begins in line {line} does not end; save or download the whole file',
  CSV_MAX_RECORD_SIZE: 'line {line} is longer than a row can be; its quotes may not match',
};

interface SeparatedRows {
  readonly rows: Rows;
  readonly separator: string;
}

/** Tries each separator in turn. A separator is wrong if a quoted cell does not end. */
export function* separatedRows(text: string): Generator<SeparatedRows | { readonly problem: string }, void, undefined> {
  // In files for Excel, the first line may state the separator.
  const [stated = '', separator] = /^sep=(.)\r?\n/i.exec(text.slice(0, 20)) ?? [];
  const body = text.slice(stated.length);
  for (const delimiter of separator ? [separator] : SEPARATORS) {
    try {
      const records: string[][] = parse(body, { ...OPTIONS, delimiter });
      const first = stated ? 2 : 1;
      const rows = records.map((cells, index) => ({
        number: index + first,
        cells: cells.slice(0, MAX_CELLS).map(limited),
      }));
      yield { rows, separator: delimiter };
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      const [, line = ''] = /line (\d+)/.exec(error.message) ?? [];
      const problem = PROBLEMS[error.code] ?? error.message.replace(/, got .*/s, '');
      yield { problem: problem.replace('{line}', line) };
    }
  }
}

/** Tables of Markdown, MediaWiki, DokuWiki and Jira, and the text without them; null for other text. */
export function markedRows(text: string): { readonly rows: Rows; readonly rest: string } | null {
  const lines = text.split(/\r?\n/);
  if (lines.some((line) => line.startsWith('{|'))) {
    let isTable = false;
    const rest = lines.map((line) => {
      isTable = line.trim().startsWith('{|') || (isTable && !line.trim().startsWith('|}'));
      return isTable ? '' : line;
    });
    return { rows: mediaWikiRows(lines), rest: rest.join('\n') };
  }
  const isMarked = lines.some(
    (line) => isRule(line) || /^(?:\^|\|\|).*(?:\^|\|\|)\s*$/.test(line.slice(0, ROW_LENGTH)),
  );
  if (!isMarked) return null;
  const isRow = (line: string): boolean => line.startsWith('^') || (line.includes('|') && !BULLET.test(line));
  const rows = lines.flatMap((line, index) => {
    if (isRule(line)) return [];
    return isRow(line) ? [{ number: index + 1, cells: cellsOfLine(line.trim()) }] : [null];
  });
  return { rows, rest: lines.map((line) => (isRow(line) ? '' : line)).join('\n') };
}

const BULLET = /^\s*(?:[-*+#]|\d{1,4}[.)])\s+\S/;

const isRule = (line: string): boolean => /^[\s|+:=-]+$/.test(line) && /[-=]/.test(line) && /[|+]\s*$|\|/.test(line);

function cellsOfLine(line: string): string[] {
  const separator = line.startsWith('||') ? '||' : '|';
  // In DokuWiki, ^ begins the cells of a head.
  const plain = line.startsWith('^') ? line.replaceAll('^', '|') : line;
  const cells = plain.replace(BAR_WITHIN, (whole) => whole.replace(/\\?\|/g, '\u0000')).split(separator);
  const shown = plain.startsWith('|') ? cells.slice(1) : cells;
  return shown.slice(0, MAX_CELLS).map((cell) => limited(cell.replaceAll('\u0000', '|')));
}

/** In a link, a template or unformatted text of DokuWiki, a link of Jira, or escaped. */
const BAR_WITHIN = /\[\[[^[\]]*\]\]|\{\{[^{}]*\}\}|%%.*?%%|\[[^[\]|]*\|https?:[^[\]|]*\]|\\\|/gi;

function mediaWikiRows(lines: readonly string[]): Rows {
  const rows: ({ number: number; cells: SpannedCell[] } | null)[] = [];
  for (const [index, line] of lines.map((one) => one.trim()).entries()) {
    const row = rows.at(-1);
    const last = row?.cells.at(-1);
    if (rows.length > MAX_ROWS) break;
    if (line.startsWith('|}')) rows.push(null);
    else if (line.startsWith('{|')) rows.push(null, { number: index + 1, cells: [] });
    else if (line.startsWith('|-')) rows.push({ number: index + 1, cells: [] });
    else if (/^[|!](?!\+)/.test(line)) {
      const cells = line.slice(1).split(line.startsWith('!') ? /!!|\|\|/ : '||');
      for (const cell of row ? cells.slice(0, MAX_CELLS - row.cells.length) : [])
        row?.cells.push(spannedCell(limited(cell)));
    } else if (last) last.text = limited(`${last.text}\n${line}`);
  }
  return withSpans(rows);
}

interface SpannedCell {
  text: string;
  readonly columns: number;
  readonly rows: number;
}

/** `style="…" rowspan="2" | text` */
function spannedCell(cell: string): SpannedCell {
  const [, attributes = '', text = cell] = /^([^|[{<]*=[^|[{<]*)\|(.*)$/s.exec(cell) ?? [];
  const span = (pattern: RegExp): number => Number(pattern.exec(attributes)?.[1] ?? 1);
  const columns = span(/\bcolspan ?= ?["']?(\d{1,4})/i);
  return { text: text.trim(), columns, rows: span(/\browspan ?= ?["']?(\d{1,4})/i) };
}

/** Each spanned column and row gets the cell's text. */
function withSpans(rows: readonly ((Omit<Row, 'cells'> & { cells: readonly SpannedCell[] }) | null)[]): Rows {
  let above: (SpannedCell | undefined)[] = [];
  return rows.map((row) => {
    // Wikis skip a row without cells: spans go on in the next.
    if (row?.cells.length === 0) return { ...row, cells: [] };
    const spanning: typeof above = [];
    const cells: string[] = [];
    const add = (cell: SpannedCell): void => {
      if (cell.rows > 1) spanning[cells.length] = { ...cell, rows: cell.rows - 1 };
      cells.push(cell.text);
    };
    const addSpanning = (): void => {
      for (let cell = above[cells.length]; cell; cell = above[cells.length]) add(cell);
    };
    for (const cell of row?.cells ?? [])
      for (let column = 0; column < cell.columns && cells.length < MAX_CELLS; column++) {
        addSpanning();
        add(cell);
      }
    addSpanning();
    above = spanning;
    return row && { ...row, cells };
  });
}

/** `:::` in DokuWiki, and signs by which people repeat the cell above. */
const AS_ABOVE = /^(?::::|["″〃„“”]|ditto|dito)$/i;

export function withRepeated(rows: Rows): Rows {
  let above: readonly string[] = [];
  return rows.map((row) => {
    above = row?.cells.map((cell, index) => (AS_ABOVE.test(cell) ? (above[index] ?? '') : cell)) ?? [];
    return row && { ...row, cells: above };
  });
}

/** No column of the catalog: what nothing else reads. */
const WORDS_BEHIND = 'the words after an address';

/**
 * `- [name](address) more` and `- name: address more`, also in MediaWiki, as rows with a head. Null without any.
 *
 * @param isBeside beside a table, where other links than those of maps are usual
 */
export function linkRows(text: string, isBeside = false): Rows | null {
  const links = text.split(/\r?\n/).flatMap((line, index) => {
    const [, bullet = '', item] = /^\s*([-*+#]|\d{1,4}[.)])\s*(?:\[[ x]\]\s+)?(\S.*)$/i.exec(limited(line)) ?? [];
    const written = asMarkdown(item ?? '');
    const [, struck] = /^~~(.*?:\/\/.*?)~~/.exec(written) ?? [];
    const plain = struck ?? withoutStruck(written).trim();
    const marked = /^\**\[([^[\]]*)\]\((\S*)\)(.*)$/.exec(plain);
    const [, name, address, more = ''] = marked ?? (bullet === '#' ? null : writtenLink(plain)) ?? [];
    if (name === undefined || address === undefined) return [];
    const [another = ''] = /https?:\/\/[^\s<>`"|]{1,1000}?(?:\{|%7B)[^\s<>`"|]*/i.exec(more) ?? [];
    return [
      {
        number: index + 1,
        isMap: (marked !== null && !isBeside) || isOfMap(address),
        cells: [struck === undefined ? name : `~~${name}~~`, `${address} ${another}`.trim(), ...factsIn(more)],
      },
    ];
  });
  if (!links.some(({ isMap }) => isMap)) return null;
  return [{ number: 0, cells: ['name', 'url', 'zooms', 'attribution', WORDS_BEHIND] }, ...links];
}

/** Of tiles, or of a service. */
export const isOfMap = (address: string): boolean => /\{|%7B/i.test(address) || mapOfAddress({ url: address }) !== null;

/** `name: address more`; the address may be in angle brackets, or code. */
function writtenLink(item: string): readonly string[] | null {
  const [written] = /https?:\/\/[^\s<>`"|]+/i.exec(item) ?? [];
  if (written === undefined) return null;
  const at = item.indexOf(written);
  const address = written.replace(/[.,;:)]{1,5}$/, '');
  const name = item.slice(0, at).replace(/[\s:<`(=*–—-]{1,20}$/, '');
  return [
    item,
    name.replace(/^\*{1,3}/, ''),
    address,
    item.slice(at + address.length).replace(/^[\s>`.,;:)]{1,20}/, ''),
  ];
}

const ZOOMS_IN_TEXT =
  /[\s,;(]{0,5}\b(?:max\.? ?|bis ?|up to ?)?zoom(?:stufen?|s| ?levels?)?:? ?(\d{1,2}(?: ?(?:-|–|to|bis) ?\d{1,2})?)(?!\d)\)?/i;
/** `(0-18)` */
const ZOOMS_IN_BRACKETS = /\(z?(\d{1,2} ?[-–] ?\d{1,2})\)/i;

function factsIn(more: string): readonly string[] {
  const [stated = '', zooms = ''] = ZOOMS_IN_TEXT.exec(more) ?? ZOOMS_IN_BRACKETS.exec(more) ?? [];
  const rest = more.replace(stated, '');
  const [credit = ''] = /(?:©|\(c\)).*/i.exec(rest) ?? [];
  return [zooms, credit, credit ? '' : rest];
}

export const asMarkdown = (cell: string): string =>
  cell
    // Jira escapes braces; two around a text are code, or a template of MediaWiki.
    .replace(/^\{\{(?:[\w=-]{1,20}\|){0,3}(?:1=)?(https?:.*)\}\}$/i, '$1')
    .replace(/\\([{}])|\{(?:noformat|code)\}/g, '$1')
    .replace(
      /<ref\b[^<>]*>[^<>]*<\/ref>|<\/?(?:nowiki|code|tt|pre|small|kbd|samp|source|syntaxhighlight)\b[^<>]*>|'{2,}|%%/gi,
      '',
    )
    .replace(/<\/?(?:s|del|strike)>/gi, '~~')
    .replace(/\[\[(https?:[^[\]|]*)\|([^[\]|]*)\]\]/gi, '[$2]($1)')
    .replace(/\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\](?!\()/g, '$1')
    .replace(/\[(https?:\/\/\S*?) ([^[\]]*)\]/g, '[$2]($1)')
    .replace(/\[([^[\]|]*)\|(https?:[^[\]|\s]*)\]/gi, '[$1]($2)')
    // The title of a link.
    .replace(/(\]\(\S+)\s{1,9}(?:"[^"]*"|'[^']*')\)/g, '$1)');

export const withoutStruck = (text: string): string => text.replace(/~~.+?~~/g, '');

/** Notes of the authors, which nobody sees. Lines stay, because they are counted. */
export const withoutComments = (text: string): string =>
  text.replace(/<!--(?:(?!<!--|-->).){0,100000}-->/gs, (comment) => comment.replace(/[^\n]/g, ''));

const limited = (cell: string): string => cell.slice(0, TEXT_LIMITS.address + 1).trim();
