/** Every regular expression of the project: literals, calls of `RegExp`, and the patterns of the schemas. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vitest/node';
import { ROOT } from './cli.ts';
import { sourceFiles } from './imports.ts';

/** What the project has: literals as they are written, patterns as literals, and calls as they are written. */
export interface Expressions {
  readonly literals: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
}

/** The expressions of sources and schemas, each once. */
export function allExpressions(): Expressions {
  const found = { literals: new Set<string>(), calls: new Set<string>() };
  for (const { path, text } of sourceFiles()) {
    if (!path.startsWith('clients/') || path.startsWith('clients/javascript/')) readSource(path, text, found);
  }
  for (const entry of readdirSync(join(ROOT, 'schemas'), { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.json')) continue;
    readSchema(JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')), found.literals);
  }
  return found;
}

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
    const node = value as Syntax;
    if (node.type === 'Literal' && node.regex) found.literals.add(`/${node.regex.pattern}/${node.regex.flags}`);
    if (/^(?:New|Call)Expression$/.test(node.type) && node.callee?.name === 'RegExp') {
      found.calls.add(text.slice(node.start, node.end).replace(/\s+/g, ' '));
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseAst(text, { lang: path.endsWith('.ts') ? 'ts' : 'js' }, path));
}

function readSchema(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === 'pattern' && typeof child === 'string') found.add(`/${new RegExp(child, 'u').source}/u`);
    else if (key === 'patternProperties') for (const name of Object.keys(child)) found.add(`/${new RegExp(name, 'u').source}/u`);
    readSchema(child, found);
  }
}
