/** A file that is not in the catalog yet, and its text. */
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import datasource from '../../schemas/catalog/datasource.json' with { type: 'json' };
import edition from '../../schemas/catalog/edition.json' with { type: 'json' };
import tileserver from '../../schemas/catalog/tileserver.json' with { type: 'json' };
import { formatSource } from '../format/format.ts';
import type { DraftKind } from './questions.ts';

/** The content of a new catalog file. */
export interface Draft {
  readonly kind: DraftKind;
  /** Inside the catalog folder, with `/`. */
  readonly path: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** Lines of comments are at most this long, with their `# `. */
const WIDTH = 100;

/** The record alone, as YAML that can be checked, in no particular style. */
export function plainText({ record }: Draft): string {
  return Object.entries(record)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`)
    .join('');
}

/**
 * The text of the file, in the form of the catalog.
 *
 * @param draft one in which no error was found
 * @param withComments whether a comment above each field says what it is for
 */
export function draftText(draft: Draft, withComments: boolean): string {
  if (!withComments) return formatSource(draft, plainText(draft));
  const fields = Object.entries(draft.record).map(([key, value]) => {
    const comment = describe(draft.kind, key, WIDTH - 2).map((line) => `# ${line}\n`);
    return `${comment.join('')}${JSON.stringify(key)}: ${JSON.stringify(value)}\n`;
  });
  // The blank line keeps the comment on the first field with its field.
  return formatSource(draft, `# yaml-language-server: $schema=\n\n${fields.join('')}`);
}

// The comments of a new file are the descriptions of the schemas.

interface Property {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: unknown;
}

const PROPERTIES: Readonly<Record<DraftKind, Readonly<Record<string, Property>>>> = {
  mapserver: tileserver.properties,
  overlayserver: tileserver.properties,
  datasource: datasource.properties,
  edition: edition.properties,
};

const DEFINITIONS: Readonly<Record<string, Property>> = common.$defs;

/** The description of a field, as lines of at most `width` characters. */
export function describe(kind: DraftKind, field: string, width: number): string[] {
  const { description, $ref = '' } = PROPERTIES[kind][field] ?? {};
  const text = description ?? DEFINITIONS[$ref.split('/').at(-1) ?? '']?.description ?? '';
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string;
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
