/**
 * Bundles the types of the library into one file without imports: the compiler's declarations of each source file,
 * without unreachable ones. Pure.
 */
import { posix } from 'node:path';

/** A declaration, with its doc comment. */
interface Declaration {
  readonly name: string;
  readonly text: string;
  readonly isExported: boolean;
}

/** A declaration file of the compiler. */
interface Module {
  readonly path: string;
  /** Its declarations by name; the overloads of a function follow each other. */
  readonly declared: ReadonlyMap<string, string>;
  /** The modules that its imported names come from. */
  readonly taken: ReadonlyMap<string, string>;
  /** Its exports, in order. */
  readonly exported: readonly string[];
}

/** A declaration and the module that resolves its names. */
interface Found {
  readonly text: string;
  readonly module: Module;
}

/** The offset of a statement after its comment. */
const START = /^(?=(?:export|declare|abstract|type|interface|class|function|const|import)\b)/m;
const COMMENT_AT_END = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/;
const DECLARED = /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class|function|const) (\w+)/m;
/** The names that a module imports or re-exports from another one. */
const LIST = /^(import|export) (?:type )?\{([^}]*)\}( from '([^']+)')?/gm;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/**
 * One module with the exports of `entry` and everything that they need.
 *
 * @param files the declaration files of the compiler, by path
 * @throws Error if a name cannot be found, or is ambiguous
 */
export function flatten(files: ReadonlyMap<string, string>, entry: string): string {
  const modules = new Map<string, Module>();
  const moduleAt = (path: string): Module => {
    const text = files.get(path);
    if (text === undefined) throw new Error(`the compiler wrote no ${path}`);
    const module = modules.get(path) ?? moduleOf(path, text);
    modules.set(path, module);
    return module;
  };
  /** The declaration of a name in a module; null for names of the language and type parameters. */
  const find = (module: Module, name: string): Found | null => {
    const text = module.declared.get(name);
    if (text !== undefined) return { text, module };
    const from = module.taken.get(name);
    return from === undefined ? null : find(moduleAt(from), name);
  };
  const wanted = new Map<string, Found>();
  const want = (module: Module, name: string): boolean => {
    const found = find(module, name);
    const known = wanted.get(name);
    if (found && known && found.text !== known.text) {
      throw new Error(`${name} means two things: in ${known.module.path} and in ${found.module.path}`);
    }
    if (found && !known) wanted.set(name, found);
    return found !== null;
  };
  const start = moduleAt(entry);
  for (const name of start.exported) if (!want(start, name)) throw new Error(`${name} is not declared anywhere`);
  const written: string[] = [];
  // The list grows during iteration.
  for (const { text, module } of wanted.values()) {
    const resolved = withKeys(text, (name) => find(module, name)?.text);
    for (const used of namesIn(resolved)) want(module, used);
    written.push(resolved.replace(DECLARED, (begin) => (begin.startsWith('export ') ? begin : `export ${begin}`)));
  }
  return `${written.join('\n')}\n`;
}

function moduleOf(path: string, text: string): Module {
  const declared = new Map<string, string>();
  const exported: string[] = [];
  for (const { name, text: own, isExported } of declarationsIn(text)) {
    const known = declared.get(name);
    declared.set(name, known === undefined ? own : `${known}\n${own}`);
    if (isExported) exported.push(name);
  }
  const taken = new Map<string, string>();
  for (const [, how, list = '', , from] of text.matchAll(LIST)) {
    const names = (list.match(/\w+/g) ?? []).filter((name) => name !== 'type');
    for (const name of names) {
      if (how === 'export') exported.push(name);
      if (from !== undefined) taken.set(name, posix.join(posix.dirname(path), from.replace(/\.ts$/, '.d.ts')));
    }
  }
  return { path, declared, taken, exported };
}

/** The statements that declare something; overloads are separate statements. */
function declarationsIn(text: string): Declaration[] {
  const found: Declaration[] = [];
  let comment = '';
  for (const piece of text.split(START)) {
    const statement = piece.replace(COMMENT_AT_END, '');
    const name = DECLARED.exec(statement)?.[1];
    if (name !== undefined) {
      found.push({ name, text: (comment + statement).trimEnd(), isExported: /^export /.test(statement) });
    }
    comment = piece.slice(statement.length);
  }
  return found;
}

function namesIn(declaration: string): string[] {
  return (
    declaration
      .replace(COMMENT, '')
      .match(/\b[A-Za-z_]\w*\b/g)
      ?.filter((name) => /^[A-Z]/.test(name)) ?? []
  );
}

/** Replaces `keyof typeof TABLE` by the keys, because the table is internal. */
function withKeys(declaration: string, textOf: (name: string) => string | undefined): string {
  return declaration.replace(/\bkeyof typeof (\w+)/g, (_, name: string) => {
    const keys = textOf(name)?.match(/^ {4}(?:readonly )?(?:'[^']+'|\w+)(?=\??:)/gm) ?? [];
    if (keys.length === 0) throw new Error(`${name} has no keys`);
    return keys
      .map(
        (key) =>
          `'${key
            .trim()
            .replace(/^readonly /, '')
            .replaceAll("'", '')}'`,
      )
      .join(' | ');
  });
}
