/** Other generators of static sites. They write the data of the same YAML as JSON, without checking anything. */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from './measure.ts';

/** An installed generator with its project. */
export interface Peer {
  readonly name: string;
  build(out: string): Command;
  /** Serves `served` and follows its changes; missing if its server makes documents only on request. */
  readonly serve: ((port: number) => Command) | undefined;
  readonly served: string;
}

type WriteFiles = (folder: string, files: Readonly<Record<string, string>>) => void;

const MODULE = pathToFileURL(join(import.meta.dirname, 'catalog-documents.mjs')).href;
const DOCUMENTS = '(await import(/* @vite-ignore */ process.env.DOCUMENTS)).catalogDocuments(process.env.CATALOG)';

const FROM_NPM = [
  {
    name: '@11ty/eleventy@3.1.2',
    program: '@11ty/eleventy/cmd.cjs',
    files: {
      'eleventy.config.js': 'export default (config) => config.addWatchTarget(`${process.env.CATALOG}/`);\n',
      'src/_data/documents.js': `export default async () => ${DOCUMENTS};\n`,
      'src/documents.11ty.js': `export const data = {
  pagination: { data: 'documents', size: 1, alias: 'document' },
  permalink: ({ document }) => \`/\${document.path}.json\`,
  eleventyExcludeFromCollections: true,
};
const render = ({ document }) => JSON.stringify(document.value);
export { render };
`,
    },
    build: (out: string) => ['--input=src', `--output=${out}`, '--quiet'],
    serve: (port: number) => ['--input=src', '--output=served', '--serve', `--port=${port}`],
  },
  {
    // The newest version that runs on Node 20.
    name: 'astro@5.18.2',
    program: 'astro/astro.js',
    files: {
      'src/pages/[...path].json.js': `export async function getStaticPaths() {
  return (${DOCUMENTS}).map(({ path, value }) => ({ params: { path }, props: { value } }));
}
const GET = ({ props }) => new Response(JSON.stringify(props.value));
export { GET };
`,
    },
    build: (out: string) => ['build', '--silent', '--outDir', out],
  },
];

const LAYOUT =
  '{{ $value := site.Data }}{{ range .Params.keys }}{{ $value = index $value . }}{{ end }}{{ $value | jsonify }}';

/**
 * Installs the generators; reports those that cannot be installed.
 *
 * @param newFolder makes the folder of a project
 */
export async function installPeers(newFolder: () => string, catalog: string, writeFiles: WriteFiles): Promise<Peer[]> {
  const peers: Peer[] = [];
  for (const { name, program, files, build, serve } of FROM_NPM) {
    const folder = newFolder();
    writeFiles(folder, { 'package.json': '{ "private": true, "type": "module" }', ...files });
    const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', name], { cwd: folder, stdio: 'ignore' });
    const command = (args: readonly string[]): Command => ({
      program: process.execPath,
      args: [join(folder, 'node_modules', program), ...args],
      folder,
      environment: { CATALOG: catalog, DOCUMENTS: MODULE, ASTRO_TELEMETRY_DISABLED: '1' },
    });
    const serving = serve && ((port: number) => command(serve(port)));
    if (npm.status !== 0) console.log(`npm cannot install ${name}.`);
    else peers.push({ name, build: (out) => command(build(out)), serve: serving, served: catalog });
  }
  const version = /v[\d.]+/.exec(spawnSync('hugo', ['version'], { encoding: 'utf8' }).stdout ?? '')?.[0];
  if (version === undefined) console.log('This machine has no hugo.');
  else peers.push(await hugo(version, newFolder(), catalog, writeFiles));
  return peers;
}

/** Hugo reads a copy of the catalog; an empty page names each document. */
async function hugo(version: string, folder: string, catalog: string, writeFiles: WriteFiles): Promise<Peer> {
  const data = join(folder, 'data');
  cpSync(catalog, data, { recursive: true });
  const documents: { keys: unknown; path: string }[] = (await import(MODULE)).catalogDocuments(catalog);
  const pages = documents.map(({ keys, path }) => [
    `content/${path.replace(/\/index$/, '')}.md`,
    `---\n${JSON.stringify({ type: 'catalog', layout: 'document', keys })}\n---\n`,
  ]);
  writeFiles(folder, {
    'config.toml': 'disableKinds = ["taxonomy", "term", "home", "section"]\n[outputs]\npage = ["json"]\n',
    'layouts/catalog/document.json': LAYOUT,
    ...Object.fromEntries(pages),
  });
  const command = (...args: string[]): Command => ({ program: 'hugo', args, folder });
  return {
    name: `hugo ${version}`,
    build: (out) => command('--quiet', '--destination', out),
    serve: (port) => command('server', '--disableFastRender', '--port', String(port)),
    served: data,
  };
}
