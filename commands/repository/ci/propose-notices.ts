/** Proposes to switch off servers whose tiles are notices, and on again when the notices are over. */
import { resolve } from 'node:path';
import { checkCatalog } from '../../../build/run/check-catalog.ts';
import { loadFile } from '../../../build/run/load-file.ts';
import { fencedLines } from '../../../cli/fenced.ts';
import { openCatalogFolder } from '../../../cli/files.ts';
import { openProbeHistory } from '../../../cli/probe-history.ts';
import { writeWhole } from '../../../cli/write-file.ts';
import type { ObservedServer, ProbeHistory } from '../../../contract/generated/reports.types.ts';
import { visible } from '../../../contract/text.ts';
import { byServer, historyText, keyOf } from '../../upstream/probe/observations.ts';
import { type ListedServer, listedServers } from '../../upstream/probe/probe.ts';
import { nextStep, switchedSource, withoutNewSwitches } from '../../upstream/probe/switching.ts';
import { repositoryOf } from './github.ts';
import { openPull, type Proposal, propose } from './proposals.ts';
import { CATALOG, repositoryAddress, type TaskContext } from './workflow.ts';

/** Where the notices are. */
export interface NoticeOptions {
  /** The branch of the proposal. */
  readonly branch: string;
  /** The file of the history, which remembers what was proposed. */
  readonly history: string;
  /** The branch with the pictures, and their folder on it. */
  readonly kept: string;
  readonly pictures: string;
}

/** A record that is switched. */
interface NoticeStep {
  readonly server: ListedServer;
  readonly observed: ObservedServer;
  /** The new value of `active`. */
  readonly isActive: boolean;
}

/** The maximum number of pictures in a proposal. */
const SHOWN_PICTURES = 50;

/**
 * Proposes what follows from the notices of a history, with their pictures, and remembers in the history what was
 * proposed: what a person has turned down is not proposed again. The checkout stays as it is.
 *
 * @returns what to print
 * @throws WorkflowError as `propose`; CannotRunError if the catalog or the history cannot be read
 */
export async function proposeNotices(context: TaskContext, options: NoticeOptions): Promise<string> {
  const { io } = context;
  const { branch, history: name } = options;
  const folder = openCatalogFolder(io, CATALOG);
  const { content } = checkCatalog(folder, { environment: io.env, requireTokens: false });
  const isOpen = (await openPull(context, repositoryOf(context), branch)) !== null;
  const { history, steps } = noticeSteps(openProbeHistory(io, name), listedServers(content), isOpen);
  const files = steps.map(({ server: { file: path, kind }, isActive }): [string, string] => {
    const { text, value } = loadFile(folder, { path, kind, name: null });
    return [`${CATALOG}/${path}`, switchedSource({ path, kind }, text, value as object, isActive)];
  });
  const done = await propose(context, io.cwd, {
    branch,
    title: 'Switch off tile servers whose tiles are notices, and on again',
    body: () => bodyOfNotices(context, steps, options),
    tree: (checkout) => checkout.treeOf(new Map(files), 'HEAD'),
    failed: null,
  });
  writeWhole(resolve(io.cwd, name), historyText(history));
  return done;
}

/**
 * Proposes what `probe --switch` changed. If that fails, the history forgets the switches, so that the next run of `probe`
 * makes them again.
 *
 * @throws WorkflowError as `propose`; CannotRunError if the history cannot be read
 */
export async function proposeSwitches(context: TaskContext, proposal: Proposal, name: string): Promise<string> {
  const { io } = context;
  const history = openProbeHistory(io, name);
  try {
    return await propose(context, io.cwd, proposal);
  } catch (error) {
    if (history.servers.length > 0) writeWhole(resolve(io.cwd, name), historyText(withoutNewSwitches(history)));
    throw error;
  }
}

/**
 * The records to switch. Each is proposed once, and again while its proposal is open.
 *
 * @param isOpen whether a proposal is open
 */
export function noticeSteps(
  history: ProbeHistory,
  listed: readonly ListedServer[],
  isOpen: boolean,
): { readonly history: ProbeHistory; readonly steps: readonly NoticeStep[] } {
  const observed = byServer(history);
  const steps: NoticeStep[] = [];
  for (const server of listed) {
    const key = keyOf(server.kind, server.record.id);
    const before = observed.get(key);
    if (!before?.status) continue;
    const { noticed = null, noticeOver = null, ...rest } = before;
    const { verdict, until: today } = before.status;
    const { active: isActive = true } = server.record;
    const facts = { isActive, isGood: verdict === 'works', isBad: verdict === 'notice', repeats: isOpen, today };
    const { off, on, isSwitched } = nextStep({ off: noticed, on: noticeOver }, facts);
    if (isSwitched) steps.push({ server, observed: before, isActive: !isActive });
    observed.set(key, { ...rest, ...(off && { noticed: off }), ...(on && { noticeOver: on }) });
  }
  return { history: { ...history, servers: [...observed.values()] }, steps };
}

function bodyOfNotices(context: TaskContext, steps: readonly NoticeStep[], { kept, pictures }: NoticeOptions): string {
  const raw = `${repositoryAddress(context)}/raw/${kept}/${pictures}`;
  const off = steps.filter(({ isActive }) => !isActive);
  const on = steps.filter(({ isActive }) => isActive);
  const parts = [
    'The tiles of some servers are notices, pictures with a message in place of a map. **Please look at them**: only a person can tell.',
    'Merge this to switch these servers off. Close it to keep them: then the same notice is not proposed again. Of a map whose owner has a watermark on all tiles, write `watermark: true` into the record: then it is not taken for a notice.',
    ...listed('Notices', off),
    ...off
      .slice(0, SHOWN_PICTURES)
      .flatMap(({ server: { file }, observed: { notice } }) =>
        notice ? [`\`${file}\`\n\n![A tile of ${file}](${raw}/${notice.file})`] : [],
      ),
    ...listed('Over: to be switched on again', on),
  ];
  return `${parts.join('\n\n')}\n`;
}

function listed(heading: string, steps: readonly NoticeStep[]): string[] {
  return steps.length === 0
    ? []
    : [`#### ${heading}\n\n${fencedLines('text', steps.map(lineOfNotice), SHOWN_PICTURES)}`];
}

function lineOfNotice({ server: { file, record }, observed: { status } }: NoticeStep): string {
  const { reason, since } = status ?? { reason: null, since: '' };
  return visible(`${file} (${record.id}): ${reason === null ? 'it works' : `${reason},`} since ${since}`);
}
