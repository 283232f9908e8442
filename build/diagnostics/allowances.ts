/** Warnings that an editor has acknowledged: `# cartalog: allow unknown-terms`, on the line or before the field. */
import { type Diagnostic, diagnostic } from './diagnostic.ts';

export interface Allowance {
  readonly allowed: string;
  readonly lines: readonly [first: number, last: number];
  /** Above all fields, so that it is also about the whole file. */
  readonly isAtTop: boolean;
}

const MARK = 'cartalog: allow';
const COMMENT = /(?:^|\s)#[ \t]*cartalog: allow[ \t]([a-z0-9, \t-]+)$/;
const NO_CONTENT = /^\s*(?:#|$)/;

export function allowancesIn(file: string, text: string): Diagnostic[] {
  // True for nearly all files, which may be large.
  if (!text.includes(MARK)) return [];
  const lines = text.split(/\r\n?|\n/);
  const top = lines.findIndex((line) => !NO_CONTENT.test(line));
  const found: Diagnostic[] = [];
  let start = 0;
  let above: Allowance['lines'] = [0, 0];
  for (const [index, line] of lines.entries()) {
    const codes = COMMENT.exec(line)?.[1] ?? '';
    if (codes !== '' && (index >= above[0] - 1 || !NO_CONTENT.test(line))) above = linesOf(lines, index);
    const place = { start: start + line.indexOf('#'), end: start + line.length };
    for (const allowed of codes.match(/[a-z0-9-]+/g) ?? []) {
      const details: Allowance = { allowed, lines: above, isAtTop: index < top };
      found.push(diagnostic('unused-allowance', file, place, details));
    }
    start += line.length;
    start += text.startsWith('\r\n', start) ? 2 : 1;
  }
  return found;
}

/** The comment's own line, or the next field with everything inside it. */
function linesOf(lines: readonly string[], index: number): Allowance['lines'] {
  if (!NO_CONTENT.test(lines[index] as string)) return [index + 1, index + 1];
  let first = index;
  while (first < lines.length && NO_CONTENT.test(lines[first] as string)) first++;
  const indent = indentOf(lines[first]);
  let last = first;
  for (let next = first + 1; next < lines.length; next++) {
    const line = lines[next] as string;
    if (NO_CONTENT.test(line)) continue;
    // The items of a list may be indented like its key.
    if (indentOf(line) <= indent && !(indentOf(line) === indent && line.slice(indent).startsWith('- '))) break;
    last = next;
  }
  return [first + 1, last + 1];
}

function indentOf(line = ''): number {
  return line.length - line.trimStart().length;
}

export function allowedCodesIn(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  return new Set(
    diagnostics.flatMap(({ code, file, details }) =>
      code === 'unused-allowance' ? [`${(details as Allowance).allowed} ${file}`] : [],
    ),
  );
}

/**
 * Leaves out allowed warnings, and the allowances that allow one.
 *
 * @param lineOf null for one about the whole file
 * @param isComplete whether the rules have seen everything, so that what allows nothing is not needed
 */
export function withoutAllowed<T extends { readonly diagnostic: Diagnostic }>(
  found: readonly T[],
  lineOf: (one: T) => number | null,
  isComplete: boolean,
): readonly T[] {
  const allowances = found.filter(({ diagnostic: { code } }) => code === 'unused-allowance');
  if (allowances.length === 0) return found;
  const needed = new Set<T>();
  const rest = found.filter((one) => {
    const { code, severity } = one.diagnostic;
    if (severity === 'error' || code === 'unused-allowance') return true;
    const line = lineOf(one);
    const by = allowances.filter(({ diagnostic: { details } }) => {
      const { allowed, lines, isAtTop } = details as Allowance;
      return allowed === code && (line === null ? isAtTop : lines[0] <= line && line <= lines[1]);
    });
    for (const allowance of by) needed.add(allowance);
    return by.length === 0;
  });
  // Whether a token is set depends on the machine.
  const isNeeded = (one: T): boolean =>
    !isComplete || needed.has(one) || (one.diagnostic.details as Allowance).allowed === 'unset-token';
  return rest.filter((one) => one.diagnostic.code !== 'unused-allowance' || !isNeeded(one));
}
