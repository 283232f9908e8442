import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each list of maps, data source, category, edition. */
const DOCUMENTS = `import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const { load } = createRequire(import.meta.url)('js-yaml');
const read = (path) => load(readFileSync('catalog/' + path, 'utf8'));
const all = (folder) => readdirSync('catalog/' + folder).map((name) => read(folder + '/' + name));
const sources = readdirSync('catalog/datasources').map((id) => ({
  path: 'datasources/' + id,
  value: Object.fromEntries(readdirSync('catalog/datasources/' + id).map((name) => [name, read('datasources/' + id + '/' + name)])),
}));
export default () => [
  ...['mapservers', 'overlayservers'].map((list) => ({ path: list, value: all(list) })),
  ...sources,
  ...read('categories.yaml').map((value) => ({ path: 'categories/' + value.id, value })),
  ...all('editions').map((value) => ({ path: 'editions/' + value.name, value })),
];
`;
const TEMPLATE = `export default class {
  data() {
    return {
      pagination: { data: 'documents', size: 1, alias: 'document' },
      permalink: ({ document }) => '/' + document.path + '/index.json',
    };
  }
  render({ document }) {
    return JSON.stringify(document.value);
  }
}
`;

/** The leanest project. @param installed has Eleventy and js-yaml in node_modules */
export function writeEleventyProject(root: string, installed: string, catalog: string): void {
  mkdirSync(join(root, '_data'), { recursive: true });
  symlinkSync(join(installed, 'node_modules'), join(root, 'node_modules'));
  symlinkSync(catalog, join(root, 'catalog'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(root, '.eleventyignore'), 'catalog\n');
  writeFileSync(join(root, '_data', 'documents.js'), DOCUMENTS);
  writeFileSync(join(root, 'document.11ty.js'), TEMPLATE);
}
