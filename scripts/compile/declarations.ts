/**
 * The types of the library in one file that needs no other: those that the compiler writes for each source file, without
 * what nobody outside can name. Pure.
 */
import { posix } from 'node:path';

/** A declaration, with its doc comment. */
interface Declaration {
  readonly name: string;
  readonly text: string;
  /** Whether other modules may name it. */
  readonly isExported: boolean;
}

/** What a file of the compiler says. */
interface Module {
  readonly path: string;
  /** What it declares, by name; the parts of an overloaded function follow each other. */
  readonly declared: ReadonlyMap<string, string>;
  /** Where the names are from that it takes from other modules. */
  readonly taken: ReadonlyMap<string, string>;
  /** What it exports, in its order. */
  readonly exported: readonly string[];
}

/** A declaration and the module whose names it uses. */
interface Found {
  readonly text: string;
  readonly module: Module;
}

/** Where a statement begins, after its comment. */
const START = /^(?=(?:export|declare|abstract|type|interface|class|function|const|import)\b)/m;
const COMMENT_AT_END = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/;
const DECLARED = /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class|function|const) (\w+)/m;
/** The names that a module takes from another one, or hands on. */
const LIST = /^(import|export) (?:type )?\{([^}]*)\}( from '([^']+)')?/gm;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/**
 * One module with what `entry` exports, and everything that this needs.
 *
 * @param files the texts of the compiler, by path
 * @throws Error if a name cannot be found, or would mean two things
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
  /** What a name means in a module; null for one that the language declares, and for parameters of types. */
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
  // It grows while it is read.
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

/** The statements that declare something; the parts of an overloaded function are one each. */
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

/** `keyof typeof TABLE` becomes the keys: the table itself is nobody's business. */
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
