import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { programPageOf } from '../../../cli/program/document-addresses.ts';
import {
  type Done,
  helpExample,
  parseFileName,
  parseFolderName,
  withOptionName,
} from '../../../cli/terminal/arguments.ts';
import type { Io } from '../../../cli/terminal/io.ts';
import type { Proposal } from './proposal/proposals.ts';
import type { TaskContext } from './workflow.ts';

const HELP = `
The workflows of a catalog repository call these; ${programPageOf('docs/pull-requests.md')} says which rights each has. They read the
variables that GitHub and the step set. Exit status 1: a check failed, or GitHub or git refused; 2: the task could not
run, for example because a variable is not set.`;

type Given = Parameters<Parameters<Command['action']>[0]>;

interface Task {
  readonly name: string;
  readonly summary: string;
  readonly usage?: string;
  /** Required with any options but `--dry-run`. */
  readonly needs?: readonly string[];
  readonly with?: (command: Command) => Command;
  readonly run: (context: TaskContext, ...given: Given) => Promise<string>;
}

const API = ['GITHUB_API_URL', 'GITHUB_REPOSITORY'];
const API_AS_WORKFLOW = [...API, 'GITHUB_TOKEN'];
const GIT_AS_WORKFLOW = ['GITHUB_SERVER_URL', 'GITHUB_TOKEN'];

const withSite = (command: Command): Command =>
  command.argument('[site]', 'the folder of the site', withOptionName('[site]', parseFolderName), 'dist');
const withBranch = (command: Command): Command => command.requiredOption('--branch <name>', 'the branch');
const withKeptFiles = (command: Command): Command =>
  withBranch(command)
    .requiredOption('--file <file>', 'the file on this machine', withOptionName('--file', parseFileName))
    .option('--folder <name...>', 'folders of pictures beside the file', []);

const TASKS: readonly Task[] = [
  {
    name: 'check',
    summary: 'check the change in HEAD, and annotate its lines',
    run: async (context) => (await import('./pull-request/review-change.ts')).checkChange(context),
  },
  {
    name: 'find-pull-request',
    summary: 'find the pull request that a finished run belongs to',
    needs: [...API_AS_WORKFLOW, 'GITHUB_SERVER_URL', 'GITHUB_EVENT_PATH', 'GITHUB_OUTPUT'],
    run: async (context) => (await import('./github/branches.ts')).findPullRequest(context),
  },
  {
    name: 'compare',
    summary: 'find out what merging PULL_REQUEST would publish',
    needs: ['PULL_REQUEST', 'HEAD_COMMIT'],
    usage: 'result',
    with: (command) =>
      command.argument('<result>', 'the folder for the results', withOptionName('<result>', parseFolderName)),
    run: async (context, result) => (await import('./pull-request/review-change.ts')).compareChange(context, result),
  },
  {
    name: 'comment',
    summary: 'write or update the comment on PULL_REQUEST',
    needs: [...API_AS_WORKFLOW, 'PULL_REQUEST', 'HEAD_COMMIT'],
    usage: 'result',
    with: (command) => command.argument('<result>', 'the folder of the results'),
    run: async (context, result) => (await import('./pull-request/comment.ts')).postComment(context, result),
  },
  {
    name: 'deploy',
    summary: 'upload a built site to the Cloudflare project in wrangler.toml',
    usage: 'dist',
    with: (command) => withSite(command).option('--preview', 'upload it as the preview of PULL_REQUEST', false),
    run: async (context, site, { preview: isPreview }) =>
      (await import('./publish.ts')).deploySite(context, { site, isPreview }),
  },
  {
    name: 'verify',
    summary: 'verify the address that a built site was made for, once it is online',
    usage: 'dist',
    with: withSite,
    run: async (context, site) => (await import('./publish.ts')).verifyLiveSite(context, site),
  },
  {
    name: 'require-newest',
    summary: 'fail if the branch has newer commits than the run',
    needs: [...API_AS_WORKFLOW, 'GITHUB_SHA', 'GITHUB_REF_NAME'],
    run: async (context) => (await import('./publish.ts')).requireNewestCommit(context),
  },
  {
    name: 'list-data-sources',
    summary: 'output the ids of the data sources',
    needs: ['GITHUB_OUTPUT'],
    run: async (context) => (await import('./proposal/propose-update.ts')).listDataSources(context),
  },
  {
    name: 'observe',
    summary: 'observe a data source, and write the text of a proposal',
    usage: 'brouter-segments result',
    with: (command) =>
      command
        .argument('<id>', 'the id of the data source')
        .argument('<result>', 'the folder for the text', withOptionName('<result>', parseFolderName)),
    run: async (context, id, result) =>
      (await import('./proposal/propose-update.ts')).proposeUpdate(context, id, result),
  },
  {
    name: 'propose',
    summary: 'propose what has changed in the checkout, as one branch and one pull request',
    needs: [...API, 'GITHUB_SERVER_URL', 'GITHUB_REF_NAME'],
    usage: '--branch probe --title "Switch servers off" --body-file report.md',
    with: (command) =>
      command
        .requiredOption('--branch <name>', 'the branch; only what an earlier run committed there is overwritten')
        .requiredOption('--title <text>', 'the title of the pull request')
        .requiredOption('--body-file <file>', 'the file with its text', withOptionName('--body-file', parseFileName))
        .option('--path <path...>', 'the files and folders whose changes are proposed', ['catalog'])
        .option('--failed <file>', 'if this file exists and nothing changed, keep an earlier proposal')
        .option(
          '--history <file>',
          'the history of probe: if proposing fails, the next run of probe makes the same switches again',
          parseFileName,
        )
        .option(
          '--dry-run',
          'only print the branch, the title and the files; push nothing, and need no variable',
          false,
        ),
    run: async (
      context,
      { branch, title, bodyFile, path: paths, failed: failureFile = null, history = null, dryRun },
    ) => {
      const body = (): string => readFileSync(bodyFile, 'utf8');
      const proposal: Proposal = { branch, title, body, tree: (checkout) => checkout.changedTree(paths), failureFile };
      if (dryRun) return (await import('./proposal/proposals.ts')).previewProposal(context, proposal);
      if (history !== null)
        return (await import('./proposal/propose-notices.ts')).proposeSwitches(context, proposal, history);
      return (await import('./proposal/proposals.ts')).proposeTree(context, proposal);
    },
  },
  {
    name: 'propose-notices',
    summary: 'propose to switch off servers whose tiles are notices, and to switch on those that have maps again',
    needs: [...API_AS_WORKFLOW, 'GITHUB_SERVER_URL', 'GITHUB_REF_NAME'],
    usage: '--branch probe-notices --history result/history.json --kept probe-history --folder notices',
    with: (command) =>
      withBranch(command)
        .requiredOption('--history <file>', 'the history of probe, which remembers what was proposed')
        .requiredOption('--kept <name>', 'the branch on which the pictures of the notices are kept')
        .requiredOption('--folder <name>', 'the folder of these pictures on that branch'),
    run: async (context, { branch, history, kept: picturesBranch, folder: picturesFolder }) => {
      const { proposeNotices } = await import('./proposal/propose-notices.ts');
      return await proposeNotices(context, { branch, history, picturesBranch, picturesFolder });
    },
  },
  {
    name: 'find-proposal',
    summary: 'output whether the pull request of a branch is open',
    needs: [...API_AS_WORKFLOW, 'GITHUB_REF_NAME', 'GITHUB_OUTPUT'],
    usage: '--branch probe',
    with: withBranch,
    run: async (context, { branch }) => (await import('./proposal/proposals.ts')).findProposal(context, branch),
  },
  {
    name: 'auto-merge',
    summary: 'let GitHub merge a proposal that only adds checksums',
    needs: [...API, 'GITHUB_REF_NAME'],
    usage: '--branch update/maps',
    with: withBranch,
    run: async (context, { branch }) => (await import('./proposal/auto-merge.ts')).enableAutoMerge(context, branch),
  },
  {
    name: 'fetch-kept',
    summary: 'get a file, and folders of pictures, kept on a branch of their own',
    needs: GIT_AS_WORKFLOW,
    usage: '--branch probe-history --file history.json',
    with: withKeptFiles,
    run: async (context, { branch, file, folder: folders }) =>
      (await import('./github/branches.ts')).fetchKeptFiles(context, { branch, file, folders }),
  },
  {
    name: 'keep',
    summary: 'keep a file, and folders of pictures, on a branch of their own',
    needs: GIT_AS_WORKFLOW,
    usage: '--branch probe-history --file history.json',
    with: withKeptFiles,
    run: async (context, { branch, file, folder: folders }) =>
      (await import('./github/branches.ts')).keepOnBranch(context, { branch, file, folders }),
  },
];

export function addCiCommand(program: Command, io: Io, done: Done): void {
  const parent = program
    .command('ci')
    .summary('a task of the workflows of a catalog repository')
    .description('Runs one task of the workflows of a catalog repository.')
    .addHelpText('after', HELP)
    .addHelpText('after', helpExample('cartalog ci check', 'cartalog ci deploy dist'));
  for (const { name, summary, usage = '', needs = [], with: parameters, run } of TASKS) {
    const command = parent
      .command(name)
      .summary(summary)
      .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
      .addHelpText('after', needs.length > 0 ? `\nNeeds the variables ${needs.join(', ')}.` : '')
      .addHelpText('after', helpExample(`cartalog ci ${name} ${usage}`.trim()));
    (parameters?.(command) ?? command).action(async (...given: Given) => {
      const { runCi } = await import('./command.ts');
      const needed = command.opts()['dryRun'] ? [] : needs;
      done(await runCi(io, { name, needs: needed }, (context) => run(context, ...given)));
    });
  }
}
