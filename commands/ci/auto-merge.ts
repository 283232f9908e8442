/** Lets GitHub merge a proposal after its checks passed, if it only adds checksums, which need no review. */
import { isDeepStrictEqual } from 'node:util';
import { ENTRY_KINDS, parse } from '../../build/pipeline.ts';
import { fieldsOf, PLAIN_DIFF } from '../../cli/git-process.ts';
import { KEPT } from '../../contract/checksum-history.ts';
import { isObject, type JsonObject } from '../../contract/parse-json.ts';
import { Checkout } from './branches.ts';
import { mutate, proposalToken, repositoryOf } from './github.ts';
import { type TreeEntry, treeChangesIn } from './merge-changes.ts';
import { checksOf, openPull } from './proposals.ts';
import { CATALOG, type WorkflowContext, WorkflowError } from './workflow.ts';

const MUTATION = `mutation ($pull: ID!, $commit: GitObjectID!) {
  enablePullRequestAutoMerge(input: { pullRequestId: $pull, expectedHeadOid: $commit, mergeMethod: SQUASH }) {
    clientMutationId
  }
}`;

/** GitHub's message if a pull request could be merged at once. */
const NOTHING_TO_WAIT_FOR = /clean status/i;

/** The git mode of a regular file that is not executable. */
const PLAIN_FILE = '100644';

/**
 * Enables auto-merge for the pull request of a branch if it has one commit on top of the published one, which only adds
 * checksums. The commit is examined, because git attributes can make it differ from the files. Without an app, a person
 * has to merge: a merge with the token of the workflow does not start publishing.
 *
 * @param folder the checkout of the branch that is published
 * @returns what to print
 * @throws WorkflowError if GitHub refuses, for example because the repository does not allow auto-merge
 */
export async function autoMerge(context: WorkflowContext, folder: string, branch: string): Promise<string> {
  const { token, startsChecks } = await proposalToken(context);
  const manual = (why: string): string => `Somebody has to merge ${branch}: ${why}.`;
  if (!startsChecks) return manual('there is no app whose merges are published');
  const checkout = new Checkout(context, folder, token);
  const tip = await checkout.fetchBranch(branch);
  if (!tip) return `There is no branch ${branch}.`;
  const head = await checkout.commit('HEAD');
  if (tip.parents.join() !== head.id) return manual('it is not one commit on top of what is published');
  const problem = moreThanChecksums(await changesBetween(checkout, head.id, tip.id));
  if (problem !== null) return manual(problem);
  const api = repositoryOf(context, token);
  const pull = await openPull(context, api, branch);
  if (!pull) return `There is no pull request of ${branch}.`;
  if (pull.head.sha !== tip.id) return manual('it was changed in the meantime');
  const variables = { pull: pull.node_id, commit: tip.id };
  try {
    await mutate(context, token, { what: `Auto-merge of pull request ${pull.number}`, query: MUTATION, variables });
  } catch (error) {
    const isWaitingForNothing = error instanceof WorkflowError && NOTHING_TO_WAIT_FOR.test(error.message);
    // If the branch is not protected, GitHub does not wait for checks that are still running.
    if (!isWaitingForNothing || !(await checksOf(repositoryOf(context), tip.id)).includes('success')) throw error;
    await api.send('PUT', `/pulls/${pull.number}/merge`, { sha: tip.id, merge_method: 'squash' });
    return `Pull request ${pull.number} is merged: its checks have passed.`;
  }
  return `Pull request ${pull.number} is merged when its checks have passed.`;
}

/** A file before and after a change. */
export interface ChangedText {
  /** From the root of the repository. */
  readonly path: string;
  /** Null if it did not exist, or was not a plain file. */
  readonly before: string | null;
  /** Null if it is deleted, or not a plain file. */
  readonly after: string | null;
}

/** Lists the files that differ between two commits. */
async function changesBetween(checkout: Checkout, from: string, to: string): Promise<ChangedText[]> {
  const shown = await checkout.bytes(['diff-tree', '-r', '--raw', '-z', ...PLAIN_DIFF, from, to]);
  const textOf = async ({ mode, id }: TreeEntry): Promise<string | null> =>
    mode === PLAIN_FILE ? (await checkout.bytes(['cat-file', 'blob', id])).toString('utf8') : null;
  return await Promise.all(
    treeChangesIn(fieldsOf(shown)).map(async ({ path, before, after }) => ({
      path,
      before: await textOf(before),
      after: await textOf(after),
    })),
  );
}

const LIST_OF_FILES = new RegExp(`^${CATALOG}/datasources/[a-z0-9-]+/(?:${ENTRY_KINDS.join('|')})\\.yaml$`);

/** Explains why a change is more than new checksums at the end of histories; null if it is not. */
export function moreThanChecksums(changes: readonly ChangedText[]): string | null {
  if (changes.length === 0) return 'nothing is changed';
  for (const { path, before, after } of changes) {
    if (!LIST_OF_FILES.test(path)) return `${path} is not a list of files`;
    if (before === null || after === null) return `${path} is ${before === null ? 'new' : 'deleted, or no plain file'}`;
    const entriesIn = (text: string): JsonObject => asObject(parse(path, Buffer.from(text)).value);
    const problem = differenceOf(entriesIn(before), entriesIn(after));
    if (problem !== null) return `${path}: ${problem}`;
  }
  return null;
}

function differenceOf(before: JsonObject, after: JsonObject): string | null {
  if (!isDeepStrictEqual(Object.keys(before), Object.keys(after))) return 'files come or go';
  for (const [path, entry] of Object.entries(after)) {
    const { checksums: oldChecksums, fragments: oldFragments, ...oldRest } = asObject(before[path]);
    const { checksums, fragments, ...rest } = asObject(entry);
    if (!isDeepStrictEqual(oldRest, rest)) return `${path} changes in other ways`;
    if (!isLonger(oldChecksums, checksums)) return `checksums of ${path} change or go`;
    const [oldFiles, files] = [asObject(oldFragments), asObject(fragments)];
    if (!isDeepStrictEqual(Object.keys(oldFiles), Object.keys(files))) return `files inside ${path} come or go`;
    for (const name of Object.keys(files)) {
      if (!isLonger(oldFiles[name], files[name])) return `checksums inside ${path} change or go`;
    }
  }
  return null;
}

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Whether a history continues another one. A full history may lose its oldest checksums. */
function isLonger(before: unknown, after: unknown): boolean {
  const [old, now] = [before ?? [], after ?? []];
  if (!Array.isArray(old) || !Array.isArray(now)) return false;
  const dropped = now.length === KEPT ? old.findIndex((checksum) => isDeepStrictEqual(checksum, now[0])) : 0;
  const kept = old.slice(dropped);
  return dropped >= 0 && isDeepStrictEqual(now.slice(0, kept.length), kept);
}
