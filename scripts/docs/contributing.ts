/** The generated parts of the documents. */

import { type Code, MEANINGS, MESSAGES } from '../../build/pipeline.ts';
import { byCodePoint } from '../../contract/text.ts';
import tileserver from '../../schemas/catalog/tileserver.json' with { type: 'json' };
import { fieldsSection, type Schemas } from './fields.ts';
import { code, fill, prose, table } from './markdown.ts';

/** What the parts are generated from, apart from the messages of the diagnostics. */
export interface DocSources {
  /** Address of the repository. */
  readonly repository: string;
  readonly schemas: Schemas;
  /** The reports of the check on bad catalogs. */
  readonly reports: readonly string[];
  /** Every command of the program. */
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
}

/** The pages with generated parts, by path, each with what makes the parts. */
export const PAGES: Readonly<Record<string, (sources: DocSources) => Readonly<Record<string, string>>>> = {
  'README.md': ({ commands }) => ({
    commands: table(
      ['Command', 'Does'],
      commands.map(({ name, summary }) => [code(`cartalog ${name}`), prose(summary)]),
    ),
  }),
  'CONTRIBUTING.md': ({ repository }) => ({
    start: `**[Open a new tile server in the browser](${newFileAddress(repository)})**`,
  }),
  'docs/fields.md': ({ schemas }) => ({ fields: fieldsSection(schemas) }),
  'docs/messages.md': ({ reports }) => ({ codes: codesSection(reports) }),
};

/** The text of a page of PAGES with its generated parts up to date. */
export function generatedPage(path: string, text: string, sources: DocSources): string {
  return fill(text, PAGES[path]?.(sources) ?? {});
}

/** The address at which GitHub opens its editor on a new tile server, with the file already filled in. */
export function newFileAddress(repository: string): string {
  const query = new URLSearchParams({ filename: 'catalog/mapservers/my-map.yaml', value: newTileServer() });
  return `${repository}/new/main?${query}`.replaceAll('+', '%20');
}

/** The snippet that editors offer for a new tile server, with its default values. */
function newTileServer(): string {
  const snippet = tileserver.defaultSnippets.find(({ bodyText }) => bodyText !== undefined)?.bodyText ?? '';
  return snippet.replace(/\$\{\d+:([^}]*)\}/g, '$1').replaceAll('\\$', '$');
}

/**
 * Every code with its meaning, as Markdown.
 *
 * @param reports reports of the check on bad catalogs; the shortest message of each code is shown as an example
 */
export function codesSection(reports: readonly string[]): string {
  const examples = examplesIn(reports);
  return (Object.keys(MESSAGES) as Code[])
    .map((name) => {
      const { severity } = MESSAGES[name];
      const kind = severity === 'warning' ? ' (a warning)' : '';
      const example = examples.get(name);
      return `- **${code(name)}**${kind}: ${prose(MEANINGS[name])}${example ? `\\\n  For example: ${code(example)}` : ''}`;
    })
    .join('\n');
}

/** A line of a report: `path:line:column severity code  message`. */
const LINE = /^\S.*? (?:error|warning) ([a-z0-9-]+) {2}(.+)$/gm;

function examplesIn(reports: readonly string[]): Map<string, string> {
  const examples = new Map<string, string>();
  for (const [, name = '', message = ''] of reports.flatMap((report) => [...report.matchAll(LINE)])) {
    const known = examples.get(name);
    if (known === undefined || isBetter(message, known)) examples.set(name, message);
  }
  return examples;
}

const isBetter = (a: string, b: string): boolean =>
  a.length === b.length ? byCodePoint(a, b) < 0 : a.length < b.length;
