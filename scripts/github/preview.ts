/**
 * A site that shows what a change would publish. It can be deployed with credentials although the change is not trusted:
 * it holds the documents of the change, which are data, and takes everything else from the site as it is.
 *
 * In particular the handler is ours. The tool that deploys bundles `_worker.js`, and a bundler reads every file that a
 * module imports, on the machine that holds the credentials.
 */

import { readFileSync } from 'node:fs';
import { type Asset, MANIFEST, syncSite, textAsset, workerModule } from '../../build/pipeline.ts';
import { readSiteFolder } from '../../cli/files.ts';
import { type BuiltSite, NotASiteError, openSite, type SiteFiles } from '../../commands/diff/diff.ts';
import { HOST_LIMITS } from '../../contract/limits.ts';
import type { Published } from '../../contract/published.ts';
import { RENDITIONS } from '../../contract/renditions.ts';
import { pathOf, type Resource, resourceAt } from '../../contract/routes.ts';
import { WorkflowError } from './api.ts';

/** What a preview is made of, other than the change. */
export interface PreviewParts {
  /** The site as it is, made by trusted code. */
  readonly base: SiteFiles;
  /** The compiled edge handler. */
  readonly handler: string;
  /** Address of the repository, for the responses of the handler. */
  readonly repository: string;
}

/** The files of a preview, and how many files of the change are not in it. */
export interface Preview {
  readonly assets: readonly Asset[];
  readonly leftOut: number;
}

/** A change cannot have a preview; the message is the reason. */
class NoPreviewError extends Error {}

/**
 * Makes the files of a preview.
 *
 * @param serviceUrl the address of the preview, with which the links of the change must begin
 * @throws NoPreviewError
 */
export function previewOf(change: BuiltSite, serviceUrl: string, { base, handler, repository }: PreviewParts): Preview {
  if (change.serviceUrl !== serviceUrl) {
    throw new NoPreviewError(`its links begin with ${JSON.stringify(change.serviceUrl)}, not with ${serviceUrl}`);
  }
  const { files } = change;
  if (files.sizes.size > HOST_LIMITS.files) throw new NoPreviewError(`it has ${files.sizes.size} files`);
  const documents = [...files.sizes.keys()].filter((path) => documentAt(path) !== null);
  const assets = documents.map((path) => ({ path, content: contentOf(files, path), origin: null }));
  const published: Published = { repository, ids: idsOf(documents), withSource: withSourceIn(documents) };
  const own = [...base.sizes.keys()].filter(
    (path) => documentAt(path) === null && ![MANIFEST, '_worker.js'].includes(path),
  );
  return {
    assets: [
      ...own.map((path) => ({ path, content: base.read(path), origin: null })),
      textAsset('_worker.js', workerModule(published, handler), null),
      ...assets,
    ],
    leftOut: files.sizes.size - documents.length,
  };
}

/** The resource that a file is a rendition of; null for any other file, and for a path that only resembles one. */
function documentAt(path: string): Resource | null {
  const slash = path.lastIndexOf('/') + 1;
  const resource = resourceAt(`/${path.slice(0, slash)}`);
  if (!resource || !Object.values(RENDITIONS).some(({ file }) => file === path.slice(slash))) return null;
  if (resource.id !== undefined && !/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(resource.id)) return null;
  return `/${path.slice(0, slash)}` === pathOf(resource.route, resource.id) ? resource : null;
}

function contentOf(files: SiteFiles, path: string): Uint8Array {
  const bytes = files.sizes.get(path) ?? 0;
  if (bytes > HOST_LIMITS.fileBytes) throw new NoPreviewError(`${path} has ${bytes} bytes`);
  const content = files.read(path);
  if (path.endsWith('.json')) assertJson(path, new TextDecoder().decode(content));
  return content;
}

function assertJson(path: string, content: string): void {
  try {
    JSON.parse(content);
  } catch {
    throw new NoPreviewError(`${path} is not JSON`);
  }
}

function idsOf(documents: readonly string[]): Published['ids'] {
  const ids = { datasource: new Set<string>(), category: new Set<string>(), edition: new Set<string>() };
  for (const path of documents) {
    const resource = documentAt(path);
    if (resource?.id === undefined) continue;
    const { route, id } = resource;
    if (route === 'datasource' || route === 'category' || route === 'edition') ids[route].add(id);
  }
  return { datasource: [...ids.datasource], category: [...ids.category], edition: [...ids.edition] };
}

/** The ids of the data sources that have the rendition with the upstream source. */
function withSourceIn(documents: readonly string[]): string[] {
  const file = RENDITIONS['xml-source'].file;
  const paths = documents.filter((path) => path.endsWith(`/${file}`));
  return paths.map((path) => documentAt(path)?.id).filter((id) => id !== undefined);
}

/** What a preview is made from: paths of folders and files, and two addresses. */
export interface PreviewOptions {
  /** The site as it is, built by trusted code. */
  readonly base: string;
  /** The site that the change has built. */
  readonly change: string;
  readonly out: string;
  /** The compiled edge handler. */
  readonly handler: string;
  readonly serviceUrl: string;
  readonly repository: string;
}

/** Writes the folder that is deployed as the preview. @returns what to print @throws WorkflowError */
export function writePreview({ base, change, out, handler, serviceUrl, repository }: PreviewOptions): string {
  try {
    const parts = { base: readSiteFolder(base, base), handler: readFileSync(handler, 'utf8'), repository };
    const { assets, leftOut } = previewOf(openSite(change, readSiteFolder(change, change)), serviceUrl, parts);
    syncSite(out, assets);
    return `Wrote ${assets.length} files to ${out}; ${leftOut} files of the change are not documents and are left out.`;
  } catch (error) {
    if (error instanceof NoPreviewError) throw new WorkflowError(`There is no preview of ${change}: ${error.message}.`);
    throw error instanceof NotASiteError ? new WorkflowError(error.message) : error;
  }
}
