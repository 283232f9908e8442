/** Uploads a built site to Cloudflare, unless its links lead nowhere. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSiteFolder } from '../../cli/files.ts';
import { CannotRunError, type Io } from '../../cli/io.ts';
import { pageOf } from '../../cli/package.ts';
import { findWrangler } from '../../cli/runtime.ts';
import { isExampleAddress, SET_SERVICE_URL } from '../../contract/example-address.ts';
import { visible } from '../../contract/text.ts';
import { NotASiteError, openSite } from '../diff/built-site.ts';
import {
  type CloudflareProject,
  cloudflareProject,
  previewUrl,
  requireEnv,
  requireNumber,
  uploadArguments,
  WorkflowError,
} from './ci.ts';
import { setOutput, type TaskContext } from './task-context.ts';

/** What is uploaded. */
export interface Upload {
  /** The folder of the built site. */
  readonly site: string;
  /** Whether it is the preview of the pull request PULL_REQUEST, and not what visitors get. */
  readonly isPreview: boolean;
}

/**
 * Uploads a site to where `wrangler.toml` says, and outputs the address of a preview to the next steps.
 *
 * @param find finds the program that uploads
 * @returns what to print
 * @throws WorkflowError where its links are an example's, or the upload fails
 * @throws CannotRunError where the folder is not a site, or nothing says where to upload it
 */
export async function deploy(
  context: TaskContext,
  { site, isPreview }: Upload,
  find: (cwd: string) => string = findWrangler,
): Promise<string> {
  const { io } = context;
  const serviceUrl = publishedAddress(io, site);
  const project = projectIn(io.cwd);
  if (project === null) {
    throw new CannotRunError(
      `There is no wrangler.toml that names a project of Cloudflare Pages or Workers. Copy the site to your own server; ${pageOf('docs/deploy.md')} says how.`,
    );
  }
  if (!existsSync(resolve(io.cwd, site, '_worker.js'))) {
    throw new CannotRunError(
      `${site} was not built for Cloudflare, and has no handler; build it with --target ${project.kind}.`,
    );
  }
  const pullRequest = isPreview ? requireNumber(context) : null;
  const status = await runWrangler(io, find(io.cwd), uploadArguments(project, site, pullRequest));
  if (io.signal.aborted)
    throw new WorkflowError(
      'Stopped, and wrangler with it; the dashboard of Cloudflare says whether it had uploaded the site.',
    );
  if (status !== 0)
    throw new WorkflowError(`wrangler ended with ${status}; nothing of the site that was there has changed.`);
  if (pullRequest === null) return `Uploaded ${visible(site)} for ${visible(serviceUrl)}.`;
  const url = previewUrl(project.kind, pullRequest, requireEnv(context, 'PREVIEW_DOMAIN'));
  setOutput(context, { url });
  return `Uploaded the preview: ${url}/`;
}

/**
 * What the links of a built site begin with.
 *
 * @throws WorkflowError where nobody can follow them
 * @throws CannotRunError where the folder is not a built site
 */
export function publishedAddress(io: Io, site: string): string {
  const serviceUrl = serviceUrlOf(io, site);
  if (!isExampleAddress(serviceUrl)) return serviceUrl;
  throw new WorkflowError(`Every link of ${site} begins with ${serviceUrl}, which is an example; ${SET_SERVICE_URL}.`);
}

function serviceUrlOf(io: Io, site: string): string {
  try {
    return openSite(site, readSiteFolder(resolve(io.cwd, site), site)).serviceUrl;
  } catch (error) {
    throw error instanceof NotASiteError ? new CannotRunError(error.message) : error;
  }
}

/** What `wrangler.toml` of a folder says; null where there is none. */
export function projectIn(folder: string): CloudflareProject | null {
  const file = join(folder, 'wrangler.toml');
  return existsSync(file) ? cloudflareProject(readFileSync(file, 'utf8')) : null;
}

/** @returns the exit status; 1 where it was ended */
function runWrangler(io: Io, program: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: io.cwd,
    stdio: 'inherit',
    env: { WRANGLER_SEND_METRICS: 'false', ...io.env },
  });
  const stop = (): void => void child.kill('SIGTERM');
  if (io.signal.aborted) stop();
  io.signal.addEventListener('abort', stop);
  return new Promise<number>((done, fail) => {
    child.once('error', fail);
    child.once('exit', (status) => done(status ?? 1));
  }).finally(() => io.signal.removeEventListener('abort', stop));
}
