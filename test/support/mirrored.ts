/** A deployment in memory for mirrors: what it answers can be changed, and what is requested is listed. */
import type { FetchFile, ServedFile } from '../../cli/site/published-site.ts';
import { type Files, memoryFolder, SMALL } from './catalogs.ts';
import { deploymentOf } from './live-service.ts';

const BASE = 'https://catalog.example.org';

/** Answers in place of the deployment; null for what it would answer itself. */
export type Hostile = (address: string) => ServedFile | null;

export type Mirrored = { readonly fetch: FetchFile; readonly requested: string[]; publish(files: Files): void };

export function mirrored(files: Files = SMALL, hostile: Hostile = () => null): Mirrored {
  let respond = deploymentOf(memoryFolder(files));
  const requested: string[] = [];
  return {
    requested,
    publish(next) {
      respond = deploymentOf(memoryFolder(next));
    },
    async fetch(address) {
      requested.push(address);
      const other = hostile(address);
      if (other) return other;
      const response = await respond(new Request(BASE + address));
      return answer(response.status, new Uint8Array(await response.arrayBuffer()));
    },
  };
}

export const answer = (status: number, ...chunks: (string | Uint8Array)[]): ServedFile => ({
  status,
  body: (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  })(),
});

/** An answer whose body does not end. @param onChunk is called for each MiB */
export function endless(onChunk: () => void): ServedFile {
  const chunk = new Uint8Array(1024 * 1024);
  return {
    status: 200,
    body: (async function* () {
      for (;;) {
        onChunk();
        yield chunk;
      }
    })(),
  };
}

/** A manifest of such files, each of which is empty where nothing else is said. */
export function manifestOf(files: readonly object[]): string {
  const empty = {
    path: 'v1/all.json',
    url: '/v1/all.json',
    size: 0,
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    lastModified: null,
  };
  return JSON.stringify({ version: 1, serviceUrl: BASE, files: files.map((file) => ({ ...empty, ...file })) });
}

export const mirroredFiles = (files: readonly object[], text = ''): Mirrored =>
  mirrored(SMALL, (address) => answer(200, address === '/manifest.json' ? manifestOf(files) : text));
