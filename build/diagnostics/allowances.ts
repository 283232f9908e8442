/** `# cartalog: allow unknown-terms`, after or above a field, allows warnings of that code there. */
import { type Diagnostic, diagnostic } from './diagnostic.ts';

interface Allowance {
  readonly allowed: string;
  readonly lines: readonly [first: number, last: number];
  /** A comment above all fields also allows warnings about the whole file. */
  readonly isAtTop: boolean;
}

const MARK = 'cartalog: allow';
const COMMENT = /(?:^|\s)#[ \t]*cartalog: allow[ \t]([a-z0-9, \t-]+)$/;
const NO_CONTENT = /^\s*(?:#|$)/;

export function allowancesIn(file: string, text: string): Diagnostic[] {
  // Nearly all files allow nothing.
  if (!text.includes(MARK)) return [];
  const lines = text.split(/\r\n?|\n/);
  const top = lines.findIndex((line) => !NO_CONTENT.test(line));
  const found: Diagnostic[] = [];
  let start = 0;
  let covered: Allowance['lines'] = [0, 0];
  for (const [index, line] of lines.entries()) {
    const codes = COMMENT.exec(line)?.[1] ?? '';
    // Comments in a row belong to one field: its end is searched once.
    if (codes !== '' && (index >= covered[0] - 1 || !NO_CONTENT.test(line))) covered = coveredLines(lines, index);
    const place = { start: start + line.indexOf('#'), end: start + line.length };
    for (const allowed of codes.match(/[a-z0-9-]+/g) ?? []) {
      const details: Allowance = { allowed, lines: covered, isAtTop: index < top };
      found.push(diagnostic('unused-allowance', file, place, details));
    }
    start += line.length;
    start += text.startsWith('\r\n', start) ? 2 : 1;
  }
  return found;
}

/** The line itself if it has content; otherwise, the next field with all inside it. */
function coveredLines(lines: readonly string[], index: number): Allowance['lines'] {
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

/** Code and file: `unknown-terms mapservers/topo.yaml`. */
export function allowedCodesIn(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  return new Set(
    diagnostics.flatMap(({ code, file, details }) =>
      code === 'unused-allowance' ? [`${(details as Allowance).allowed} ${file}`] : [],
    ),
  );
}

/**
 * Also leaves out the allowances that were needed.
 * @param lineOf null for the whole file
 * @param isComplete false if rules have not run: any allowance may be needed
 */
export function withoutAllowed<T extends { readonly diagnostic: Diagnostic }>(
  found: readonly T[],
  lineOf: (one: T) => number | null,
  isComplete: boolean,
): readonly T[] {
  const allowances = found.filter(({ diagnostic: { code } }) => code === 'unused-allowance');
  if (allowances.length === 0) return found;
  const needed = new Set<T>();
  const rest = found.filter((item) => {
    const { code, severity } = item.diagnostic;
    if (severity === 'error' || code === 'unused-allowance') return true;
    const line = lineOf(item);
    const matching = allowances.filter(({ diagnostic: { details } }) => {
      const { allowed, lines, isAtTop } = details as Allowance;
      return allowed === code && (line === null ? isAtTop : lines[0] <= line && line <= lines[1]);
    });
    for (const allowance of matching) needed.add(allowance);
    return matching.length === 0;
  });
  // Only machines without the token find `unset-token`.
  const isNeeded = (item: T): boolean =>
    !isComplete || needed.has(item) || (item.diagnostic.details as Allowance).allowed === 'unset-token';
  return rest.filter((item) => item.diagnostic.code !== 'unused-allowance' || !isNeeded(item));
}
