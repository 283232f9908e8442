/**
 * The library's types in one file, without imports and unreachable declarations. Exported names are unique in the
 * project, so a name finds its declaration.
 */

interface Declaration {
  readonly name: string;
  readonly text: string;
  readonly path: string;
  readonly isExported: boolean;
}

const START = /^(?=(?:export|declare|abstract|type|interface|class|function|const|import)\b)/m;
const COMMENT_AT_END = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/;
const DECLARED = /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class|function|const) (\w+)/m;
const EXPORTED_AGAIN = /^export (?:type )?\{([^}]*)\} from/gm;
const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|\/\/.*|(['"]).*?\1/g;

/** Exports of `entry` and all that they need. @throws Error if a name is missing or ambiguous */
export function flattenDeclarations(files: ReadonlyMap<string, string>, entry: string): string {
  const all = [...files].flatMap(([path, text]) => declarationsIn(path, text));
  const find = (name: string, path: string): Declaration | undefined => {
    const named = all.filter((declaration) => declaration.name === name);
    return named.find((declaration) => declaration.path === path) ?? named.find(({ isExported }) => isExported);
  };
  const wanted = new Map<string, Declaration>();
  const want = (name: string, path: string): void => {
    const found = find(name, path);
    const known = wanted.get(name);
    if (found && known && found !== known)
      throw new Error(`${name} means two things: in ${known.path} and in ${found.path}`);
    if (found) wanted.set(name, found);
  };
  const exportedHere = all.filter(({ path, isExported }) => path === entry && isExported).map(({ name }) => name);
  const exportedAgain = [...(files.get(entry) ?? '').matchAll(EXPORTED_AGAIN)].flatMap(
    ([, list]) => list?.match(/\w+/g) ?? [],
  );
  for (const name of [...exportedHere, ...exportedAgain]) {
    want(name, entry);
    if (!wanted.has(name)) throw new Error(`${name} is not declared anywhere`);
  }
  const written: string[] = [];
  // The loop also visits what it adds.
  for (const { text, path } of wanted.values()) {
    const resolved = withKeys(text, (name) => find(name, path)?.text);
    for (const used of resolved.replace(COMMENT_OR_TEXT, '').match(/\b[A-Z]\w*\b/g) ?? []) want(used, path);
    written.push(resolved.replace(DECLARED, (begin) => (begin.startsWith('export ') ? begin : `export ${begin}`)));
  }
  return `${written.join('\n')}\n`;
}

function declarationsIn(path: string, module: string): Declaration[] {
  const found: Declaration[] = [];
  let comment = '';
  for (const piece of module.split(START)) {
    const statement = piece.replace(COMMENT_AT_END, '');
    const name = DECLARED.exec(statement)?.[1];
    const text = (comment + statement).trimEnd();
    if (name !== undefined) found.push({ name, text, path, isExported: statement.startsWith('export ') });
    comment = piece.slice(statement.length);
  }
  return found;
}

/** The table is internal: its keys replace `keyof typeof TABLE`. */
function withKeys(declaration: string, textOf: (name: string) => string | undefined): string {
  return declaration.replace(/\bkeyof typeof (\w+)/g, (_, name: string) => {
    const table = textOf(name) ?? '';
    // Members of the table's type, or keys of a `Record`.
    const [, listed = ''] = /\bRecord<((?:"[\w-]+"(?: \| )?)+),/.exec(table) ?? [];
    const members = [...table.matchAll(/^ {4}(?:readonly )?'?([\w-]+)'?\??:/gm)].map(([, key]) => key);
    const keys = listed === '' ? members : listed.split(' | ').map((key) => key.slice(1, -1));
    if (keys.length === 0) throw new Error(`${name} has no keys`);
    return keys.map((key) => `'${key}'`).join(' | ');
  });
}
