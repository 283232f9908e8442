/** The one form of every catalog file: the core of `cartalog format`. */

import {
  type CatalogFolder,
  type Diagnostic,
  eventsOf,
  isSound,
  loadFile,
  type SourceFile,
  schemaOf,
} from '../../build/pipeline.ts';
import { attachComments, isSchemaLine } from './attach-comments.ts';
import { FORMS } from './form.ts';
import { printTree } from './printer.ts';
import { type Comment, treeOf } from './tree.ts';

/** A file as it is and as it should be. */
export interface FormattedFile {
  readonly diagnostics: readonly Diagnostic[];
  /** As it is; empty where it cannot be read. */
  readonly text: string;
  /** In its one form; null where the file has it already, or has errors. */
  readonly formatted: string | null;
}

/** Formats one file of a catalog folder. Nothing is written. */
export function formatFile(folder: CatalogFolder, file: SourceFile): FormattedFile {
  const { bytes, text, diagnostics } = loadFile(folder, file);
  if (bytes === null || !isSound(diagnostics)) return { diagnostics, text, formatted: null };
  const formatted = formatSource(file, text);
  return { diagnostics, text, formatted: Buffer.from(formatted).equals(bytes) ? null : formatted };
}

/**
 * Brings the text of a catalog file into its one form. What it says, and every comment, stays the same.
 *
 * @param source a file in which neither parsing nor its schema found an error
 */
export function formatSource({ path, kind }: Pick<SourceFile, 'path' | 'kind'>, source: string): string {
  const text = source.replace(/\r\n?/g, '\n');
  const events = eventsOf(text);
  const tree = treeOf(text, events, FORMS[schemaOf(kind)]);
  const top = topLines(attachComments(text, events, tree));
  const body = printTree(tree.root);
  // Without the blank line, the next run would take what is about the first entry for a part of the top.
  const isParted = top.includes('') || body[0]?.startsWith('#');
  return `${[schemaLine(path, kind), ...top, ...(isParted ? [''] : []), ...body].join('\n')}\n`;
}

/** The comments at the top, without the line that comes before all others. */
function topLines(comments: readonly Comment[]): string[] {
  return comments.flatMap(({ text, hasBlankAbove }, index) => {
    if (isSchemaLine(text)) return [];
    return hasBlankAbove && index > 0 ? ['', text] : [text];
  });
}

/** The first line of a catalog file: with it, editors complete and check what is written. */
function schemaLine(path: string, kind: SourceFile['kind']): string {
  return `# yaml-language-server: $schema=${'../'.repeat(path.split('/').length)}schemas/catalog/${schemaOf(kind)}.json`;
}
