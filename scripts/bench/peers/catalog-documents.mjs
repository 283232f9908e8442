import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// Copied into the projects of Eleventy and Astro, whose templates are JavaScript: reads a catalog and gives its documents.
// Parsed with js-yaml's CommonJS build and times as texts, the fastest way that there is.

const { CORE_SCHEMA, load } = createRequire(import.meta.url)('js-yaml');
const BASE = 'https://catalog.example.org/v1';

/** The documents of a catalog: their paths in the site, without `.json`, and their values. */
export function catalogDocuments(root) {
  const read = (path) => load(readFileSync(join(root, path), 'utf8'), { schema: CORE_SCHEMA });
  const names = (folder) => readdirSync(join(root, folder)).sort();
  const link = (path) => `${BASE}/${path}/`;
  const documents = [];
  const add = (path, value) => documents.push({ path: join('v1', path, 'index').replaceAll('\\', '/'), value });

  const lists = ['mapservers', 'overlayservers', 'datasources', 'categories', 'editions'];
  add('', Object.fromEntries(lists.map((list) => [list, link(list)])));

  for (const list of ['mapservers', 'overlayservers']) {
    const servers = names(list).map((name) => read(`${list}/${name}`));
    add(
      list,
      servers.map(({ hosts, ...rest }) => ({ active: true, ...rest, hosts: hosts.map((host) => ({ host })) })),
    );
  }

  const sources = names('datasources');
  add(
    'datasources',
    sources.map((id) => ({ id, url: link(`datasources/${id}`) })),
  );
  for (const id of sources) {
    const { maxAge, ...facts } = read(`datasources/${id}/datasource.yaml`);
    const groups = { files: {}, maps: {}, themes: {} };
    for (const name of names(`datasources/${id}`)) {
      const group = name.replace('.yaml', '');
      if (!(group in groups)) continue;
      for (const [path, entry] of Object.entries(read(`datasources/${id}/${name}`))) {
        groups[group][path] = { checksums: [], fragments: {}, ...entry };
      }
    }
    add(`datasources/${id}`, { id, ...facts, ...groups });
  }

  const categories = read('categories.yaml');
  const linked = ({ id, name }) => ({ name, url: link(`categories/${id}`) });
  const children = new Map();
  for (const category of categories) {
    const siblings = children.get(category.parent) ?? [];
    children.set(category.parent, [...siblings, category]);
  }
  add('categories', categories.map(linked));
  for (const category of categories) {
    const { id, parent } = category;
    add(`categories/${id}`, {
      id,
      ...linked(category),
      parent: parent === undefined ? null : link(`categories/${parent}`),
      categories: (children.get(id) ?? []).map(linked),
    });
  }

  const editions = names('editions').map((name) => name.replace('.yaml', ''));
  add(
    'editions',
    editions.map((id) => ({ id, url: link(`editions/${id}`) })),
  );
  for (const id of editions) {
    const { name, datasources } = read(`editions/${id}.yaml`);
    const named = datasources.map((source) => ({ id: source, url: link(`datasources/${source}`) }));
    add(`editions/${id}`, { id, name, url: link(`editions/${id}`), datasources: named });
  }
  return documents;
}
