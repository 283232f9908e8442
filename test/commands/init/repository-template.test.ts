import { expect, test } from 'vitest';
import {
  IN_CATALOG,
  pathOfTemplate,
  type WorkflowSettings,
  workflowText,
} from '../../../commands/init/repository-template.ts';

test.each([
  ['_github/workflows/check.yml', '.github/workflows/check.yml'],
  ['_gitignore', '.gitignore'],
  ['catalog/a_b/c.yaml', 'catalog/a_b/c.yaml'],
])('%s is written to %s', (template, path) => expect(pathOfTemplate(template)).toBe(path));

const SETTINGS: WorkflowSettings = { ...IN_CATALOG, target: 'pages', project: 'maps', tokens: ['A_KEY'] };
const TEMPLATE = `run: @cartalog@ build
  @tokens@
#? cloudflare
domain: @domain@
#?
#? own
own
#?
#? program
program
#?
`;

test.each<[string, Partial<WorkflowSettings>, string]>([
  ['Pages', {}, 'run: npx --no -- cartalog build\n  env:\n    A_KEY: ${{ secrets.A_KEY }}\ndomain: maps.pages.dev\n'],
  [
    'Workers',
    { target: 'workers', tokens: [] },
    'run: npx --no -- cartalog build\ndomain: ${{ vars.PREVIEW_DOMAIN }}\n',
  ],
  ['nginx', { target: 'nginx', tokens: [] }, 'run: npx --no -- cartalog build\nown\n'],
  [
    'the program itself',
    { target: 'caddy', tokens: [], cartalog: 'node bin/cartalog.js', hasProgram: true },
    'run: node bin/cartalog.js build\nown\nprogram\n',
  ],
])('for %s', (_, changed, text) => {
  expect(workflowText(TEMPLATE, { ...SETTINGS, ...changed })).toBe(text);
});
