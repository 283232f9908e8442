/** Imports from a service that is given as documents. */
import type { CatalogFolder } from '../../build/read/folder.ts';
import { importService } from '../../commands/upstream/import/import.ts';
import { type Files, memoryFolder } from './catalogs.ts';
import { type Answering, fetchFrom, publishedBy } from './live-service.ts';

/** When services are imported; and a time that no checksum of a catalog is later than. */
const NOW = Date.parse('2026-09-19T12:00:00Z');
const LATE = Date.parse('9999-12-30T00:00:00Z');

export const BASE = 'https://api.example.org';

export const SERVER = {
  id: 'One',
  name: 'Server one',
  minZoom: 0,
  maxZoom: 19,
  active: true,
  hosts: [{ host: 'a.example.org' }, { host: 'b.example.org' }],
  urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png',
  copyright: 'OpenStreetMap',
};
export const SOURCE = {
  id: 'maps',
  name: 'Maps',
  baseUrl: 'https://files.example.org/',
  directory: 'maps',
  action: 'Copy',
  files: {},
};

export const sum = (lastModified: string, contentLength: unknown = 1, sha1: unknown = null) => ({
  lastModified,
  contentLength,
  sha1,
});

/** Documents by path; texts are answered as they are. */
export type Documents = Readonly<Record<string, unknown>>;

/** Imports a service that has only JSON into a catalog. */
export async function importFrom(documents: Documents, catalog: Files = {}, prune = false, allowRemovals = prune) {
  const all: Documents = {
    '/v1/mapservers/': [],
    '/v1/overlayservers/': [],
    '/v1/datasources/': [],
    '/v1/categories/': [],
    '/v1/editions/': [],
    ...documents,
  };
  const { fetch } = fetchFrom(
    () => Promise.reject(new Error('not asked')),
    (path) => {
      if (!Object.hasOwn(all, path)) return { status: 404 };
      const document = all[path];
      return { body: typeof document === 'string' ? document : JSON.stringify(document) };
    },
  );
  const environment = { SET_HERE_KEY: 'x' };
  const options = { address: BASE, title: 'T', repository: BASE, prune, allowRemovals, environment, now: NOW };
  const plan = await importService(memoryFolder(catalog), fetch, options);
  const files = Object.fromEntries([...plan.changes()].map(({ path, text }) => [path, text]));
  const notes = plan.notes
    .filter(({ message }) => !/no XML|^the service does not have it; only there are/.test(message))
    .map(({ outcome, document, pointer, message }) => `${document}#${pointer} ${outcome}: ${message}`);
  return { ...plan, files, notes, plan };
}

/** The notes of an import, and the files that it writes, without their first lines; as a text for snapshots. */
export function summaryOf({
  notes,
  files,
}: {
  notes: string[];
  files: Readonly<Record<string, string | null>>;
}): string {
  const written = Object.entries(files).map(([path, text]) => {
    return `--- ${path}\n${text === null ? '(removed)\n' : text.replace(/^# yaml-language-server.*\n/, '')}`;
  });
  return `\n${[...notes.map((note) => `${note}\n`), ...written].join('')}`;
}

export const ADDRESS = 'https://catalog.example.org';

/** The service that publishes a catalog. */
export const publishedFrom = (source: CatalogFolder) => publishedBy(source, ADDRESS);

/** Imports the service that publishes a catalog into an empty one, or into another. */
export async function importedFrom(
  source: CatalogFolder | ReturnType<typeof publishedFrom>,
  answering: Answering = () => null,
  into: CatalogFolder = memoryFolder({}),
) {
  const { respond } = 'respond' in source ? source : publishedFrom(source);
  const { fetch, paths } = fetchFrom(respond, answering);
  const options = { address: ADDRESS, prune: false, allowRemovals: false, now: LATE };
  const plan = await importService(into, fetch, options);
  if (plan.errors.length > 0) throw new Error(JSON.stringify(plan.errors));
  const files = [...plan.changes()].map(({ path, text }) => [path, text ?? ''] as const);
  return { plan, paths, files: Object.fromEntries(files) };
}
