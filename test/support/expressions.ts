/** Every regular expression of the project: literals, calls of `RegExp`, and the patterns of the schemas. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vitest/node';
import { ROOT } from './cli.ts';
import { sourceFiles } from './imports.ts';

/** What the project has: literals as they are written, patterns of schemas as literals, and calls as they are written. */
type Expressions = { readonly literals: ReadonlySet<string>; readonly calls: ReadonlySet<string> };

export interface ExpressionTable {
  /** What takes linear time, as `recheck` proves. */
  readonly linear: readonly string[];
  /** Why each other one takes no long time: `linear: …`, `ours: …` (nobody else writes the text) or `bounded: …`. */
  readonly bounded: Readonly<Record<string, string>>;
  /** Examples of the expressions that each call of `RegExp` makes. They are in one of the others. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
}

const FILE = join(ROOT, 'test/repository/regular-expressions.json');

export const readTable = (): ExpressionTable => JSON.parse(readFileSync(FILE, 'utf8'));

export function writeTable(table: ExpressionTable): void {
  writeFileSync(FILE, `${JSON.stringify(table, null, 2)}\n`);
}

export const inOrder = <T>(members: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries([...members].sort(([a], [b]) => (a < b ? -1 : 1)));

/** What a table lacks, and what it has too much. */
export function missingFrom({ linear, bounded, calls }: ExpressionTable, found: Expressions) {
  const listed = new Set([...linear, ...Object.keys(bounded)]);
  const used = new Set([...found.literals, ...Object.values(calls).flat()]);
  const without = (all: Iterable<string>, known: { has(one: string): boolean }) =>
    [...all].filter((one) => !known.has(one));
  const callsListed = new Set(Object.keys(calls));
  return {
    missing: [...without(used, listed), ...without(found.calls, callsListed)],
    unused: [...without(listed, used), ...without(callsListed, found.calls)],
  };
}

export function allExpressions(): Expressions {
  const found = { literals: new Set<string>(), calls: new Set<string>() };
  for (const { path, text } of sourceFiles()) readSource(path, text, found);
  for (const entry of readdirSync(join(ROOT, 'schemas'), { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.json')) continue;
    readSchema(JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')), found.literals);
  }
  return found;
}

/** As much as is read of a node of the syntax. */
interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

function readSource(path: string, text: string, found: { literals: Set<string>; calls: Set<string> }): void {
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, start, end, regex, callee } = value as Syntax;
    if (regex) found.literals.add(`/${regex.pattern}/${regex.flags}`);
    if (/^(?:New|Call)Expression$/.test(type) && callee?.name === 'RegExp')
      found.calls.add(text.slice(start, end).replace(/\s+/g, ' '));
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseAst(text, { lang: path.endsWith('.ts') ? 'ts' : 'js' }, path));
}

function readSchema(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const patterns = key === 'pattern' ? [child] : key === 'patternProperties' ? Object.keys(child) : [];
    for (const pattern of patterns) if (typeof pattern === 'string') found.add(`/${new RegExp(pattern, 'u').source}/u`);
    readSchema(child, found);
  }
}
