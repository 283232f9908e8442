/** The one form of every catalog file. */
import { eventsOf } from '../../build/parse/parse.ts';
import type { SourceFile } from '../../build/read/read.ts';
import { attachComments, isSchemaLine } from './attach-comments.ts';
import { print } from './printer.ts';
import { LAYOUTS } from './style.ts';
import { type Comment, treeOf } from './tree.ts';

/**
 * Brings a catalog file into its one form. What it says, and every comment, stays the same.
 *
 * @param source a file in which neither parsing nor its schema found an error
 */
export function formatText({ path, kind }: Pick<SourceFile, 'path' | 'kind'>, source: string): string {
  const text = source.replace(/\r\n?/g, '\n');
  const events = eventsOf(text);
  const tree = treeOf(text, events, LAYOUTS[kind]);
  const top = topLines(attachComments(text, events, tree));
  const body = print(tree.root);
  // Without the blank line, the next run would take what is about the first entry for a part of the top.
  const isParted = top.includes('') || body[0]?.startsWith('#');
  return `${[schemaLine(path, kind), ...top, ...(isParted ? [''] : []), ...body].join('\n')}\n`;
}

/** The comments at the top, less the line that comes before all others. */
function topLines(comments: readonly Comment[]): string[] {
  return comments.flatMap(({ text, hasBlankAbove }, index) => {
    if (isSchemaLine(text)) return [];
    return hasBlankAbove && index > 0 ? ['', text] : [text];
  });
}

/** The first line of a catalog file: with it, editors complete and check what is written. */
function schemaLine(path: string, kind: SourceFile['kind']): string {
  return `# yaml-language-server: $schema=${'../'.repeat(path.split('/').length)}schemas/catalog/${kind}.json`;
}
