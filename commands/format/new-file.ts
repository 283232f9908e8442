/**
 * The second door of the formatter: the text of a file that is not there yet, from its value. It needs no reader of YAML,
 * so that it also runs in a browser.
 */
import { type SourceFile, schemaOf } from '../../build/values.ts';
import { FORMS, type Form } from './form.ts';
import { printTree } from './printer.ts';
import { type Collection, type Member, type Style, styleIn, writeText } from './tree.ts';

export { fileNameFor } from './file-name.ts';

/** Where a file is in the catalog, and what kind it is. */
export type FileName = Pick<SourceFile, 'path' | 'kind'>;

/**
 * The text of a new file in the standard form: what `formatSource` makes of the same record and comments.
 *
 * @param record texts, numbers and truth values, and lists and mappings of them
 * @param commentOf the lines of the comment above a field, each with its `#`
 */
export function newFileText(
  file: FileName,
  record: Readonly<Record<string, unknown>>,
  commentOf: (key: string) => readonly string[] = () => [],
): string {
  const root = collectionOf(record, FORMS[schemaOf(file.kind)], null);
  for (const { key, above } of root.members) {
    for (const text of commentOf(key ?? '')) above.push({ text, hasBlankAbove: false });
  }
  return withHead(schemaLine(file.path, file.kind), [], printTree(root));
}

function collectionOf(value: object, form: Form, owner: Member | null): Collection {
  const isMapping = !Array.isArray(value);
  const collection: Collection = { isMapping, form, members: [], below: [], owner, start: 0 };
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined) continue;
    const key = isMapping ? name : null;
    const member: Member = { key, start: 0, valueStart: 0, parent: collection, value: '', above: [], after: null };
    const isInside = typeof part === 'object' && part !== null;
    member.value = isInside ? collectionOf(part, form.inside(key ?? ''), member) : scalarOf(part, styleIn(collection));
    collection.members.push(member);
  }
  return collection;
}

const scalarOf = (value: unknown, style: Style): string =>
  typeof value === 'string' ? writeText(value, style) : String(value);

/** A whole file: its first line, the comments at its top, and what follows. */
export function withHead(first: string, top: readonly string[], body: readonly string[]): string {
  // Without the blank line, the next run would take a comment on the first entry for a part of the top.
  const needsBlank = top.includes('') || body[0]?.startsWith('#');
  return `${[first, ...top, ...(needsBlank ? [''] : []), ...body].join('\n')}\n`;
}

/** The first line of a catalog file, by which editors complete and check what is written. */
export function schemaLine(path: string, kind: SourceFile['kind']): string {
  return `# yaml-language-server: $schema=${'../'.repeat(path.split('/').length)}schemas/catalog/${schemaOf(kind)}.json`;
}
