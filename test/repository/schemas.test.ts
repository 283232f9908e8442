/** What editors get from the schemas: which file has which, and snippets that the check accepts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOG_LAYOUT, matchCatalogLayout } from '../../build/read/layout.ts';
import { checkCatalog } from '../../build/run/check-in-memory.ts';
import { memoryFolder, SMALL } from '../support/catalogs.ts';
import { ROOT } from '../support/cli.ts';

const jsonOf = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

test('the settings of editors name the same folders and schemas as the layout', () => {
  const pairs = Object.entries<string[]>(jsonOf('.vscode/settings.json')['yaml.schemas']).flatMap(([schema, globs]) =>
    globs.map((glob) => `${schema} ${glob}`),
  );
  // Areas are GeoJSON, as other programs draw it.
  const written = CATALOG_LAYOUT.filter(({ path }) => path.endsWith('.yaml'));
  const expected = written.map(({ schema, path }) => `./schemas/catalog/${schema}.json catalog/${path}`);
  expect(pairs.sort()).toEqual(expected.sort());
});

type Snippet = { readonly label: string; readonly body?: unknown; readonly bodyText?: string };

const PLACES: Readonly<Record<string, string>> = {
  tileserver: 'mapservers/two.yaml',
  map: 'maps/other.yaml',
  datasource: 'datasources/empty/datasource.yaml',
  edition: 'editions/offline.yaml',
  provider: 'providers/good.yaml',
};

const SNIPPETS = readdirSync(join(ROOT, 'schemas/catalog')).flatMap((name) =>
  ((jsonOf(`schemas/catalog/${name}`).defaultSnippets ?? []) as Snippet[]).map(
    (snippet) => [name.replace('.json', ''), snippet.label, snippet] as const,
  ),
);

const filled = (text: string): string =>
  text.replace(/\$\{\d+(?::([^}]*)|\|([^,|]*)[^|]*\|)\}/g, (_, text, choice) => text ?? choice).replaceAll('\\$', '$');

test.each(SNIPPETS)('%s: the snippet "%s" is a good file', (schema, _, { body, bodyText }) => {
  const path = PLACES[schema] as string;
  expect(matchCatalogLayout(path)).not.toBeNull();
  const lines = Object.entries(body ?? {}).map(
    ([key, value]) => `${key}: ${Array.isArray(value) ? `[${value}]` : value}\n`,
  );
  const text = filled(bodyText ?? lines.join(''));
  if (bodyText)
    expect(text).toMatch(new RegExp(`^# yaml-language-server: \\$schema=[./]+schemas/catalog/${schema}\\.json\n`));
  const options = { environment: {}, requireTokens: false };
  const { diagnostics } = checkCatalog(memoryFolder({ ...SMALL, [path]: text }), options);
  const errors = diagnostics.filter(({ file, severity }) => file === path && severity === 'error');
  // An edition names data sources that its author has.
  expect(errors.map(({ code }) => code).filter((code) => code !== 'unknown-datasource')).toEqual([]);
});
