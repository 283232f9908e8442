/**
 * The types of the library in one file that needs no other: those that the compiler writes for each source file, without
 * what nobody outside can name. Pure.
 *
 * No exported name of the project means two things, so declarations are found by their names alone.
 */

/** A declaration, with its doc comment. */
interface Declaration {
  readonly name: string;
  readonly text: string;
  /** Whether it is found by following names, or only in the module that is asked for. */
  readonly isExported: boolean;
}

/** Where a statement begins, after its comment. */
const START = /^(?=(?:export|declare|abstract|type|interface|class|function|const|import)\b)/m;
const COMMENT_AT_END = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/;
const DECLARED = /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class|function|const) (\w+)/m;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/**
 * One module with what `entry` exports, and everything that this needs.
 *
 * @param files the texts of the compiler, by path
 * @throws Error where a name cannot be found, or means two things
 */
export function flatten(files: ReadonlyMap<string, string>, entry: string): string {
  const text = files.get(entry);
  if (text === undefined) throw new Error(`the compiler wrote no ${entry}`);
  const table = tableOf([...files.values()].flatMap(declarationsIn));
  const wanted = new Set([
    ...declarationsIn(text).flatMap(({ name, isExported }) => (isExported ? name : [])),
    ...handedOn(text),
  ]);
  const written: string[] = [];
  // It grows while it is read.
  for (const name of wanted) {
    const declaration = table.get(name);
    if (declaration === undefined) throw new Error(`${name} is not declared anywhere`);
    const resolved = withKeys(declaration, table);
    for (const used of namesIn(resolved)) if (table.has(used)) wanted.add(used);
    written.push(resolved.replace(DECLARED, (start) => (start.startsWith('export ') ? start : `export ${start}`)));
  }
  return `${written.join('\n')}\n`;
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

/** The declarations by name. What is exported comes before what only one module knows by that name. */
function tableOf(declarations: readonly Declaration[]): Map<string, string> {
  const table = new Map<string, string>();
  const exported = new Set(declarations.flatMap(({ name, isExported }) => (isExported ? name : [])));
  for (const { name, text, isExported } of declarations) {
    if (exported.has(name) && !isExported) continue;
    const known = table.get(name);
    table.set(name, known === undefined || known === text ? text : `${known}\n${text}`);
  }
  return table;
}

/** The names that a module exports without declaring them. */
function handedOn(text: string): string[] {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, list = '']) => list);
  return lists.flatMap((list) => list.match(/\w+/g) ?? []).filter((name) => name !== 'type');
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
function withKeys(declaration: string, table: ReadonlyMap<string, string>): string {
  return declaration.replace(/\bkeyof typeof (\w+)/g, (_, name: string) => {
    const keys = table.get(name)?.match(/^ {4}(?:readonly )?(?:'[^']+'|\w+)(?=\??:)/gm) ?? [];
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
