/** The parts of this package that the program reads at run time. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { PageParts, PublicFile, SiteParts } from '../build/render/asset.ts';
import { MAP_SCHEMAS_PATH } from '../contract/map-files.ts';
import { ASSETS_FOLDER } from '../contract/pages.ts';
import { SCHEMAS_PATH, XML_SCHEMA_NAMES, type XmlSchemaName } from '../contract/renditions.ts';
import { repositoryLinks } from '../contract/repository-links.ts';
import { CannotRunError } from './io.ts';

/** The folder of this package: the nearest one above this module with a package.json. */
export const PACKAGE_ROOT = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}

/** The fields of package.json that the program reads. */
interface PackageJson {
  readonly version: string;
  readonly repository: { readonly url: string };
  readonly peerDependencies: { readonly wrangler: string };
}

function packageJson(): PackageJson {
  return JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
}

/** The version in package.json. */
export function packageVersion(): string {
  return packageJson().version;
}

/** The oldest supported version of wrangler: the one that the program is tested with. */
export function wranglerVersion(): string {
  return packageJson().peerDependencies.wrangler.replace(/^\D+/, '');
}

/**
 * The command line that starts the program in a folder. `npx` is used only if the program is installed there or is the
 * checkout, and with `--no`: otherwise npx would later download any package of that name.
 */
export function programCall(cwd: string): string {
  const isHere = (folder: string): boolean =>
    folder === PACKAGE_ROOT || existsSync(join(folder, 'node_modules', 'cartalog'));
  let folder = resolve(cwd);
  while (!isHere(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return isHere(folder) ? 'npx --no -- cartalog' : 'cartalog';
}

/** Reads the files of a site that do not come from its catalog. */
export function readSiteParts(): SiteParts {
  const text = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
  return {
    headers: text('_headers'),
    handler: text('lib/edge.js'),
    publicFiles: [...readPublicFiles(join(PACKAGE_ROOT, 'public')), ...readSchemas()],
    page: readPageParts(),
  };
}

/** The compiled handler of `cartalog serve`. */
export function readLocalHandler(): string {
  return readFileSync(join(PACKAGE_ROOT, 'lib', 'local-worker.js'), 'utf8');
}

/** The compiled scripts and styles of the pages. */
function readPageParts(): PageParts {
  const folder = join(PACKAGE_ROOT, 'lib', 'browser');
  const { script, style } = JSON.parse(readFileSync(join(folder, 'entries.json'), 'utf8'));
  const names = readdirSync(folder).filter((name) => name !== 'entries.json');
  const files = names.sort().map((name) => fileHere(ASSETS_FOLDER + name, join(folder, name)));
  return { script: ASSETS_FOLDER + script, style: ASSETS_FOLDER + style, files };
}

/** The published schemas: those of documents, and in a separate folder those of catalog files. */
function readSchemas(): PublicFile[] {
  const published = [
    ['v1', SCHEMAS_PATH],
    ['v2', MAP_SCHEMAS_PATH],
    ['catalog', `${SCHEMAS_PATH}/catalog`],
  ] as const;
  return published.flatMap(([set, path]) => {
    const folder = join(PACKAGE_ROOT, 'schemas', set);
    const files = readdirSync(folder).filter((name) => /\.(?:json|xsd)$/.test(name));
    return files.sort().map((name) => fileHere(`${path}/${name}`.slice(1), join(folder, name)));
  });
}

/** Files that systems, editors and git create in any folder. */
const LITTER = /^\.(?:DS_Store|gitignore|gitkeep|.*\.sw[a-p])$/;

/**
 * The files of `public/`, byte for byte, including images.
 *
 * @throws CannotRunError if there is something that cannot be published, so that nobody misses it later
 */
export function readPublicFiles(folder: string): PublicFile[] {
  const files: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory() || LITTER.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const name = `public/${pathInside(folder, file)}`;
    if (!entry.isFile()) throw new CannotRunError(`${name} is not a file, and cannot be published; put a file there.`);
    if (entry.name.startsWith('.')) {
      throw new CannotRunError(`${name} begins with a dot, and hosts do not publish it; rename or delete it.`);
    }
    files.push(file);
  }
  return files.sort().map((file) => fileHere(pathInside(folder, file), file));
}

/** A file on disk, read when its content is needed. */
function fileHere(path: string, file: string): PublicFile {
  let read: Uint8Array | null = null;
  return {
    path,
    get size() {
      return read?.length ?? statSync(file).size;
    },
    get content() {
      read ??= readFileSync(file);
      return read;
    },
  };
}

function pathInside(folder: string, file: string): string {
  return file.slice(folder.length + 1).replaceAll('\\', '/');
}

/** Reads the XML Schemas of the published documents. */
export function readXmlSchemas(): Map<XmlSchemaName, string> {
  const read = (name: string): string => readFileSync(join(PACKAGE_ROOT, 'schemas', 'v1', `${name}.xsd`), 'utf8');
  return new Map(XML_SCHEMA_NAMES.map((name) => [name, read(name)]));
}

/** Reads the files of a folder of the package as texts, by path. */
export function readTexts(folder: 'commands/templates' | 'schemas/catalog'): Map<string, string> {
  const root = join(PACKAGE_ROOT, folder);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => pathInside(root, join(entry.parentPath, entry.name))).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** The address of the program's repository, from package.json, without a trailing slash. */
export function repositoryUrl(): string {
  // The form that npm requires.
  return packageJson()
    .repository.url.replace(/^git\+/, '')
    .replace(/\.git$/, '');
}

/** A page of the program: its path in a clone, otherwise its address, because the package does not contain it. */
export function pageOf(path: string): string {
  return existsSync(join(PACKAGE_ROOT, path)) ? path : addressOfPage(path);
}

/** The address of a page of the program, on the forge of its repository. */
export function addressOfPage(path: string): string {
  return repositoryLinks({ repository: repositoryUrl(), branch: 'main' }).view(path);
}
