import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { programPageOf } from '../../../cli/program/document-addresses.ts';
import { findWrangler } from '../../../cli/program/wrangler.ts';
import { type BuiltSite, openBuiltSite } from '../../../cli/site/built-site.ts';
import { SIGNATURE_FILE, signingKeysIn } from '../../../cli/site/published-site.ts';
import { readSiteFolder } from '../../../cli/site/read-site.ts';
import { CannotRunError, type Io } from '../../../cli/terminal/io.ts';
import { visible } from '../../../contract/base/text.ts';
import { isExampleAddress, SET_SERVICE_URL } from '../../../contract/example-address.ts';
import { runVerify } from '../../site/verify/command.ts';
import { isPullRequestAt, workflowRepository } from './github/github.ts';
import {
  captureCommand,
  requireEnv,
  requirePullRequestNumber,
  setStepOutput,
  type TaskContext,
  WorkflowError,
} from './workflow.ts';

interface CloudflareProject {
  readonly product: 'pages' | 'workers';
  readonly name: string;
}

export function cloudflareProjectIn(folder: string): CloudflareProject | null {
  const file = join(folder, 'wrangler.toml');
  const toml = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [, name] = /^name\s*=\s*"([^"]+)"/m.exec(toml) ?? [];
  if (name === undefined) return null;
  if (/^pages_build_output_dir\s*=/m.test(toml)) return { product: 'pages', name };
  return /^\[assets\]|^assets\s*=/m.test(toml) ? { product: 'workers', name } : null;
}

/** @param pullRequest whose preview is uploaded; null for the public site */
function uploadArguments({ product, name }: CloudflareProject, site: string, pullRequest: string | null): string[] {
  if (product === 'pages') {
    const branch = pullRequest === null ? 'main' : `pr-${pullRequest}`;
    const options = pullRequest === null ? [] : ['--commit-dirty=true'];
    return ['pages', 'deploy', site, '--project-name', name, '--branch', branch, ...options];
  }
  const from = [`${site}/_worker.js`, '--assets', site, '--name', name];
  return pullRequest === null
    ? ['deploy', ...from]
    : ['versions', 'upload', ...from, '--preview-alias', `pr-${pullRequest}`];
}

export function previewUrl(product: CloudflareProject['product'], pullRequest: string, domain: string): string {
  return `https://pr-${pullRequest}${product === 'pages' ? '.' : '-'}${domain}`;
}

/** A repeated run may have an older state. */
export async function requireNewestCommit(context: TaskContext): Promise<string> {
  const [commit, branch] = [requireEnv(context, 'GITHUB_SHA'), requireEnv(context, 'GITHUB_REF_NAME')];
  const path = `/git/ref/heads/${branch.split('/').map(encodeURIComponent).join('/')}`;
  const { object } = await workflowRepository(context).get<{ object: { sha: string } }>(path);
  if (object.sha === commit) return `${commit.slice(0, 10)} is the newest commit of ${branch}.`;
  throw new WorkflowError(
    `${branch} has newer commits than ${commit.slice(0, 10)}, and this would publish the catalog as it was before them; run the workflow on ${branch} instead.`,
  );
}

interface Upload {
  readonly site: string;
  readonly isPreview: boolean;
}

/**
 * Outputs the address of a preview, which is uploaded only if HEAD_COMMIT is still the pull request's newest commit.
 */
export async function deploySite(
  context: TaskContext,
  { site, isPreview }: Upload,
  find: (cwd: string) => string = findWrangler,
): Promise<string> {
  const { io } = context;
  const { serviceUrl } = publishedSite(io, site);
  const project = cloudflareProjectIn(io.cwd);
  if (project === null) {
    throw new CannotRunError(
      `There is no wrangler.toml that names a project of Cloudflare Pages or Workers. Copy the site to your own server; ${programPageOf('docs/deploy.md')} says how.`,
    );
  }
  if (!existsSync(resolve(io.cwd, site, '_worker.js'))) {
    throw new CannotRunError(
      `${site} was not built for Cloudflare, and has no handler; build it with --target ${project.product}.`,
    );
  }
  const pullRequest = isPreview ? requirePullRequestNumber(context) : null;
  if (
    pullRequest !== null &&
    !(await isPullRequestAt(workflowRepository(context), pullRequest, requireEnv(context, 'HEAD_COMMIT')))
  )
    return `Pull request ${pullRequest} has newer commits, whose run uploads the preview.`;
  const status = await runWrangler(io, find(io.cwd), uploadArguments(project, site, pullRequest));
  if (io.signal.aborted)
    throw new WorkflowError(
      'Stopped, and wrangler with it; the dashboard of Cloudflare shows whether it had uploaded the site.',
    );
  if (status !== 0) throw new WorkflowError(`wrangler ended with ${status}; the site that was online has not changed.`);
  if (pullRequest === null) return `Uploaded ${visible(site)} for ${visible(serviceUrl)}.`;
  const url = previewUrl(project.product, pullRequest, requireEnv(context, 'PREVIEW_DOMAIN'));
  setStepOutput(context, { url });
  return `Uploaded the preview: ${url}/`;
}

function publishedSite(io: Io, site: string): BuiltSite {
  const opened = openBuiltSite(site, readSiteFolder(resolve(io.cwd, site), site));
  const { serviceUrl } = opened;
  if (!isExampleAddress(serviceUrl)) return opened;
  throw new WorkflowError(`Every link of ${site} begins with ${serviceUrl}, which is an example; ${SET_SERVICE_URL}.`);
}

function runWrangler(io: Io, program: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: io.cwd,
    stdio: 'inherit',
    env: { WRANGLER_SEND_METRICS: 'false', ...io.env },
    signal: io.signal,
  });
  return new Promise<number>((done, fail) => {
    child.on('error', (error) => error.name === 'AbortError' || fail(error));
    child.once('exit', (status) => done(status ?? 1));
  });
}

/** MiB of all responses: documents can be as large as the host allows. */
const MAX_SIZE = 4096;

/** In seconds, before each attempt: a host takes time to serve the new site everywhere. */
const PAUSES = [10, 30, 60];

export async function verifyLiveSite(
  { io }: TaskContext,
  site: string,
  pauses = PAUSES,
  verify = runVerify,
): Promise<string> {
  const published = publishedSite(io, site);
  const { serviceUrl: url } = published;
  const key = (published.paths.has(SIGNATURE_FILE) && signingKeysIn(published)) || [];
  for (const pause of pauses) {
    await sleep(pause * 1_000, undefined, { signal: io.signal }).catch(() => {});
    if (io.signal.aborted) throw new CannotRunError('Stopped.');
    const options = { url, static: false, maxSize: MAX_SIZE, key, spare: [], ignoreClock: false };
    const { status, stdout } = await captureCommand(io, (captured) => verify(captured, options));
    io.stdout.write(stdout);
    if (status === 0) return `${visible(url)} follows the interface.`;
  }
  throw new WorkflowError(`${url} does not follow the interface, or cannot be reached.`);
}
