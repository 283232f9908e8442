/** A client that openapi-typescript generates from the description compiles, and reads every endpoint of a deployment. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { openApiJson } from '../../../build/render/openapi.ts';
import { memoryFolder, SMALL, temporaryFolder } from '../../support/catalogs.ts';
import { ROOT, run } from '../../support/cli.ts';
import { deploymentOf, listen } from '../../support/live-service.ts';

/** As somebody would write it who knows only the description. */
const CLIENT = `
import createClient from 'openapi-fetch';
import type { paths } from './openapi.js';

export async function readAll(baseUrl: string) {
  const json = createClient<paths, 'application/json'>({ baseUrl });
  const service = await json.GET('/v1/');
  const address: string | undefined = service.data?.mapservers;
  const mapservers = await json.GET('/v1/mapservers/');
  const zoom: number | undefined = mapservers.data?.[0]?.maxZoom;
  const overlayservers = await json.GET('/v1/overlayservers/', { params: { query: { format: 'json' } } });
  const datasources = await json.GET('/v1/datasources/');
  const categories = await json.GET('/v1/categories/');
  const editions = await json.GET('/v1/editions/');
  const path = { id: datasources.data?.at(-1)?.id ?? '' };
  const datasource = await json.GET('/v1/datasources/{id}/', { params: { path, query: { includeSource: true } } });
  const size: number | undefined = datasource.data?.maps['a.zip']?.checksums[0]?.contentLength;
  const category = await json.GET('/v1/categories/{id}/', { params: { path: { id: 2 } } });
  const edition = await json.GET('/v1/editions/{id}/', { params: { path: { id: editions.data?.[0]?.id ?? '' } } });
  const all = await json.GET('/v1/all.json');
  const name: string | undefined = all.data?.datasources[0]?.name;
  const manifest = await json.GET('/manifest.json');
  const feed = await createClient<paths>({ baseUrl }).GET('/changes.json');
  const newest: string | undefined = feed.data?.items[0]?._cartalog.commit;
  const atom = await createClient<paths>({ baseUrl }).GET('/changes.atom', { parseAs: 'text' });
  const xml = await createClient<paths, 'application/xml'>({ baseUrl }).GET('/v1/editions/', {
    params: { query: { format: 'xml' } },
    parseAs: 'text',
  });
  const described = await json.OPTIONS('/v1/all.json');
  const reported = await json.PUT('/v1/datasources/{id}/', { params: { path } });
  const missing = await json.GET('/v1/datasources/{id}/', { params: { path: { id: 'gone' } } });
  // @ts-expect-error There is no such member.
  void service.data?.nothing;
  // @ts-expect-error There is no such format.
  void (() => json.GET('/v1/', { params: { query: { format: 'csv' } } }));
  // @ts-expect-error There is no such path.
  void (() => json.GET('/v1/nothing/'));
  return {
    ok: [service, mapservers, overlayservers, datasources, categories, editions, datasource, category, edition, all,
      manifest, feed, atom, xml, described, reported].map(({ response, error }) => [response.status, error]),
    values: { address, zoom, size, name, newest, category: category.data?.name, edition: edition.data?.datasources.length,
      files: manifest.data?.files.length, atom: atom.data?.slice(0, 5), xml: xml.data?.slice(0, 5),
      described: described.data?.name, reported: reported.data?.detail.length, missing: missing.error?.detail },
  };
}
`;

const SETTINGS = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
  },
  include: ['*.ts'],
};

test('compiles and reads every endpoint', async () => {
  const folder = temporaryFolder();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const description = openApiJson({ title: 'Test', serviceUrl: 'https://catalog.example.org' });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'openapi.ts'), await typesFrom(description, folder));
  writeFileSync(join(folder, 'client.ts'), CLIENT);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(await run(process.execPath, [compiler, '-p', folder], { cwd: folder })).toMatchObject({
    stdout: '',
    status: 0,
  });

  const url = await listen((address) => deploymentOf(memoryFolder(SMALL), address));
  const bundle = join(folder, 'client.js');
  const options = { bundle: true, format: 'esm', platform: 'node', logLevel: 'error' } as const;
  await build({ ...options, entryPoints: [join(folder, 'client.ts')], outfile: bundle });
  const { readAll } = await import(pathToFileURL(bundle).href);
  const { ok, values } = await readAll(url);
  expect(ok).toEqual([...Array(15).fill([200, undefined]), [202, undefined]]);
  expect(values).toEqual({
    address: `${url}/v1/mapservers/`,
    zoom: 19,
    size: 0,
    name: 'Empty',
    newest: undefined,
    category: 'Å',
    edition: 2,
    files: expect.any(Number),
    atom: '<?xml',
    xml: '<?xml',
    described: 'Whole catalog',
    reported: expect.any(Number),
    missing: expect.stringContaining('/v1/datasources/gone/'),
  });
});

/**
 * The types that openapi-typescript generates. It needs the API of TypeScript 5, which TypeScript 7 has not; that of
 * another package takes its place.
 */
async function typesFrom(description: string, folder: string): Promise<string> {
  const outfile = join(folder, 'generator.mjs');
  await build({
    stdin: { contents: "export { default, astToString } from 'openapi-typescript';", resolveDir: import.meta.dirname },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    mainFields: ['module', 'main'],
    external: ['@redocly/openapi-core', '@ts-morph/common'],
    plugins: [
      {
        name: 'typescript-5',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^typescript$/ }, () => ({ path: 'typescript', namespace: 'typescript-5' }));
          onLoad({ filter: /./, namespace: 'typescript-5' }, () => ({
            contents: "import { ts } from '@ts-morph/common'; export default ts;",
            resolveDir: import.meta.dirname,
          }));
        },
      },
    ],
  });
  const { default: generate, astToString } = await import(pathToFileURL(outfile).href);
  return astToString(await generate(JSON.parse(description)));
}
