/**
 * Missing files are fetched into the state folder and compared with the manifest. Once all have arrived, the whole
 * folder is replaced; until then, it has the old deployment.
 */
import { isDeepStrictEqual } from 'node:util';
import pMap from 'p-map';
import type { OnProgress } from '../../../build/read/folder.ts';
import type { Asset } from '../../../build/render/core/asset.ts';
import { LostLockError } from '../../../build/write/replace-folder.ts';
import {
  type FetchFile,
  MANIFEST_FILE,
  type Memory,
  type PublishedSite,
  problemOfFile,
  readSignedManifest,
  SIGNATURE_FILE,
  SIGNATURE_PATH,
  siteAt,
  type Trust,
} from '../../../cli/site/published-site.ts';
import type { MirrorReport } from '../../../contract/generated/reports.types.ts';
import type { Manifest, ManifestFile } from '../../../contract/generated/v1.types.ts';
import { HOSTS } from '../../../contract/hosts.ts';
import { PLAIN_FILES } from '../../../contract/interface/plain-files.ts';
import { resourceAt } from '../../../contract/interface/v1-routes.ts';
import { V2_FILES } from '../../../contract/interface/v2-files.ts';
import { SIGNATURE_BYTES } from '../../../contract/signing/minisign.ts';
import { CatalogError } from '../../../contract/signing/signed-manifest.ts';
import { BadManifestError, MIRROR_LIMITS, NoManifestError, safeManifestIn } from './listed-files.ts';
import type { MirrorFile, OpenMirror } from './mirror-folder.ts';
import { mirrorConfiguration, type ServerChoice } from './server-configuration.ts';

interface MirrorOptions {
  /** The most bytes of all files together. */
  readonly maxBytes: number;
  readonly wait: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
  /** Signatures to require; by default, none. */
  readonly trust?: Omit<Trust, 'memory'> | null;
  readonly onProgress?: OnProgress;
  /** The server to configure. By default none: only files are written. */
  readonly server?: ServerChoice | null;
}

interface Received {
  readonly manifest: Manifest;
  /** The manifest, and its signature if it has one, by path. */
  readonly texts: ReadonlyMap<string, Uint8Array>;
}

interface Run extends MirrorOptions {
  readonly request: FetchFile;
  readonly site: PublishedSite;
  readonly folder: OpenMirror;
  readonly fetched: { files: number; bytes: number };
  /** Beside a server's configuration, the site has its own folder. */
  readonly inFolder: <T extends MirrorFile>(file: T) => T;
}

export type MirrorOutcome = Omit<MirrorReport, 'version' | 'url' | 'folder'>;

/** Requests at a time, to spare the host. */
const PARALLEL = 4;

/** In milliseconds, between requests for one file. */
const PAUSES = [1_000, 4_000];

/** How often the manifest is read: if files do not match it, the deployment may be changing. */
const ROUNDS = 3;

const MAX_PROBLEMS = 20;

/** Changes nothing in the folder if a file does not match. */
export async function mirrorDeployment(
  request: FetchFile,
  folder: OpenMirror,
  options: MirrorOptions,
): Promise<MirrorOutcome> {
  try {
    const fetched = { files: 0, bytes: 0 };
    const { server } = options;
    const root = server ? HOSTS[server.target].root : '';
    const inFolder: Run['inFolder'] = (file) => ({ ...file, path: root + file.path });
    const site = siteAt(request);
    let received = await receive(site, options, folder.memory);
    for (let round = 1; ; round++) {
      const { texts } = received;
      const { files } = received.manifest;
      const all = [...files.map(inFolder), ...[...texts].map(([path, bytes]) => folder.add(root + path, bytes))];
      folder.begin(all);
      const missing = files.filter((file) => !folder.has(inFolder(file)));
      const problems = await fetchAll(missing, { ...options, request, site, folder, fetched, inFolder });
      if (problems.length === 0) {
        const configuration = server ? await configurationFor(server, received, request, folder) : [];
        const isTaken = ({ role, path }: Asset): boolean =>
          all.some((file) => file.path === path) || (role === 'page' && folder.hasForeign(path));
        const others = configuration.filter((asset) => !isTaken(asset));
        const removed = folder.replace([...all, ...others.map(({ path, content }) => folder.add(path, content))]);
        const did = removed === null ? 'nothing' : 'updated';
        return { did, ...sizesOf(files), fetched, removed: removed ?? 0, problems };
      }
      const next = round < ROUNDS ? await receive(site, options, folder.memory) : received;
      // With the same manifest, nothing is changing.
      if (isDeepStrictEqual(next.texts.get(MANIFEST_FILE), texts.get(MANIFEST_FILE))) {
        folder.abandon();
        return { did: 'failed', ...sizesOf(files), fetched, removed: 0, problems };
      }
      received = next;
    }
  } catch (error) {
    if (error instanceof BadManifestError) folder.abandon();
    throw folder.isLost ? new LostLockError() : error;
  } finally {
    folder.close();
  }
}

/** How long caches may keep a data source is only in headers. */
async function configurationFor(
  server: ServerChoice,
  { manifest }: Received,
  request: FetchFile,
  folder: OpenMirror,
): Promise<Asset[]> {
  const maxAges = new Map<string, number>();
  const ask = async ({ url }: ManifestFile): Promise<void> => {
    const { route, id = '' } = resourceAt(url) ?? {};
    if (route !== 'datasource') return;
    const { body, maxAge = 0 } = await request(url, 'HEAD');
    for await (const _ of body) break;
    if (maxAge > 0) maxAges.set(id, maxAge);
  };
  await pMap(manifest.files, ask, { concurrency: PARALLEL });
  const contentAt = (path: string): Uint8Array | undefined => {
    const file = manifest.files.find((one) => one.path === path);
    return file && folder.read(file);
  };
  return mirrorConfiguration(manifest, contentAt, maxAges, server);
}

async function receive(
  site: PublishedSite,
  { trust, maxBytes, signal }: MirrorOptions,
  memory: Memory,
): Promise<Received> {
  signal.throwIfAborted();
  try {
    const accepted = trust ? await readSignedManifest(site, { ...trust, memory }) : null;
    const bytes = accepted
      ? Buffer.from(accepted.text)
      : await site.read(PLAIN_FILES.manifest.path, MIRROR_LIMITS.manifestBytes);
    const manifest = safeManifestIn(bytes, maxBytes);
    const isSigned = manifest.files.some(({ url }) => url === V2_FILES.keys.path);
    const unchecked =
      !accepted && isSigned ? await site.read(SIGNATURE_PATH, SIGNATURE_BYTES).catch(nullIfMissing) : null;
    const signature = accepted ? Buffer.from(accepted.signature) : unchecked;
    return {
      manifest,
      texts: new Map([[MANIFEST_FILE, bytes], ...(signature ? [[SIGNATURE_FILE, signature] as const] : [])]),
    };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const isMissing = error.code === 'not-found' || error.code === 'unreachable';
    throw new (isMissing ? NoManifestError : BadManifestError)(error.message);
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof CatalogError && error.code === 'not-found') return null;
  throw error;
}

function sizesOf(files: readonly ManifestFile[]): { files: number; bytes: number } {
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

/** @returns files that do not match the manifest */
async function fetchAll(missing: readonly ManifestFile[], run: Run): Promise<MirrorOutcome['problems']> {
  const { folder, signal, onProgress, fetched } = run;
  const problems: { path: string; problem: string }[] = [];
  // Each content is fetched once.
  const wanted = [...new Map(missing.map((file) => [file.sha256, file])).values()].filter(
    (file) => !folder.hasContent(file),
  );
  let done = 0;
  const errors: unknown[] = [];
  const fetchOne = async (file: ManifestFile): Promise<void> => {
    if (problems.length >= MAX_PROBLEMS || errors.length > 0) return;
    signal.throwIfAborted();
    onProgress?.('Fetching', done++, wanted.length, file.path);
    const problem = await problemOfFile(run.site, file, (place) => problemAt(place, file, run));
    if (problem !== null) problems.push({ path: file.path, problem });
    else {
      fetched.files++;
      fetched.bytes += file.size;
    }
  };
  // If a request fails, awaits the others: keeps what they receive, and writes nothing to a closed folder.
  await pMap(wanted, (file) => fetchOne(file).catch((error: unknown) => errors.push(error)), { concurrency: PARALLEL });
  if (errors.length > 0) throw errors[0];
  return problems;
}

/** @returns why the answer is not the file, or null */
async function problemAt(address: string, file: ManifestFile, run: Run): Promise<string | null> {
  const { request, folder, wait, signal, inFolder } = run;
  for (const pause of [...PAUSES, null]) {
    const response = await request(address).catch((error: unknown) => {
      if (signal.aborted || pause === null) throw error;
      return null;
    });
    if (response?.status === 200) return await folder.receive(inFolder(file), response.body);
    if (response) for await (const _ of response.body) break;
    const isBusy = response === null || response.status === 429 || response.status >= 500;
    if (!isBusy || pause === null) return `the deployment answers ${response?.status}`;
    await wait(pause);
  }
  return null;
}
