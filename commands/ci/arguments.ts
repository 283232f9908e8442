/** The command line of `cartalog ci`. */
import type { Command } from 'commander';
import { example, fileName, folder, named } from '../../cli/arguments.ts';
import type { ExitStatus, Io } from '../../cli/io.ts';
import { pageOf } from '../../cli/package.ts';
import type { TaskContext } from './task-context.ts';

const HELP = `
The workflows of a catalog repository call these; ${pageOf('docs/pull-requests.md')} says which rights each has. They read the
variables that GitHub and the step set. Exit status 1: a check failed, or GitHub or git refused; 2: the task could not
run, for example because a variable is not set.`;

/** Adds `ci` and its tasks. */
export function addCi(program: Command, io: Io, done: (status: ExitStatus) => void): void {
  const parent = program
    .command('ci')
    .summary('a task of the workflows of a catalog repository')
    .description('Runs one task of the workflows of a catalog repository.')
    .addHelpText('after', HELP)
    .addHelpText('after', example('cartalog ci check', 'cartalog ci deploy dist'));
  const add = (name: string, summary: string, usage: string): Command =>
    parent
      .command(name)
      .summary(summary)
      .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
      .addHelpText('after', example(`cartalog ci ${usage}`));
  const run = async (name: string, task: (context: TaskContext) => string | Promise<string>): Promise<void> => {
    const { runCi } = await import('./command.ts');
    done(await runCi(io, name, task));
  };

  add('check', 'check the change that HEAD is, and annotate its lines', 'check').action(() =>
    run('check', async (context) => (await import('./check-change.ts')).checkChange(context)),
  );
  add('find-pull-request', 'find the pull request that a finished run belongs to', 'find-pull-request').action(() =>
    run('find-pull-request', async (context) => (await import('./find-pull-request.ts')).findPullRequest(context)),
  );
  add('compare', 'find out what merging PULL_REQUEST would publish', 'compare result')
    .argument('<result>', 'the folder for what is found out', named('<result>', folder))
    .action((result) =>
      run('compare', async (context) => (await import('./compare-change.ts')).compareChange(context, result)),
    );
  add('comment', 'write or update the comment on PULL_REQUEST', 'comment result')
    .argument('<result>', 'the folder of what was found out')
    .action((result) =>
      run('comment', async (context) => (await import('./post-comment.ts')).postComment(context, result)),
    );
  add('deploy', 'upload a built site to Cloudflare, where wrangler.toml says', 'deploy dist')
    .argument('[site]', 'the folder of the site', named('[site]', folder), 'dist')
    .option('--preview', 'upload it as the preview of PULL_REQUEST', false)
    .action((site, { preview: isPreview }) =>
      run('deploy', async (context) => (await import('./deploy.ts')).deploy(context, { site, isPreview })),
    );
  add('verify', 'verify the address that a built site was made for, once it is online', 'verify dist')
    .argument('[site]', 'the folder of the site', named('[site]', folder), 'dist')
    .action((site) => run('verify', async (context) => (await import('./verify-live.ts')).verifyLive(context, site)));
  add('require-newest', 'fail if the branch has newer commits than the run', 'require-newest').action(() =>
    run('require-newest', async (context) => (await import('./command.ts')).requireNewest(context)),
  );
  add('how-to-go-back', 'explain what to do after publishing has failed', 'how-to-go-back').action(() =>
    run('how-to-go-back', async (context) => (await import('./command.ts')).explainGoingBack(context)),
  );
  add('list-data-sources', 'output the ids of the data sources', 'list-data-sources').action(() =>
    run('list-data-sources', async (context) =>
      (await import('./list-data-sources.ts')).listDataSources(context, context.io.cwd),
    ),
  );
  add('observe', 'observe a data source, and write the text of a proposal', 'observe brouter-segments result')
    .argument('<id>', 'the id of the data source')
    .argument('<result>', 'the folder for the text', named('<result>', folder))
    .action((id, result) =>
      run('observe', async (context) => (await import('./observe-source.ts')).observeSource(context, id, result)),
    );
  add(
    'propose',
    'propose what has changed in the checkout, as one branch and one pull request',
    'propose --branch probe --title "Switch servers off" --body-file report.md',
  )
    .requiredOption('--branch <name>', 'the branch, which is renewed')
    .requiredOption('--title <text>', 'the title of the pull request')
    .requiredOption('--body-file <file>', 'the file with its text', named('--body-file', fileName))
    .option('--path <path...>', 'the files and folders whose changes are proposed', ['catalog'])
    .option('--failed <file>', 'if this file exists and nothing changed, keep an earlier proposal')
    .action(({ branch, title, bodyFile, path: paths, failed }) =>
      run('propose', async (context) => {
        const { propose } = await import('./proposals.ts');
        return propose(context, context.io.cwd, { branch, title, bodyFile, paths, failed: failed ?? null });
      }),
    );
  add('find-proposal', 'output whether the pull request of a branch is open', 'find-proposal --branch probe')
    .requiredOption('--branch <name>', 'the branch')
    .action(({ branch }) =>
      run('find-proposal', async (context) => (await import('./proposals.ts')).findProposal(context, branch)),
    );
  add('auto-merge', 'let GitHub merge a proposal that only adds checksums', 'auto-merge --branch update/maps')
    .requiredOption('--branch <name>', 'the branch')
    .action(({ branch }) =>
      run('auto-merge', async (context) =>
        (await import('./auto-merge.ts')).autoMerge(context, context.io.cwd, branch),
      ),
    );
  const kept = [
    ['fetch-kept', 'get a file that is kept on a branch of its own', 'fetchKept'],
    ['keep', 'keep a file on a branch of its own', 'keep'],
  ] as const;
  for (const [name, summary, task] of kept) {
    add(name, summary, `${name} --branch probe-history --file history.json`)
      .requiredOption('--branch <name>', 'the branch')
      .requiredOption('--file <file>', 'the file on this machine', named('--file', fileName))
      .action((options) =>
        run(name, async (context) => (await import('./kept-file.ts'))[task](context, context.io.cwd, options)),
      );
  }
}
