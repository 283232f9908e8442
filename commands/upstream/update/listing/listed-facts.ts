import { readExactHttpDate } from '../../../../contract/base/http-dates.ts';

/** Times of a listing are only compared, unless they are exact and robots.txt forbids a request for the file. */
interface ListedTime {
  /** Since 1970, as if in UTC. */
  readonly ms: number;
  /** The precision: 60 without seconds, 86,400 for a day. */
  readonly seconds: number;
  /** False for the server's time zone, which is unknown. */
  readonly isUtc: boolean;
}

/** Servers round in any direction: `241M` is from 240 to 242 MiB. */
interface ListedSize {
  readonly least: number;
  readonly most: number;
}

export interface ListedFacts {
  readonly time: ListedTime | null;
  readonly size: ListedSize | null;
  /** In upper case. */
  readonly sha256?: string;
}

/** A row without cells is one: the line after the name. */
export interface RowCell {
  readonly text: string;
  readonly datetime: string | null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `2026-09-19 01:03`, `19-Sep-2026 01:03`, `2026-Sep-19 01:03:07`. */
const TIME =
  /^(?:(\d{4})-(\d\d|[a-z]{3})-(\d\d)|(\d\d)-([a-z]{3})-(\d{4}))(?:[T ]+(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?(?=\s|$)/i;

/** `12345`, `241M`, `1.2 GiB`. */
const SIZE = /^(\d{1,15})(?:\.(\d{1,3}))? ?(?:(B|bytes?)|([KMGTP])(i?B)?)?(?=\s|$)/i;

/** `2026-09-19T01:03:07Z`, in HTML and S3. */
const INSTANT = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

export function listedFactsOf(cells: readonly RowCell[]): ListedFacts {
  let time: ListedTime | null = null;
  let size: ListedSize | null = null;
  for (const cell of cells) {
    if (cell.datetime !== null) {
      time ??= readInstant(cell.datetime) ?? readTime(cell.datetime.trim());
      continue;
    }
    const text = cell.text.replaceAll('\u00a0', ' ').trim();
    const [found = ''] = TIME.exec(text) ?? [];
    const rest = text.slice(found.length).trim();
    if (found !== '') time ??= readTime(found);
    if (found !== '' || (rest !== '' && SIZE.exec(rest)?.[0] === rest)) size ??= readSize(rest);
  }
  // A number alone can be anything, such as a count of downloads.
  return { time, size: time === null ? null : size };
}

export function readInstant(text: string): ListedTime | null {
  const ms = readExactHttpDate(text);
  if (ms !== null) return { ms, seconds: 1, isUtc: true };
  const [, minutes, seconds, zone = ''] = INSTANT.exec(text.trim()) ?? [];
  if (minutes === undefined || readTime(minutes) === null) return null;
  // JavaScript needs `+02:00` for `+0200`.
  const instant = Date.parse(`${minutes.replace(' ', 'T')}${seconds ?? ''}${zone.replace(/^(...)(\d\d)$/, '$1:$2')}`);
  if (Number.isNaN(instant)) return null;
  return { ms: Math.floor(instant / 1000) * 1000, seconds: seconds === undefined ? 60 : 1, isUtc: true };
}

function readTime(text: string): ListedTime | null {
  const [, year, month, day, dayBefore, name, yearAfter, hours, minutes, seconds] = TIME.exec(text) ?? [];
  const date = [year ?? yearAfter, monthNumber(month ?? name ?? ''), day ?? dayBefore].join('-');
  const whole = `${date}T${hours ?? '00'}:${minutes ?? '00'}:${seconds ?? '00'}.000Z`;
  const ms = Date.parse(whole);
  // 31 February would be 3 March.
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== whole) return null;
  return { ms, seconds: seconds !== undefined ? 1 : hours !== undefined ? 60 : 86_400, isUtc: false };
}

function monthNumber(text: string): string {
  return /^\d/.test(text) ? text : String(MONTHS.indexOf(text.toLowerCase()) + 1).padStart(2, '0');
}

export function statedFacts(time: unknown, bytes: unknown): ListedFacts {
  return { time: readInstant(String(time)), size: exactSize(String(bytes)) };
}

function exactSize(digits: string): ListedSize | null {
  const bytes = /^\d{1,16}$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(bytes) ? { least: bytes, most: bytes } : null;
}

function readSize(text: string): ListedSize | null {
  const [, whole, fraction = '', , unit, suffix] = SIZE.exec(text) ?? [];
  if (whole === undefined) return null;
  if (unit === undefined) return fraction === '' ? exactSize(whole) : null;
  const power = 'KMGTP'.indexOf(unit.toUpperCase()) + 1;
  const value = Number(`${whole}.${fraction || '0'}`);
  const step = 10 ** -fraction.length;
  // Servers' MB are 1000 * 1000 or 1024 * 1024 bytes.
  const smallest = (suffix?.length === 1 ? 1000 : 1024) ** power;
  const largest = 1024 ** power;
  const least = Math.max(0, Math.floor((value - step) * smallest));
  const most = Math.ceil((value + step) * largest);
  return Number.isSafeInteger(most) ? { least, most } : null;
}
