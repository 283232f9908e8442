import { readFileSync } from 'node:fs';
import { syncSite } from '../../build/write/sync.ts';
import { readSiteFolder } from '../../cli/io/built-site.ts';
import { NoPreviewError, previewOf } from '../../review/preview.ts';
import { NotASiteError, openSite } from '../../review/site.ts';
import { WorkflowError } from './github.ts';

/** What a preview is made from, all of them paths but the address. */
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

/** Writes the folder that is deployed as the preview of a change. */
export function writePreview({ base, change, out, handler, serviceUrl, repository }: PreviewOptions): string {
  try {
    const parts = { base: readSiteFolder(base, base), handler: readFileSync(handler, 'utf8'), repository };
    const { assets, leftOut } = previewOf(openSite(change, readSiteFolder(change, change)), serviceUrl, parts);
    syncSite(out, assets);
    return `Wrote ${assets.length} files to ${out}; ${leftOut} files of the change are not documents and were left out.`;
  } catch (error) {
    if (error instanceof NoPreviewError) throw new WorkflowError(`There is no preview of ${change}: ${error.message}.`);
    throw error instanceof NotASiteError ? new WorkflowError(error.message) : error;
  }
}
