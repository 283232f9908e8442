/** What the workflows do besides building and comparing. Each task is a function of its own; here it gets its arguments. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSiteFolder } from '../../cli/io/built-site.ts';
import { openSite } from '../../review/site.ts';
import { baseCommit } from './base-commit.ts';
import { comment } from './comment.ts';
import { findPullRequest } from './find-pull-request.ts';
import { type Surroundings, WorkflowError } from './github.ts';
import { howToGoBack } from './go-back.ts';
import { type PreviewOptions, writePreview } from './preview.ts';

type Task = (args: string[], surroundings: Surroundings) => string | Promise<string>;

/** Every task: what it takes, and what it prints. */
export const TASKS: Readonly<Record<string, Task>> = {
  'find-pull-request': (_, surroundings) => findPullRequest(surroundings),
  'base-commit': ([file = '']) => baseCommit(file, process.cwd()),
  comment: ([report = ''], surroundings) => comment(surroundings, report),
  preview: (args) => writePreview(previewOptions(args)),
  'service-url': ([site = '']) => openSite(site, readSiteFolder(site, site)).serviceUrl,
  'how-to-go-back': (_, surroundings) => howToGoBack(surroundings),
};

const PREVIEW_OPTIONS = ['base', 'change', 'out', 'handler', 'service-url', 'repository'];

function previewOptions(args: string[]): PreviewOptions {
  const options = Object.fromEntries(PREVIEW_OPTIONS.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args, options });
  const missing = PREVIEW_OPTIONS.find((name) => typeof values[name] !== 'string');
  if (missing) throw new WorkflowError(`--${missing} is not given.`);
  const { 'service-url': serviceUrl, out, ...rest } = values as Record<string, string>;
  return { ...rest, serviceUrl, out: resolve(String(out)) } as PreviewOptions;
}

/** Runs one task. Gives what to print, and the exit status. */
export async function runTask(argv: readonly string[], surroundings: Surroundings): Promise<[string, 0 | 1 | 2]> {
  const [name = '', ...args] = argv;
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
  if (!task) return [`There is no task ${JSON.stringify(name)}; there are ${Object.keys(TASKS).join(', ')}.`, 2];
  try {
    return [await task(args, surroundings), 0];
  } catch (error) {
    return [
      `${name}: ${error instanceof Error ? error.message : String(error)}`,
      error instanceof WorkflowError ? 1 : 2,
    ];
  }
}
