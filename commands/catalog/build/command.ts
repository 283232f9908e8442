import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { SiteSink } from '../../../build/render/core/asset.ts';
import { HOST_CONFIGURATIONS } from '../../../build/render/hosts/all-configurations.ts';
import type { Site } from '../../../build/render/site.ts';
import { findingsSummary } from '../../../build/report/findings.ts';
import { FolderError, LockedError } from '../../../build/write/lock.ts';
import { LostLockError, type ReplaceOptions, recoverFolder } from '../../../build/write/replace-folder.ts';
import { type SiteStage, stageSite, type WriteOutcome } from '../../../build/write/site-folder.ts';
import { type CatalogOptions, type RenderedFolder, renderCatalogIn } from '../../../cli/catalog/render-catalog.ts';
import { refuseLinks } from '../../../cli/files/refuse-links.ts';
import { ownerPathsOf, realPath } from '../../../cli/git/repository-place.ts';
import { programPageOf } from '../../../cli/program/document-addresses.ts';
import { PACKAGE_ROOT, programCall } from '../../../cli/program/package.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { writeFindings } from '../../../cli/terminal/print-findings.ts';
import { isFlagOn, type Progress, progressOn } from '../../../cli/terminal/progress.ts';
import { firstRecordAdvice, missingHistoryNote } from '../../../cli/terminal/terminal.ts';
import { describeSystemError, systemCode } from '../../../contract/base/system-errors.ts';
import { joinedWith, plural, visible } from '../../../contract/base/text.ts';
import { isExampleAddress, SET_SERVICE_URL } from '../../../contract/example-address.ts';
import { type Host, hostsWith } from '../../../contract/hosts.ts';
import { PLAIN_FILES } from '../../../contract/interface/plain-files.ts';
import { type RouteName, v1Path } from '../../../contract/interface/v1-routes.ts';
import { V2_FILES } from '../../../contract/interface/v2-files.ts';
import { SIGNATURE_ENDING } from '../../../contract/signing/minisign.ts';

export interface BuildOptions extends Omit<CatalogOptions, 'withHistory'> {
  readonly out: string;
  readonly requireHistory: boolean;
  readonly requireAddress?: boolean | undefined;
  readonly fsync: boolean;
}

const TIMEOUT_MS = 60_000;

export async function runBuild(io: Io, options: BuildOptions): Promise<ExitStatus> {
  refusePlace(io, options);
  const path = resolve(io.cwd, options.out);
  const hasHints = options.verbose || !existsSync(path);
  const progress = progressOn(io);
  const settings = writeOptions(io, options, progress);
  const fail = (error: unknown): never => {
    throw explained(io, options.out, error);
  };
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      return fail(error);
    }
  };
  attempt(() => refuseLinks(path));
  await recoverFolder(path, settings).catch(fail);
  let stage = null as SiteStage | null;
  const openSink = async ({ runsHandler }: Host): Promise<SiteSink> => {
    const opened = await stageSite(path, settings, !runsHandler).catch(fail);
    stage = opened;
    return {
      take: (asset) => attempt(() => opened.take(asset)),
      old: (file) => opened.old(file),
    };
  };
  try {
    const catalog = { ...options, withHistory: true, precompress: options.precompress ?? true };
    const destination = { openSink, configurations: HOST_CONFIGURATIONS };
    const rendered = await renderCatalogIn(io, catalog, destination, progress.report);
    const { findings, site } = rendered;
    progress.clear();
    writeFindings(io, io.stderr, options.catalog, findings, options.verbose);
    const nothing = `Nothing was written${unchangedNote(io, options.out, '; ')}.`;
    if (!site || !stage) {
      io.stderr.write(`${findingsSummary(findings)}. ${nothing}\n`);
      return 1;
    }
    const refusal = refusalOf(io, options, site, rendered);
    if (refusal !== null) throw new CannotRunError(`${refusal}. ${nothing}`);
    const outcome = attempt(() => (stage as SiteStage).commit());
    progress.clear();
    const shownHints = hasHints ? hints(options, site, rendered) : [];
    const first = rendered.isEmpty ? [firstRecordAdvice(io.cwd, options.catalog, 'map')] : [];
    const lines = [...conclusion(options, site, rendered, outcome), ...first, ...shownHints];
    for (const line of [...lines, ...signingStep(io, options.out, site)]) io.stderr.write(`${line}\n`);
    return 0;
  } finally {
    progress.clear();
    stage?.end();
  }
}

function refusalOf(
  { cwd, env: { REQUIRED_ADDRESS: required } }: Io,
  { requireHistory, requireAddress, precompress }: BuildOptions,
  { host }: Site,
  { serviceUrl, historyProblem }: RenderedFolder,
): string | null {
  if (requireHistory && historyProblem !== null) return `--require-history: ${historyProblem}`;
  if (requireAddress && isExampleAddress(serviceUrl ?? ''))
    return `--require-address: ${serviceUrl} is the address of an example; ${SET_SERVICE_URL}`;
  // The service on the owner's server states the address in a variable, because it also starts programs of earlier
  // commits, which refuse unknown options.
  if (requireAddress && required && serviceUrl !== required)
    return `--require-address: serviceUrl is ${serviceUrl}, and this is published at ${required}. If the new address is intended, "sudo npx --no -- cartalog server install" in ${cwd} publishes it there`;
  if (!precompress || host.sendsCopies) return null;
  const why = host.runsHandler ? `${host.title} compresses by itself` : 'other hosts may not send the copies';
  return `--precompress is for ${joinedWith('and', hostsWith('sendsCopies'))}: ${why}`;
}

function conclusion(options: BuildOptions, site: Site, rendered: RenderedFolder, outcome: WriteOutcome): string[] {
  const { serviceUrl, findings, historyProblem, ownFiles, hasOwnHeaders } = rendered;
  const { host, files } = site;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const own = ownFiles === 0 ? '' : `, ${ownFiles} of them from public/`;
  const did = outcome === 'written' ? 'Built' : 'Nothing changed in';
  const content = `${plural(files.length, 'file')}${own}, ${sizeOf(bytes)}, for ${visible(serviceUrl ?? '')}`;
  const headers = `Note: _headers is for Cloudflare alone, and sets nothing on ${host.title}; ${programPageOf('docs/own-files.md')} says what does.`;
  return [
    `${did} ${visible(options.out)}: ${content}. ${findingsSummary(findings)}.`,
    hasOwnHeaders && !host.runsHandler ? headers : null,
    historyProblem === null ? null : missingHistoryNote(historyProblem),
  ].filter((line) => line !== null);
}

/** Every build has the same hints, so only the first build prints them, or one with --verbose. */
function hints(options: BuildOptions, site: Site, { serviceUrl }: RenderedFolder): string[] {
  // An example address on the command line is intentional.
  const isExample = options.serviceUrl === null && isExampleAddress(serviceUrl ?? '');
  const example = `Its address is an example, so it cannot be deployed; ${SET_SERVICE_URL}.`;
  return [isExample ? example : null, handlerNote(site)].filter((line) => line !== null);
}

/** CI signs in a later step. */
function signingStep(io: Io, out: string, { host, files }: Site): string[] {
  const hasKeys = files.some(({ path }) => path === host.root + V2_FILES.keys.path.slice(1));
  const signature = resolve(io.cwd, out, host.root + PLAIN_FILES.manifest.path.slice(1) + SIGNATURE_ENDING);
  if (!hasKeys || isFlagOn(io.env['CI']) || existsSync(signature)) return [];
  return [`Not signed yet: ${programCall(io.cwd)} sign ${visible(out)} --secret FILE`];
}

function handlerNote({ host, handlerRules }: Site): string | null {
  if (!host.runsHandler || handlerRules.length === 0) return null;
  const count = (list: RouteName): number => handlerRules.filter(({ path }) => path.startsWith(v1Path(list))).length;
  const counts = [plural(count('datasources'), 'data source'), plural(count('editions'), 'edition')];
  const what = counts.filter((text) => !text.startsWith('0 ')).join(' and ');
  return `Note: ${host.title} takes ${host.limits.headerRules} header rules. Last-Modified and Cache-Control of ${what} are sent by the handler, and are missing if it does not run.`;
}

/** Other files must not be deleted with the folder, nor the folder become part of the next site. */
function refusePlace(io: Io, { out, catalog }: BuildOptions): void {
  const site = realPath(resolve(io.cwd, out));
  const catalogFolder = realPath(resolve(io.cwd, catalog));
  const refuse = (reason: string): never => {
    throw new CannotRunError(`--out ${out} ${reason}. Name a folder that is only for the site, such as dist.`);
  };
  const contained = [
    [catalogFolder, `the catalog folder ${catalog}`],
    [realPath(io.cwd), 'the folder in which the program runs'],
    [PACKAGE_ROOT, 'the program itself'],
  ] as const;
  for (const [folder, what] of contained) {
    if (isInside(folder, site)) refuse(folder === site ? `is ${what}` : `contains ${what}`);
  }
  if (isInside(site, catalogFolder)) refuse(`is inside the catalog folder ${catalog}`);
  const published = [join(PACKAGE_ROOT, 'public'), ownerPathsOf(resolve(io.cwd, catalog)).publicFolder];
  if (published.some((folder) => isInside(site, realPath(folder))))
    refuse('is inside public, whose files are published');
  if (relative(io.cwd, site).split(sep).includes('.git')) refuse('is inside a .git folder');
  if (existsSync(join(site, '.git'))) refuse('is a checkout of git: it contains .git');
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function writeOptions(io: Io, { out, fsync }: BuildOptions, progress: Progress): ReplaceOptions {
  const say = (text: string): void => {
    progress.clear();
    io.stderr.write(text);
  };
  return {
    patienceMs: TIMEOUT_MS,
    fsync,
    onWait: (pid) => {
      const which = pid === null ? '' : ` (process ${pid})`;
      say(`Waiting for another build${which} to finish with ${visible(out)} …\n`);
    },
    onRecover: () => say('What an earlier build had left is cleaned up.\n'),
  };
}

function explained(io: Io, out: string, error: unknown): CannotRunError {
  if (error instanceof LostLockError) return new CannotRunError(`${error.message}.`);
  return new CannotRunError(`${reasonOf(error, out, resolve(io.cwd, out))}${unchangedNote(io, out, '. ')}.`);
}

function unchangedNote(io: Io, out: string, separator: string): string {
  return existsSync(resolve(io.cwd, out)) ? `${separator}${visible(out)} is as it was` : '';
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

const REFUSALS = ['EACCES', 'EPERM', 'EROFS'];

function reasonOf(error: unknown, out: string, site: string): string {
  if (error instanceof LockedError) return error.message;
  if (error instanceof FolderError) return `${out} ${error.message}`;
  const code = systemCode(error) ?? '';
  const { path = site } = error as NodeJS.ErrnoException;
  // The whole site is replaced, so its parent folder must be writable.
  const isInsideSite = path !== site && isInside(path, realPath(site));
  const place = REFUSALS.includes(code) && !isInsideSite ? ' in its parent folder' : '';
  const words = `${describeSystemError(error, 'creating')}${place}`;
  const cannotMove = ['EBUSY', 'EXDEV'].includes(code);
  const advice = '; a mounted folder, or a folder of a container image, cannot be replaced: name a folder inside it';
  return `${out} cannot be written: ${words}${cannotMove ? advice : ''}`;
}
