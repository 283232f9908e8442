import { mapId } from '../../../../build/model/catalog.ts';
import { checkCatalog } from '../../../../build/run/check-in-memory.ts';
import { openCatalogFolder } from '../../../../cli/catalog/catalog-folder.ts';
import { fencedLines } from '../../../../cli/terminal/fenced.ts';
import { visible } from '../../../../contract/base/text.ts';
import { type NoticePlan, planNotices, switchRollback } from '../../../upstream/probe/command.ts';
import { workflowRepository } from '../github/github.ts';
import { CATALOG_FOLDER, repositoryAddress, type TaskContext } from '../workflow.ts';
import { openPullRequestOf, type Proposal, proposeTree } from './proposals.ts';

interface NoticeOptions {
  readonly branch: string;
  readonly history: string;
  readonly picturesBranch: string;
  readonly picturesFolder: string;
}

type NoticeStep = NoticePlan['steps'][number];

const SHOWN_PICTURES = 50;

/** The history remembers proposals: a rejected one is not repeated. */
export async function proposeNotices(context: TaskContext, options: NoticeOptions): Promise<string> {
  const { io } = context;
  const { branch, history: name } = options;
  const isOpen = (await openPullRequestOf(context, workflowRepository(context), branch)) !== null;
  const folder = openCatalogFolder(io, CATALOG_FOLDER);
  const opened = { folder, ...checkCatalog(folder, { environment: {}, requireTokens: false }) };
  const { steps, files, remember } = planNotices(io, opened, { catalog: CATALOG_FOLDER, history: name, isOpen });
  const done = await proposeTree(context, {
    branch,
    title: 'Switch off tile servers whose tiles are notices, and on again',
    body: () => bodyOfNotices(context, steps, options),
    tree: (checkout) => checkout.treeOf(files, 'HEAD'),
    failureFile: null,
  });
  remember();
  return done;
}

/** If the proposal fails, the history forgets the switches: the next `probe` makes them again. */
export async function proposeSwitches(context: TaskContext, proposal: Proposal, name: string): Promise<string> {
  const { io } = context;
  const rollBack = switchRollback(io, name);
  try {
    return await proposeTree(context, proposal);
  } catch (error) {
    rollBack();
    throw error;
  }
}

function bodyOfNotices(context: TaskContext, steps: readonly NoticeStep[], options: NoticeOptions): string {
  const raw = `${repositoryAddress(context)}/raw/${options.picturesBranch}/${options.picturesFolder}`;
  const off = steps.filter(({ isActive }) => !isActive);
  const on = steps.filter(({ isActive }) => isActive);
  const parts = [
    'The tiles of some servers are notices, pictures with a message in place of a map. **Please look at them**: only a person can tell.',
    'Merge this to switch these servers off. Close it to keep them: then the same notice is not proposed again. If all tiles of a map have a watermark, write `watermark: true` into its record: then the watermark is not taken for a notice.',
    ...listed('Notices', off),
    ...off.slice(0, SHOWN_PICTURES).flatMap(({ map, observed: { notice } }) => {
      const file = `${mapId(map)}.yaml`;
      return notice ? [`\`${file}\`\n\n![A tile of ${file}](${raw}/${notice.file})`] : [];
    }),
    ...listed('No longer notices: to be switched on again', on),
  ];
  return `${parts.join('\n\n')}\n`;
}

function listed(heading: string, steps: readonly NoticeStep[]): string[] {
  if (steps.length === 0) return [];
  return [`#### ${heading}\n\n${fencedLines('text', steps.map(lineOfNotice), SHOWN_PICTURES)}`];
}

function lineOfNotice({ map, observed: { status } }: NoticeStep): string {
  const { reason, since } = status ?? { reason: null, since: '' };
  return visible(`${mapId(map)}.yaml (${map.id}): ${reason === null ? 'it works' : `${reason},`} since ${since}`);
}
