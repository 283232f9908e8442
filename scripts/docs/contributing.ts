/** The parts of CONTRIBUTING.md that are generated. */
import tileserver from '../../schemas/catalog/tileserver.json' with { type: 'json' };
import { codesSection } from './codes.ts';
import { fieldsSection, type Schemas } from './fields.ts';
import { fill } from './fill.ts';
import { code, table } from './markdown.ts';

/** What the parts are generated from, besides the words of the diagnostics. */
export interface Sources {
  /** Address of the repository. */
  readonly repository: string;
  readonly schemas: Schemas;
  /** What the check printed of bad catalogs. */
  readonly reports: readonly string[];
  /** Every command of the program. */
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
}

/** The text with its generated parts brought up to date. */
export function contributing(text: string, { repository, schemas, reports, commands }: Sources): string {
  return fill(text, {
    start: `**[Open a new tile server in the browser](${newFileAddress(repository)})**`,
    fields: fieldsSection(schemas),
    codes: codesSection(reports),
    commands: table(
      ['Command', 'Does'],
      commands.map(({ name, summary }) => [code(`npx cartalog ${name}`), summary]),
    ),
  });
}

/** Where GitHub opens its editor on a new file that is filled in already. */
export function newFileAddress(repository: string): string {
  const query = new URLSearchParams({ filename: 'catalog/mapservers/my-map.yaml', value: newTileServer() });
  return `${repository}/new/main?${query}`.replaceAll('+', '%20');
}

/** The file that editors offer for a new tile server, its fields as they are offered. */
function newTileServer(): string {
  const snippet = tileserver.defaultSnippets.find(({ bodyText }) => bodyText !== undefined)?.bodyText ?? '';
  return snippet.replace(/\$\{\d+:([^}]*)\}/g, '$1').replaceAll('\\$', '$');
}
