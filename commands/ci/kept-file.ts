/** A file that a workflow keeps from run to run, as the only file of a branch that has only one commit. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Checkout } from './branches.ts';
import { requireEnv, type WorkflowContext } from './ci.ts';

/** Where the file is. */
export interface KeptFile {
  readonly branch: string;
  /** On this machine; on the branch it has the same name. */
  readonly file: string;
}

/**
 * Gets the file. Where the branch does not exist yet, there is none.
 *
 * @returns what to print
 * @throws WorkflowError where git fails, so that no run begins anew because of the network
 */
export async function fetchKept(context: WorkflowContext, folder: string, { branch, file }: KeptFile): Promise<string> {
  const checkout = new Checkout(context, folder, requireEnv(context, 'GITHUB_TOKEN'));
  const commit = await checkout.fetchBranch(branch);
  mkdirSync(dirname(file), { recursive: true });
  if (!commit) return `There is no branch ${branch} yet.`;
  writeFileSync(file, await checkout.bytes(['cat-file', 'blob', `${commit.id}:${basename(file)}`]));
  return `Got ${basename(file)} from ${branch}.`;
}

/**
 * Keeps the file: the branch is then one new commit without a parent, so that it never grows.
 *
 * @returns what to print
 * @throws WorkflowError where git fails, or another run has kept one meanwhile
 */
export async function keep(context: WorkflowContext, folder: string, { branch, file }: KeptFile): Promise<string> {
  if (!existsSync(file)) return `There is no ${basename(file)} to keep.`;
  const checkout = new Checkout(context, folder, requireEnv(context, 'GITHUB_TOKEN'));
  const before = await checkout.fetchBranch(branch);
  const blob = await checkout.git(['hash-object', '-w', '--stdin'], { input: readFileSync(file, 'utf8') });
  const tree = await checkout.git(['mktree'], { input: `100644 blob ${blob}\t${basename(file)}\n` });
  if (before?.tree === tree) return `${basename(file)} has not changed.`;
  await checkout.push(branch, await checkout.commitTree(tree, [], `Keep ${basename(file)}\n`), before);
  return `Kept ${basename(file)} on ${branch}.`;
}
