/** The generated parts of the documents. */

import type { Problems } from '../../build/diagnostics/messages.ts';
import { SITE_PROBLEMS } from '../../build/render/host-limits.ts';
import { PROBLEMS } from '../../build/rules/rules.ts';
import type { CommandSummary } from '../../commands/program.ts';
import tileserver from '../../schemas/catalog/tileserver.json' with { type: 'json' };
import { fieldsSection, type Schemas } from './fields.ts';
import { code, fill, prose, table } from './markdown.ts';

/** The sources of the generated parts, apart from the messages of the diagnostics. */
export interface DocSources {
  /** Address of the repository. */
  readonly repository: string;
  readonly schemas: Schemas;
  /** Every command of the program. */
  readonly commands: readonly CommandSummary[];
}

/** The pages with generated parts, by path, and what makes their parts. */
export const PAGES: Readonly<Record<string, (sources: DocSources) => Readonly<Record<string, string>>>> = {
  'README.md': ({ commands }) => ({
    commands: table(
      ['For', 'Command', 'Does'],
      commands.map(({ group, name, summary }, index) => [
        commands[index - 1]?.group === group ? '' : prose(group),
        code(`cartalog ${name}`),
        prose(summary),
      ]),
    ),
  }),
  'CONTRIBUTING.md': ({ repository }) => ({
    start: `**[Open a new tile server in the browser](${newFileAddress(repository)})**`,
  }),
  'docs/fields.md': ({ schemas }) => ({ fields: fieldsSection(schemas) }),
  'docs/messages.md': () => ({ codes: codesSection(PROBLEMS), 'site-codes': codesSection(SITE_PROBLEMS) }),
};

/** The text of a page of PAGES with its generated parts up to date. */
export function generatedPage(path: string, text: string, sources: DocSources): string {
  return fill(text, PAGES[path]?.(sources) ?? {});
}

/** The address at which GitHub opens its editor with a new tile server filled in. */
export function newFileAddress(repository: string): string {
  const query = new URLSearchParams({ filename: 'catalog/mapservers/my-map.yaml', value: newTileServer() });
  return `${repository}/new/main?${query}`.replaceAll('+', '%20');
}

/** The snippet that editors offer for a new tile server, with its default values. */
function newTileServer(): string {
  const snippet = tileserver.defaultSnippets.find(({ bodyText }) => bodyText !== undefined)?.bodyText ?? '';
  return snippet.replace(/\$\{\d+:([^}]*)\}/g, '$1').replaceAll('\\$', '$');
}

/** The codes of a table with their meanings, as Markdown. */
function codesSection(problems: Problems): string {
  return Object.entries(problems)
    .map(([name, { severity, meaning }]) => {
      const kind = severity === 'warning' ? ' (a warning)' : '';
      return `- **${code(name)}**${kind}: ${prose(meaning)}`;
    })
    .join('\n');
}
