/** What each field is for, as comments of a new file: the descriptions of the schemas. */
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import datasource from '../../schemas/catalog/datasource.json' with { type: 'json' };
import edition from '../../schemas/catalog/edition.json' with { type: 'json' };
import tileserver from '../../schemas/catalog/tileserver.json' with { type: 'json' };
import type { DraftKind } from './questions.ts';

/** Lines of comments are at most this long, with their `# `. */
const WIDTH = 100;

/** The comments of the file of a kind: the lines above each field. */
export function fieldComments(kind: DraftKind): (field: string) => string[] {
  return (field) => describe(kind, field, WIDTH - 2).map((line) => `# ${line}`);
}

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
