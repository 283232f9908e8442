import { isSound } from '../../../../build/diagnostics/diagnostic.ts';
import { rewriteYaml } from '../../../../build/format/standard-text.ts';
import { oneFileFolder } from '../../../../build/read/folder.ts';
import { matchCatalogLayout, type SourceFile } from '../../../../build/read/layout.ts';
import { loadCatalogFile } from '../../../../build/run/load-file.ts';
import { gitFieldsOf, PLAIN_DIFF } from '../../../../cli/git/git-process.ts';
import {
  isSameVersion,
  shrunkSizes,
  statedVersion,
  wentBackTo,
  withObservation,
} from '../../../../contract/data-sources/checksum-history.ts';
import { currentVersionOf } from '../../../../contract/data-sources/current-version.ts';
import { SECTIONS } from '../../../../contract/data-sources/sections.ts';
import type { Checksum, FileEntrySource } from '../../../../contract/generated/catalog.types.ts';
import { Checkout } from '../github/branches.ts';
import { mutateOnGithub, proposalToken, workflowRepository } from '../github/github.ts';
import { type TreeEntry, treeChangesIn } from '../pull-request/merge-result.ts';
import { CATALOG_FOLDER, type TaskContext } from '../workflow.ts';
import { openPullRequestOf } from './proposals.ts';

const MUTATION = `mutation ($pull: ID!, $commit: GitObjectID!) {
  enablePullRequestAutoMerge(input: { pullRequestId: $pull, expectedHeadOid: $commit, mergeMethod: SQUASH }) {
    clientMutationId
  }
}`;

/** The mode of a file that is not executable. */
const PLAIN_FILE = '100644';

/**
 * A proposal needs no review if its branch is one commit on top of the published one, and only adds checksums. The
 * commit is examined, because git attributes can change files on disk. Without an app, a person merges: a merge with
 * the workflow's token starts no publishing.
 */
export async function enableAutoMerge(context: TaskContext, branch: string): Promise<string> {
  const { token, startsChecks } = await proposalToken(context);
  const manual = (why: string): string => `Somebody has to merge ${branch}: ${why}.`;
  if (!startsChecks) return manual('there is no app whose merges are published');
  const checkout = new Checkout(context, token);
  const tip = await checkout.fetchBranch(branch);
  if (!tip) return `There is no branch ${branch}.`;
  const head = await checkout.commit('HEAD');
  if (tip.parents.join() !== head.id) return manual('it is not one commit on top of what is published');
  const problem = moreThanChecksums(await changesBetween(checkout, head.id, tip.id));
  if (problem !== null) return manual(problem);
  const api = workflowRepository(context, token);
  const pull = await openPullRequestOf(context, api, branch);
  if (!pull) return `There is no pull request of ${branch}.`;
  if (pull.head.sha !== tip.id) return manual('it was changed in the meantime');
  const variables = { pull: pull.node_id, commit: tip.id };
  await mutateOnGithub(context, token, {
    what: `Auto-merge of pull request ${pull.number}`,
    query: MUTATION,
    variables,
  });
  return `Pull request ${pull.number} is merged when its checks have passed.`;
}

export interface ProposedFile {
  readonly path: string;
  /** Each is null if the file is missing or not plain. */
  readonly before: Buffer | null;
  readonly after: Buffer | null;
}

async function changesBetween(checkout: Checkout, from: string, to: string): Promise<ProposedFile[]> {
  const shown = await checkout.bytes(['diff-tree', '-r', '--raw', '-z', ...PLAIN_DIFF, from, to]);
  const bytesOf = async ({ mode, id }: TreeEntry): Promise<Buffer | null> =>
    mode === PLAIN_FILE ? await checkout.bytes(['cat-file', 'blob', id]) : null;
  return await Promise.all(
    treeChangesIn(gitFieldsOf(shown)).map(async ({ path, before, after }) => ({
      path,
      before: await bytesOf(before),
      after: await bytesOf(after),
    })),
  );
}

/** Null if each history has at most one new checksum. */
export function moreThanChecksums(changes: readonly ProposedFile[]): string | null {
  if (changes.length === 0) return 'nothing is changed';
  for (const { path, before, after } of changes) {
    const inside = path.startsWith(`${CATALOG_FOLDER}/`) ? path.slice(CATALOG_FOLDER.length + 1) : '';
    const match = matchCatalogLayout(inside);
    if (!match || !SECTIONS.some((section) => section === match.role)) return `${path} is not a list of files`;
    if (before === null || after === null) return `${path} is ${before === null ? 'new' : 'deleted, or no plain file'}`;
    if (!after.equals(withNewChecksums({ path: inside, ...match }, before, after)))
      return `${path} has other changes than one new checksum for each file`;
  }
  return null;
}

type Entries = Readonly<Record<string, FileEntrySource>>;

/** The file as `update` would write it: other bytes mean other changes. */
function withNewChecksums(file: SourceFile, before: Buffer, after: Buffer): Buffer {
  const [published, proposed] = [before, after].map((bytes) => loadCatalogFile(oneFileFolder(bytes), file));
  if (!published || !proposed || !isSound([...published.diagnostics, ...proposed.diagnostics])) return before;
  const [entries, proposedEntries] = [published.value, proposed.value] as [Entries, Entries];
  const expected = Object.entries(entries).map(([path, { checksums, fragments, ...rest }]) => {
    const next = proposedEntries[path] ?? {};
    const history = withNewChecksum(checksums, next.checksums);
    const files = Object.entries(fragments ?? {}).map(([name, inner]) => [
      name,
      withNewChecksum(inner, next.fragments?.[name]),
    ]);
    return [
      path,
      { ...rest, ...(history && { checksums: history }), ...(fragments && { fragments: Object.fromEntries(files) }) },
    ];
  });
  return Buffer.from(rewriteYaml(file, before.toString('utf8'), Object.fromEntries(expected)));
}

/** Leaves out the new checksum of a file that shrank or went back to an older version: people must review it. */
function withNewChecksum<History extends readonly Checksum[] | undefined>(
  before: History,
  after: readonly Checksum[] = [],
): History | readonly Checksum[] {
  const version = currentVersionOf(after);
  if (version === undefined) return before;
  const known = before?.find((one) => isSameVersion(one, version));
  const { lastModified } = statedVersion(version);
  const next = withObservation(before ?? [], { ...version, ...known, lastModified });
  return wentBackTo(before, next) || shrunkSizes(before, next) ? before : next;
}
