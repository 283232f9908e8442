/** The files of a catalog's npm package, as texts. Pure. */
import { isBuiltin } from 'node:module';
import { documentPath } from '../../../cli/built-site.ts';
import { escapedMarkdown } from '../../../cli/fenced.ts';
import { MAP_FILES } from '../../../contract/map-files.ts';
import { LISTS, ROUTES } from '../../../contract/routes.ts';
import { withThousands } from '../../../contract/text.ts';

/** Every document of a package: the name of its export, its file in a site, and what it is. */
export const PACKAGED: readonly { readonly name: string; readonly path: string; readonly description: string }[] = [
  ...(['maps', 'providers', 'withdrawn', 'status'] as const).map((name) => {
    const { path, description } = MAP_FILES[name];
    return { name, path: path.slice(1), description };
  }),
  ...LISTS.map((name) => ({ name, path: documentPath(name), description: ROUTES[name].description })),
];

/** The text of a document that the site does not have. */
export const UNPUBLISHED = 'null\n';

/** What a package says of itself. */
export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly serviceUrl: string;
  /** When the catalog last changed, in UTC. */
  readonly date: string;
  /** The address of the repository that publishes it; null if unknown. npm requires it for trusted publishing. */
  readonly repository: string | null;
}

/**
 * The version of a package: the time of the catalog's last change, such as 2026.1123.90503 for 2026-11-23T09:05:03Z. Later
 * times give higher versions.
 *
 * @param date in UTC, as in the manifest
 */
export function versionOf(date: string): string {
  const [year, month, day, hour, minute, second] = date.match(/\d+/g) ?? [];
  // No number of a version begins with a zero.
  return [year, `${month}${day}`, `${hour}${minute}${second}`].map(Number).join('.');
}

/** The default name of a package: the host of the catalog. */
export function packageNameFor(serviceUrl: string): string {
  return new URL(serviceUrl).host.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** Why npm refuses a name; null if it does not. */
export function packageNameProblem(name: string): string | null {
  if (!/^(?=.{1,214}$)(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name))
    return 'use at most 214 lower-case letters, digits and hyphens, such as maps-example-org or @example/maps';
  return name === 'node_modules' || name === 'favicon.ico' || isBuiltin(name) ? 'it is reserved; use another' : null;
}

/**
 * Makes the files of a package, by name.
 *
 * @param documents the JSON of every document, by the name of its export
 * @param types the types of its exports
 */
export function packageFiles(
  facts: PackageFacts,
  documents: ReadonlyMap<string, string>,
  types: string,
): Map<string, string> {
  const { title, serviceUrl, version, date } = facts;
  const exported = new Map([['about', JSON.stringify({ title, serviceUrl, version, date })], ...documents]);
  const names = [...exported.keys()];
  // Parsed text loads faster than code, and a bundler leaves out what a program does not use.
  const modules = [...exported].map(
    ([name, json]) => `export const ${name} = /* @__PURE__ */ JSON.parse(${JSON.stringify(json.trim())});\n`,
  );
  const files = new Map([
    ...[...exported].map(([name, json]): [string, string] => [`${name}.json`, json]),
    ['index.js', modules.join('')],
    ['index.cjs', names.map((name) => `exports.${name} = require('./${name}.json');\n`).join('')],
    ['index.d.ts', types],
    ['index.d.cts', types],
    ['README.md', readmeOf(facts, documents)],
  ]);
  return files.set('package.json', manifestOf(facts, [...files.keys()]));
}

function manifestOf({ name, version, title, serviceUrl, repository }: PackageFacts, files: readonly string[]): string {
  const content = {
    name,
    version,
    description: `${title}: a map catalog`,
    homepage: `${serviceUrl}/`,
    ...(repository === null ? {} : { repository: { type: 'git', url: `git+${repository}.git` } }),
    license: 'SEE LICENSE IN README.md',
    type: 'module',
    sideEffects: false,
    main: './index.cjs',
    types: './index.d.ts',
    exports: {
      '.': {
        import: { types: './index.d.ts', default: './index.js' },
        require: { types: './index.d.cts', default: './index.cjs' },
      },
      './*.json': './*.json',
    },
    files,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function readmeOf({ name, title, serviceUrl, version, date }: PackageFacts, documents: ReadonlyMap<string, string>) {
  const rows = PACKAGED.map(({ name: file, path, description }) => {
    const text = documents.get(file) ?? '';
    const size = withThousands(Math.ceil(text.length / 1_000));
    const address = text === UNPUBLISHED ? 'not published' : `${serviceUrl}/${path.replace(/index\.json$/, '')}`;
    return `| \`${file}\` | \`${file}.json\` | ${address} | ${description} | ${size} kB |`;
  });
  return `# ${escapedMarkdown(title)}

The map catalog of <${serviceUrl}/> as of ${date}, version ${version}. It has no dependencies, and no access tokens.

\`\`\`js
import { maps, providers } from '${name}';
\`\`\`

| Export | File | Published at | Content | Size |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

\`about\` says what the package was made from. Each file is the published document, byte for byte; \`status\`
is null if the catalog publishes none. Members are only added, and programs ignore
those that they do not know. The version is the date and the time of the last change of the catalog, in UTC.

## Licence

The records state facts about servers and files of others, whose terms of use are their own: \`licence\` and \`terms\` of a map, and
\`providers\`, say where to read them.
`;
}
