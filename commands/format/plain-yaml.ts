/** A value as YAML, for the formatter to read. */
import { quote } from './tree.ts';

/** A value as YAML that can be read, in no particular style. */
export function plainYaml(value: unknown): string {
  const lines: string[] = [];
  writeBlock(value, '', '', lines);
  return `${lines.join('\n')}\n`;
}

/** @param head what comes before the value on its line: its key, or the mark of an item */
function writeBlock(value: unknown, head: string, indent: string, lines: string[]): void {
  const isRoot = head === '';
  const members = membersOf(value);
  if (members === null || members.length === 0) {
    lines.push(`${indent}${isRoot ? '' : `${head} `}${members === null ? scalar(value) : emptyOf(value)}`);
    return;
  }
  if (!isRoot) lines.push(`${indent}${head}`);
  const inner = isRoot ? '' : `${indent}  `;
  for (const [key, member] of members) writeBlock(member, key === null ? '-' : `${quote(key)}:`, inner, lines);
}

function membersOf(value: unknown): readonly (readonly [string | null, unknown])[] | null {
  if (Array.isArray(value)) return value.map((item) => [null, item] as const);
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

const emptyOf = (value: unknown): string => (Array.isArray(value) ? '[]' : '{}');

function scalar(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return typeof value === 'number' ? plainNumber(value) : String(value);
}

/** A number in plain decimal digits: JavaScript writes small and large ones with an exponent. */
function plainNumber(number: number): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?e([-+]\d+)$/.exec(`${number}`) ?? [];
  if (exponent === undefined) return String(number);
  const point = whole.length + Number(exponent);
  const digits = `${whole}${fraction}`;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, '0');
  return `${sign}${padded.slice(0, point)}${padded.length > point ? `.${padded.slice(point)}` : ''}`;
}
