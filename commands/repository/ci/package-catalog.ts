/** Makes an npm package of the documents of a built site. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuiltSite, openSite, readDocument } from '../../../cli/built-site.ts';
import { readSiteFolder } from '../../../cli/files.ts';
import { CannotRunError } from '../../../cli/io.ts';
import { fillFolder, refuseFull } from '../../../cli/new-folder.ts';
import { PACKAGE_ROOT } from '../../../cli/package.ts';
import type { Manifest } from '../../../contract/generated/v1.types.ts';
import validators from '../../../contract/generated/v1.validators.cjs';
import { MEBIBYTE } from '../../../contract/limits.ts';
import { isObject } from '../../../contract/parse-json.ts';
import { PLAIN_FILES } from '../../../contract/plain-files.ts';
import { sha256Of } from '../../../contract/sha256.ts';
import { plural, visible, withThousands } from '../../../contract/text.ts';
import { PACKAGED, packageFiles, packageNameFor, packageNameProblem, UNPUBLISHED, versionOf } from './package-files.ts';
import type { TaskContext } from './workflow.ts';

/** The options of the task. */
interface PackageOptions {
  /** The folder of the built site. */
  readonly site: string;
  /** The folder of the package. It must be new or empty. */
  readonly out: string;
  /** The name of the package; null for one made from the service URL. */
  readonly name: string | null;
  /** Its version; null for the time of the catalog's last change. */
  readonly version: string | null;
}

/** The maximum size of all documents in bytes: programs bundle them. */
const MAX_BYTES = 32 * MEBIBYTE;

/**
 * Writes the package of a site, completely or not at all.
 *
 * @returns what to print
 * @throws CannotRunError if the folder is not a built site, may contain access tokens, or the package cannot be written
 */
export async function packageCatalog({ io, env }: TaskContext, options: PackageOptions): Promise<string> {
  const folder = resolve(io.cwd, options.out);
  refuseFull(folder, options.out);
  const site = openSite(options.site, readSiteFolder(resolve(io.cwd, options.site), options.site));
  const { documents, date } = readPackaged(site);
  const { serviceUrl } = site;
  const name = options.name ?? packageNameFor(serviceUrl);
  const problem = packageNameProblem(name);
  if (problem !== null) throw new CannotRunError(`${JSON.stringify(name)} is not a name of a package: ${problem}.`);
  const version = options.version ?? versionOf(date);
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: path } = env;
  const repository = server && path ? `${server}/${path}` : null;
  const types = readFileSync(join(PACKAGE_ROOT, 'lib', 'package-exports.d.ts'), 'utf8');
  const files = packageFiles({ name, version, title: titleOf(site), serviceUrl, date, repository }, documents, types);
  await fillFolder(folder, options.out, (staged) => {
    mkdirSync(staged, { recursive: true });
    for (const [file, text] of files) writeFileSync(join(staged, file), text, { flush: true });
  });
  const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return `Wrote ${visible(options.out)}: ${name} ${version}, ${plural(files.size, 'file')}, ${withThousands(Math.ceil(bytes / 1_000))} kB.`;
}

/** Reads the documents of a package, and when the catalog last changed. @throws CannotRunError */
function readPackaged(site: BuiltSite): { documents: Map<string, string>; date: string } {
  const { files } = site;
  const refuse = (why: string): never => {
    throw new CannotRunError(`${site.name} cannot become a package: ${why}.`);
  };
  const manifest = readDocument(site, PLAIN_FILES.manifest.path.slice(1));
  if (!validators.manifest(manifest)) refuse('its manifest.json is missing or damaged; build it again');
  const listed = new Map((manifest as Manifest).files.map((file) => [file.path, file]));
  const documents = PACKAGED.map(({ name, path }): [string, string] => {
    const known = listed.get(path);
    // A site without a history of probe has none.
    if (!known && name === 'status') return [name, UNPUBLISHED];
    if (!known || !files.paths.has(path)) return refuse(`it has no ${path}; build it with this version of the program`);
    const bytes = files.read(path);
    if (sha256Of(bytes) !== known.sha256) refuse(`${path} is not the file in its manifest; build it again`);
    return [name, Buffer.from(bytes).toString('utf8')];
  });
  const size = documents.reduce((sum, [, text]) => sum + text.length, 0);
  if (size > MAX_BYTES) refuse(`its lists have ${withThousands(size)} bytes (at most ${withThousands(MAX_BYTES)})`);
  const date = listed.get(PLAIN_FILES.all.path.slice(1))?.lastModified;
  if (date) return { documents: new Map(documents), date };
  if (![...listed.values()].some(({ lastModified }) => lastModified))
    return refuse('it states no times of changes; build it in a git clone with the whole history');
  // A build states no time of what has an access token in it, because nobody knows when that changed.
  return refuse('it contains access tokens, or changes that are not committed; build it without them');
}

/** The title of the catalog, from the description of its interface. */
function titleOf(site: BuiltSite): string {
  const description = readDocument(site, PLAIN_FILES.openapi.path.slice(1));
  const info = isObject(description) ? description['info'] : null;
  return isObject(info) && typeof info['title'] === 'string' ? info['title'] : new URL(site.serviceUrl).host;
}
