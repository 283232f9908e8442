import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// For generators whose templates are JavaScript: js-yaml's CommonJS build is the fastest parser that they can use.
const { CORE_SCHEMA, load } = createRequire(import.meta.url)('js-yaml');

function read(path) {
  if (path.endsWith('.yaml')) return load(readFileSync(path, 'utf8'), { schema: CORE_SCHEMA });
  return Object.fromEntries(readdirSync(path).map((name) => [name.replace('.yaml', ''), read(join(path, name))]));
}

/**
 * The documents of a catalog: lists of servers, data sources, categories and editions, as they are in the YAML.
 *
 * @returns {{ keys: (string | number)[], path: string, value: unknown }[]} the path in the site, without `.json`
 */
export function catalogDocuments(root) {
  const data = read(root);
  const details = ['datasources', 'editions', 'categories'].flatMap((list) =>
    Object.keys(data[list]).map((key) => [list, Array.isArray(data[list]) ? Number(key) : key]),
  );
  return [['mapservers'], ['overlayservers'], ...details].map((keys) => ({
    keys,
    path: `v1/${keys.join('/')}/index`,
    value: keys.reduce((value, key) => value[key], data),
  }));
}
