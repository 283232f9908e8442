import { createReadStream, existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Diagnostic, isError } from '../../../build/diagnostics/diagnostic.ts';
import { readMapAddress } from '../../../build/map-types/map-address.ts';
import { isMapLink, linkedMap } from '../../../build/programs/readers.ts';
import { DRAWS_NO_MAPS } from '../../../build/programs/stated/stated-map.ts';
import { describedSources } from '../../../build/programs/stated/tile-set.ts';
import type { CatalogFolder } from '../../../build/read/folder.ts';
import { findingsInFolder } from '../../../build/report/positions.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { describeTemplateProblem } from '../../../build/tile-url/explanations.ts';
import { withoutPastedKeys } from '../../../build/tile-url/secrets.ts';
import { isTemplate, normalisedAddress } from '../../../build/tile-url/template-pieces.ts';
import { openCatalogFolder } from '../../../cli/catalog/catalog-folder.ts';
import { fillNewFolder } from '../../../cli/files/new-folder.ts';
import { refuseLinks } from '../../../cli/files/refuse-links.ts';
import { createFile, replaceFile } from '../../../cli/files/write-file.ts';
import { programCall, repositoryUrl } from '../../../cli/program/package.ts';
import { terminalAsker } from '../../../cli/terminal/ask.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { type CalledWith, offeredCommand } from '../../../cli/terminal/offered-command.ts';
import { writeFindings } from '../../../cli/terminal/print-findings.ts';
import { progressOn } from '../../../cli/terminal/progress.ts';
import { catalogPathPrefix } from '../../../cli/terminal/terminal.ts';
import { declaredTextIn, unicodeTextIn } from '../../../contract/base/encodings.ts';
import { isObject } from '../../../contract/base/json-values.ts';
import { asMebibytes, INPUT_LIMITS, TEXT_LIMITS } from '../../../contract/base/limits.ts';
import { jsonObjectIn } from '../../../contract/base/parse-json.ts';
import { describeSystemError, systemCode } from '../../../contract/base/system-errors.ts';
import {
  joinedWith,
  parseUrl,
  plural,
  printableLines,
  visible,
  withScheme,
  withThousands,
} from '../../../contract/base/text.ts';
import { askedCapabilities, capabilitiesAddress } from '../../../contract/maps/get-map.ts';
import { layersOfTile } from '../../../contract/maps/import-offer.ts';
import { isMapAddress, isTileTemplate } from '../../../contract/maps/map-formats.ts';
import { mapAddresses, SERVICE_PROTOCOL } from '../../../contract/maps/map-types.ts';
import { bracedIn } from '../../../contract/maps/placeholders.ts';
import { WebError } from '../web/request.ts';
import type { Web } from '../web/web.ts';
import { openRealWeb } from '../web/web-transport.ts';
import type { FileChange } from './catalog-files.ts';
import { dryRunTable } from './dry-run-table.ts';
import { type ImportPlan, importFile, importService, type ServiceOptions } from './import.ts';
import { type ListOptions, withNew } from './lists/add-maps.ts';
import { arcgisPageAt, FILE_ADDRESS, fetchMap, mayBeDocument, readFrom } from './lists/addressed-maps.ts';
import { completedPlan } from './lists/ask-missing.ts';
import { chosenMaps, layerFacts, layerTable } from './lists/chosen-layers.ts';
import { takeLocks } from './locks.ts';
import { foreignStart } from './merge/foreign-files.ts';
import { missingEndOf } from './merge/merge-file.ts';
import { type ImportNote, KNOWN_RECORD, lossesIn, noteCount } from './notes.ts';
import { isServiceError, isWebPage } from './service/read-served.ts';
import { KeptDocuments, servedDocuments } from './service/served-documents.ts';

interface ImportOptions extends Omit<ServiceOptions, 'address' | 'environment' | 'now'>, ListOptions {
  /** An address without a trailing slash, or a file. */
  readonly source: string;
  readonly catalog: string;
  readonly dryRun?: boolean;
  readonly strict?: boolean;
  readonly format?: 'text' | 'json';
  readonly fresh?: boolean;
  readonly allowPrivate?: boolean;
  /** In minutes; without it, unlimited. */
  readonly maxTime?: number | undefined;
}

const EMPTY_FOLDER: CatalogFolder = {
  entries: () => [],
  size: () => 0,
  read: () => new Uint8Array(),
};

/** @returns 1 if the catalog has errors, a document is unread, nothing can be taken, or `strict` refuses */
export async function runImport(io: Io, options: ImportOptions): Promise<ExitStatus> {
  const { source, catalog } = options;
  const map = await mapAt(io, options);
  const isService = map === null && /^https?:\/\//i.test(source);
  if (!isService && options.prune)
    throw new CannotRunError('--prune is for services; a file does not list all there is.');
  // The query may have a key: never printed.
  const name = map ? (parseUrl(source)?.pathname ?? 'address') : source;
  // An unreadable source is reported before errors of the catalog.
  const body = map?.body ?? (isService ? null : await readInput(resolve(io.cwd, source), options));
  const isNew = isService && hasNoCatalog(resolve(io.cwd, catalog));
  const folder = isNew ? EMPTY_FOLDER : openCatalogFolder(io, catalog);
  const { content, diagnostics } = checkCatalog(folder, { environment: {}, requireTokens: false });
  const errors = isNew ? [] : diagnostics.filter(isError);
  if (refuses(io, catalog, folder, errors, 'has errors already; nothing is imported')) return 1;
  if (body !== null) {
    const layers = options.layers ?? (options.all ? undefined : layersOfTile(source));
    const listOptions = map ? { ...options, layers, address: source, service: map.service } : options;
    const planWith = (given: ListOptions): ImportPlan => importFile(folder, body, name, given, Date.now());
    const { terminal, signal } = io;
    const asker = terminal && options.format !== 'json' ? () => terminalAsker(terminal, signal) : null;
    return finish(io, options, await completedPlan(planWith, listOptions, asker), isNew, null);
  }
  const address = source.replace(/\?.*$/s, '').replace(/\/v1(?:\/.*)?$/, '');
  const keptName = `import-${fileNameOf(new URL(address).host)}`;
  const kept = new KeptDocuments(io.cwd, join('.cartalog', keptName));
  kept.open();
  const release = takeLocks(io.cwd, {
    [`${keptName}.lock`]: `of ${address}`,
    [`into-${fileNameOf(relative(io.cwd, resolve(io.cwd, catalog)))}.lock`]: `into ${catalog}`,
  });
  try {
    if (options.fresh) kept.clear();
    const service = { ...options, repository: options.repository ?? content.of('site')[0]?.value.repository };
    const plan = await planOfService(io, folder, service, address, kept);
    return await finish(io, options, plan, isNew, kept);
  } finally {
    release();
  }
}

const fileNameOf = (text: string): string => text.replace(/[^a-z0-9.-]+/gi, '-');

async function finish(
  io: Io,
  options: ImportOptions,
  plan: ImportPlan,
  isNew: boolean,
  kept: KeptDocuments | null,
): Promise<ExitStatus> {
  if (refuses(io, options.catalog, plan.folder, plan.errors, 'would have errors; nothing is written')) {
    io.stderr.write(kept?.left ?? '');
    return 1;
  }
  if (plan.offered.length > 0) return offer(io, options, plan.offered);
  const changes = [...plan.changes()];
  const isRefused = options.strict === true && plan.notes.some(({ outcome }) => outcome !== 'advice');
  const isWritten = !isRefused && !options.dryRun;
  if (isWritten) await writeChanges(io, options.catalog, changes, isNew);
  report(io, options, plan, changes, isWritten);
  if (isWritten && plan.unreadCount === 0) kept?.clear();
  else io.stderr.write(kept?.left ?? '');
  return isRefused || plan.unreadCount > 0 || isUseless(plan, changes) ? 1 : 0;
}

/** True if the source has nothing to import: a script must not take it for a list that the catalog has already. */
function isUseless({ notes, unchanged }: ImportPlan, changes: readonly FileChange[]): boolean {
  const reasons = notes.flatMap(({ reason = null }) => reason ?? []);
  return changes.length + unchanged.length === 0 && reasons.length > 0 && !reasons.some((one) => KNOWN_RECORD.has(one));
}

function offer(io: Io, { format }: ImportOptions, offered: ImportPlan['offered']): ExitStatus {
  io.stdout.write(
    format === 'json'
      ? `${printableLines(JSON.stringify(layerFacts(offered), null, 2))}\n`
      : layerTable(offered, io.stdout.columns),
  );
  const count = plural(offered.length, 'layer');
  if (offered.every(({ problem }) => problem)) {
    io.stderr.write(`${count}, of which none can be imported.\n`);
    return 1;
  }
  io.stderr.write(
    `${count}; nothing is imported. Name layers with --layers, separated by commas, or take all with --all.\n`,
  );
  return 0;
}

function webFor({ signal }: Io, { allowPrivate = false, repository = repositoryUrl(), maxTime }: ImportOptions): Web {
  return openRealWeb(repository, { allowPrivate, maxTimeMs: maxTime === undefined ? null : maxTime * 60_000, signal });
}

interface FoundMap {
  readonly body: Uint8Array;
  /** Of a service that the given address does not name, the address after redirects. */
  readonly service: string;
}

/** Null for a file or service. A path leads to a document, unless a page or nothing answers. */
async function mapAt(io: Io, options: ImportOptions): Promise<FoundMap | null> {
  const { source } = options;
  if (isMapLink(source)) return { body: Buffer.from(source), service: source };
  const capabilities = askedCapabilities(source);
  refuseTemplate(options, normalisedAddress(capabilities ?? source));
  refuseOtherServer(options);
  if (!mayBeDocument(source)) return null;
  const web = webFor(io, options);
  const askCapabilities = async (address: string): Promise<FoundMap> => {
    if (address !== source)
      io.stderr.write(`Asks for the capabilities of the service: ${withoutPastedKeys(address)}\n`);
    const { body } = await fetchMap(web, address);
    return { body, service: source };
  };
  if (capabilities !== null) return askCapabilities(capabilities);
  const page = arcgisPageAt(source);
  const asked = fetchMap(web, page ?? source).then((found) => withDescribedSources(web, found));
  if (page || isMapAddress(source) || FILE_ADDRESS.test(source)) return asked;
  const found = await asked.catch((error: Error) => {
    // Whoever does not answer, or asks for a pause, shows no catalog either.
    if (error.cause instanceof WebError && ['unreachable', 'status'].includes(error.cause.failure)) throw error;
    return null;
  });
  const start = Buffer.from(found?.body.subarray(0, TEXT_LIMITS.address) ?? '').toString();
  const isError = isServiceError(start);
  if (found && !isError && !isWebPage(start)) return found;
  // A catalog's query does not matter; a service of maps may have one.
  if (!isError && !source.includes('?')) return null;
  const other = await askCapabilities(capabilitiesAddress(source, SERVICE_PROTOCOL)).catch(() => null);
  return other && !isWebPage(Buffer.from(other.body).toString()) ? other : null;
}

/** A style with the credits and areas of its sources, as `new` has them. */
async function withDescribedSources(web: Web, { body, url }: Awaited<ReturnType<typeof fetchMap>>): Promise<FoundMap> {
  const style = jsonObjectIn(textOf(body));
  if (style['version'] !== 8 || !isObject(style['sources'])) return { body, service: url };
  const described = await describedSources(url, style, async (address) => textOf((await fetchMap(web, address)).body));
  // Its names do not count.
  const sources = { ...style['sources'], ...described };
  return { body: Buffer.from(JSON.stringify({ ...style, sources })), service: url };
}

/** A server knows no placeholder. @param asked where the map would be looked for */
function refuseTemplate({ source, ...called }: ImportOptions, asked: string): void {
  const placeholder = bracedIn(asked);
  if (placeholder === null && !isTemplate(asked)) return;
  const read = readMapAddress({ url: source });
  const addresses = 'type' in read ? mapAddresses({ type: read.type, ...read.members }) : [];
  const areTiles = addresses.some(([key, address]) => key === 'urlPattern' || isTileTemplate(address));
  const { name, copyright } = called;
  const made = 'type' in read && read.type !== 'xyz' ? 'new map --url' : 'new mapserver --url';
  const why = areTiles
    ? `is the address of tiles: ${offeredCommand(made, source, called, { id: name, copyright })}`
    : 'reason' in read && isTemplate(asked) && read.reason.code !== 'missing'
      ? `cannot be imported: ${describeTemplateProblem(read.reason, withNew('mapserver'))}.`
      : `has ${placeholder} in it: write its value there.`;
  throw new CannotRunError(withoutPastedKeys(`${source} ${why}`));
}

/** Its other services are read by `new`, or draw no maps. */
function refuseOtherServer({ source, ...called }: ImportOptions): void {
  const [, kind] =
    /\/rest\/services\/[^?#]{1,300}\/(VectorTile|Scene|Geocode|Geometry|GeoData|GP|NA|Stream)Server(?:\/\d{0,6})?(?:[?#]|$)/i.exec(
      source,
    ) ?? [];
  if (kind === undefined) return;
  const is = `is a ${kind}Server of Esri`;
  const why = /^VectorTile$/i.test(kind)
    ? `${is}: ${offeredCommand('new map --url', source, called, { id: called.name, copyright: called.copyright })}`
    : `${is}, ${DRAWS_NO_MAPS}.`;
  throw new CannotRunError(withoutPastedKeys(`${source} ${why}`));
}

/** For `new`. @throws CannotRunError if the service has no such layer */
export async function layersAt(
  io: Io,
  address: string,
  names: readonly string[] | undefined,
  { catalog = 'catalog', allowPrivate = false }: CalledWith,
) {
  const options = { source: address, catalog, allowPrivate, address, service: address };
  const offered = await fetchMap(webFor(io, options), address)
    .then(({ body }) => importFile(EMPTY_FOLDER, body, address, options, Date.now()).offered)
    .catch((error: unknown) => {
      if (!(error instanceof CannotRunError)) throw error;
      return error.message;
    });
  if (typeof offered === 'string') return { layers: [], table: '', unread: offered };
  return {
    layers: chosenMaps(offered, { layers: names, all: names === undefined }),
    table: layerTable(offered, io.stdout.columns),
  };
}

/** For `new`: what a folder of services, or a service without pictures, is; null for other addresses. */
export async function folderAt(io: Io, address: string, called: CalledWith): Promise<string | null> {
  const page = arcgisPageAt(address);
  return page === null ? null : ((await layersAt(io, page, undefined, called)).unread ?? null);
}

/** For `new`. */
export { linkedMap };

/** For `new`. @throws CannotRunError if it cannot be read */
export async function documentAt(io: Io, address: string, allowPrivate: boolean): Promise<string> {
  const { body } = await fetchMap(webFor(io, { source: address, catalog: '', allowPrivate }), address);
  const text = textOf(body);
  const end = /^\s*\{/.test(text) && missingEndOf(text);
  if (end) throw new CannotRunError(`${withoutPastedKeys(address)} cannot be read as JSON: ${end}.`);
  return text;
}

const textOf = (body: Uint8Array): string => unicodeTextIn(body) ?? declaredTextIn(body).text ?? '';

async function readInput(file: string, options: ImportOptions): Promise<Uint8Array> {
  const { source: name } = options;
  const { fileBytes } = INPUT_LIMITS;
  // Devices and pipes have size 0, maybe without an end.
  const stream = createReadStream(file, { end: fileBytes });
  const parts: Buffer[] = await stream.toArray().catch((error: unknown) => {
    const address = withScheme(name);
    // `list.xml` is a file.
    const way = address === name || !/[/?:]/.test(name) ? '' : `: ${offeredCommand('import', address, options)}`;
    const advice =
      systemCode(error) === 'ENOENT' ? `; the address of a service begins with https:// or http://${way}` : '';
    throw new CannotRunError(`${name} cannot be read: ${describeSystemError(error)}${advice}.`);
  });
  const body = Buffer.concat(parts);
  if (body.length > fileBytes) {
    const size = `has more than ${asMebibytes(fileBytes)} MiB: import a part of it, if it is a list of maps`;
    throw new CannotRunError(`${name} ${foreignStart(body) ?? size}.`);
  }
  return body;
}

async function planOfService(
  io: Io,
  folder: CatalogFolder,
  options: ImportOptions,
  address: string,
  kept: KeptDocuments,
): Promise<ImportPlan> {
  const web = webFor(io, options);
  const progress = progressOn(io, options);
  const service = { ...options, address, environment: io.env, now: Date.now() };
  const plan = importService(folder, servedDocuments(web, kept), service, (done, known, path) =>
    progress.report('Fetching', done, known, path),
  );
  try {
    return await readFrom(address, plan, () => kept.left.trim());
  } finally {
    progress.clear();
    const { requests, bytes } = web.used;
    const before = kept.used === 0 ? '' : `; ${plural(kept.used, 'document')} fetched before`;
    io.stderr.write(`${plural(requests, 'request')}, ${withThousands(bytes)} bytes${before}.\n`);
  }
}

function hasNoCatalog(path: string): boolean {
  if (!existsSync(path)) return true;
  return statSync(path).isDirectory() && readdirSync(path).every((name) => name.startsWith('.'));
}

function refuses(io: Io, catalog: string, folder: CatalogFolder, errors: readonly Diagnostic[], why: string): boolean {
  if (errors.length === 0) return false;
  writeFindings(io, io.stderr, catalog, findingsInFolder(folder, errors));
  io.stderr.write(`The catalog in ${visible(catalog)} ${why}.\n`);
  return true;
}

async function writeChanges(io: Io, catalog: string, changes: readonly FileChange[], isNew: boolean): Promise<void> {
  let written = 0;
  const writeTo = async (folder: string): Promise<void> => {
    for (const { path, text, isNew: isNewFile } of changes) {
      // Handles signals between files.
      await setImmediate();
      io.signal.throwIfAborted();
      const file = join(folder, path);
      refuseLinks(file);
      if (text === null) rmSync(file);
      else if (isNewFile) createFile(file, text);
      else replaceFile(file, text);
      written++;
    }
  };
  const root = resolve(io.cwd, catalog);
  try {
    if (isNew && changes.length > 0) {
      removeIfEmpty(root);
      await fillNewFolder(root, catalog, writeTo);
    } else await writeTo(root);
  } catch (error) {
    if (error instanceof CannotRunError) throw error;
    const count = `${withThousands(written)} of ${plural(changes.length, 'file')} ${written === 1 ? 'is' : 'are'} written`;
    const state = isNew ? 'nothing is written' : `${count}, and the same command goes on`;
    const why = io.signal.aborted ? 'it was stopped' : describeSystemError(error);
    throw new CannotRunError(`${catalog} cannot be written: ${why}; ${state}.`);
  }
}

/** A new folder then replaces it in one step. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Missing, or it stays: it has hidden files, or is a link or mount.
  }
}

function report(
  io: Io,
  { catalog, format, dryRun }: ImportOptions,
  plan: ImportPlan,
  changes: readonly FileChange[],
  isWritten: boolean,
): void {
  const { notes, noun, unreadCount } = plan;
  const prefix = catalogPathPrefix(io, catalog);
  const files = changes.map(({ path, text, isNew }) => {
    return { path: prefix + path, change: text === null ? 'removed' : isNew ? 'new' : 'changed' };
  });
  if (format === 'json')
    io.stdout.write(`${printableLines(JSON.stringify({ written: isWritten, notes, files }, null, 2))}\n`);
  else {
    const lines = [
      ...notes.map(({ outcome, document, pointer, message }) => `${document}#${pointer} ${outcome}: ${message}`),
      ...files.map(({ path, change }) => `${isWritten ? '' : 'would be '}${change} ${path}`),
    ];
    io.stdout.write(lines.map((line) => `${visible(line)}\n`).join(''));
    if (dryRun) io.stdout.write(printableLines(dryRunTable(plan, changes)));
  }
  if (unreadCount > 0) io.stderr.write(`${plural(unreadCount, 'document')} could not be read.\n`);
  const count = (kind: ImportNote['outcome']): number => notes.filter(({ outcome }) => outcome === kind).length;
  const advice = count('advice');
  const { records, values } = lossesIn(notes);
  const lost = [
    ...(records.length > 0 ? [plural(records.length, noun)] : []),
    ...(values.length > 0 ? [plural(noteCount(values), 'value')] : []),
  ];
  const counts = `${count('corrected')} corrected, ${joinedWith('and', lost) || 0} left out`;
  const all = advice === 0 ? counts : `${counts}, ${plural(advice, 'thing')} to look at`;
  const done = isWritten ? 'written' : dryRun ? 'would be written' : 'not written, because --strict allows neither';
  const nothing = isUseless(plan, changes) ? 'nothing can be imported' : 'nothing has changed';
  const result = files.length === 0 ? nothing : `${plural(files.length, 'file')} ${done}`;
  io.stderr.write(`${all}; ${result}.\n`);
  if (isWritten && files.length > 0)
    io.stderr.write(`Next: ${programCall(io.cwd)} check, then commit the change and open a pull request.\n`);
}
