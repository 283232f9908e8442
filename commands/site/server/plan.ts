/** Commands and files that publish a catalog from Debian or Ubuntu. Runs and writes nothing. */
import { fillTemplate } from '../../../cli/program/fill-template.ts';
import { decideInstallation } from './decision.ts';
import { keptCopies, markedConfiguration } from './installed.ts';
import {
  configurationOf,
  failedRunsFile,
  publishedCommitFile,
  type ServerFacts,
  serviceOf,
  siteAddress,
  UNITS_FOLDER,
  unitStateFolder,
  WEB_SERVERS,
} from './web-servers.ts';

/** What every run of the service needs. */
export interface Need {
  readonly test: string;
  /** `@git@` becomes git as the checkout's owner, `@why@` the test's output, which otherwise has its own line. */
  readonly advice: string;
}

export const INSTALL_PACKAGES = 'npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund';

/** Fails if npx could not read the package.json: no printed command would run. */
export const READ_PACKAGE =
  '{ node -e "process.exit(JSON.parse(fs.readFileSync(0))?.constructor === Object ? 0 : 1)" 2>/dev/null || { echo "package.json is missing, or not a JSON object." >&2; exit 1; }; }';

/** `.git/` gets the new packages first: if that fails, the old ones stay. */
export const UPDATE: readonly string[] = [
  `/bin/sh -c 'git fetch --quiet && git show @{upstream}:package.json | ${READ_PACKAGE} && git merge --quiet --ff-only --no-overwrite-ignore @{upstream}'`,
  `/bin/sh -c '[ node_modules/.package-lock.json -nt package-lock.json ] || { rm -rf .git/packages && mkdir .git/packages && cd .git/packages && ln -s ../../* ../../.npmrc . && rm -f node_modules && ${INSTALL_PACKAGES} && cd ../.. && rm -rf node_modules && mv .git/packages/node_modules . && rm -rf .git/packages; }'`,
];

/** Has no terminal, as under systemd, because nobody could type a password. */
const REMOTE = 'GIT_TERMINAL_PROMPT=0 setsid -w timeout 120 git';

/** Traces of git's unfinished operations, and the command that ends each: `path:command:option`. */
const OPERATIONS =
  'rebase-merge:rebase:--abort rebase-apply/applying:am:--abort rebase-apply:rebase:--abort CHERRY_PICK_HEAD:cherry-pick:--abort REVERT_HEAD:revert:--abort MERGE_HEAD:merge:--abort BISECT_LOG:bisect:reset';

/** Prints git's arguments that return to the clone's branch, and fails. */
const PRINT_MAIN =
  '{ b=$(git rev-parse --abbrev-ref origin/HEAD 2>/dev/null) || b=main; b=${b#origin/}; [ "$(git branch --show-current)" != "$b" ] && echo "switch $b" >&2 || echo "branch --set-upstream-to=origin/$b" >&2; exit 1; }';

/** The checkout is on a branch with an upstream, and in no operation of git. Others cannot move to another commit. */
const BRANCH: readonly Need[] = [
  {
    test: `d=$(git rev-parse --git-dir); for i in ${OPERATIONS}; do [ ! -e "$d/\${i%%:*}" ] || { echo "\${i#*:}" | tr : ' ' >&2; exit 1; }; done`,
    advice: 'An operation of git has not ended in this checkout. To end it, and drop what it has done: @git@ @why@',
  },
  {
    test: `git symbolic-ref --quiet HEAD || ${PRINT_MAIN}`,
    advice: 'This checkout is on no branch, but on a commit. To go back to the branch: @git@ @why@',
  },
  {
    test: 'f=$(git diff --name-only --diff-filter=U | head -n 5); [ -z "$f" ] || { echo $f >&2; exit 1; }',
    advice:
      'These files have conflicts: @why@. To drop the changes in them (@git@ stash list shows what a stash still has): @git@ restore --source=HEAD --staged --worktree -- @why@',
  },
  {
    test: `git rev-parse --quiet --verify @{upstream} 2>/dev/null || ${PRINT_MAIN}`,
    advice: `This branch has no upstream. To publish the branch of the clone: @git@ @why@
To publish this one: @git@ push --set-upstream origin HEAD`,
  },
];

/** Commits made here would make runs fail after the next merge upstream; going back would drop them. */
const PUSHED_BRANCH: Need = {
  test: 'n=$(git rev-list --count @{upstream}..HEAD); [ "$n" = 0 ] || { git log -1 --format="$n here: %h %s" >&2; exit 1; }',
  advice: `This branch has commits that are not at its upstream: @why@
To drop them: @git@ reset --keep @{upstream}
To keep them, unless they were taken off the upstream: @git@ pull --rebase && @git@ push`,
};

export const BACK_NEEDS: readonly Need[] = [...BRANCH, PUSHED_BRANCH];

/** In this order. Tests write only what git fetches. */
export const RUN_NEEDS: readonly Need[] = [
  { test: 'command -v git && command -v npm && command -v tar', advice: 'Install git, npm and tar.' },
  {
    test: '[ -d .git ]',
    advice: 'This is a linked work tree: publish from a clone of its own, which git clone makes.',
  },
  ...BRANCH,
  {
    test: `${REMOTE} fetch --quiet`,
    advice: 'git fetch must work for the owner of the checkout, without a password.',
  },
  PUSHED_BRANCH,
  {
    test: '[ "$(git rev-parse --is-shallow-repository)" = false ]',
    advice: 'This is a shallow clone; fetch the rest with @git@ fetch --unshallow',
  },
];

/** In order. Root runs commands after a +; the first two update the checkout. */
export const commandsIn = (service: string): string[] =>
  [...service.matchAll(/^ExecStart=(.*)$/gm)].map(([, command = '']) => command);

/** What a signed catalog needs besides `RUN_NEEDS`. @param page about signing */
export function needsOf({ keys, checkout, read }: ServerFacts, page: string): readonly Need[] {
  const signing =
    read(`${checkout}/.github/workflows/publish.yml`) === null
      ? `Sign it by hand: ${page}, "On a server of your own", says how.`
      : 'Run the workflow Publish first: it signs.';
  if (keys === '') return [];
  return [
    {
      test: `${REMOTE} ls-remote --quiet --exit-code origin signed-site`,
      advice: `There is no branch signed-site yet. ${signing}`,
    },
    {
      test: `${REMOTE} fetch --quiet origin signed-site && git cat-file -e FETCH_HEAD:site.tgz`,
      advice: `The branch signed-site has no site.tgz, the signed site. ${signing}`,
    },
  ];
}

/** @param templates `commands/templates/`, by path */
export function planServer(facts: ServerFacts, templates: ReadonlyMap<string, string>) {
  const { unit, checkout, user, path, target, serviceUrl, keys, hasIpv6, hasSystemd, read } = facts;
  const { service, prepare, test, reload, importing, noteOn } = WEB_SERVERS[target];
  const { hostname, host } = new URL(serviceUrl);
  const live = `${unitStateFolder(unit)}/live`;
  const { configuration, isKept, replaced, port, former, conflicts, notes } = decideInstallation(facts);
  const values = {
    ...{ unit, checkout, user, path, target, live, reload, keys, update: UPDATE[0] ?? '', packages: UPDATE[1] ?? '' },
    ...{ state: unitStateFolder(unit), published: publishedCommitFile(unit), address: siteAddress(serviceUrl) },
    formers: former.join(' '),
    host: hostname,
    port: String(port ?? 80),
    chosen: String(port ?? ''),
    site: port === undefined ? host : `http://:${port}`,
  };
  const conditions = [
    ...(hasIpv6 ? ['ipv'] : []),
    ...(port === undefined ? [] : ['listen']),
    keys === '' ? 'plain' : 'signed',
  ];
  const filled = (name: string, part = 'site', former = ''): string =>
    fillTemplate(templates.get(`server/${name}`) ?? '', {
      values: { ...values, former },
      conditions: new Set([...conditions, part]),
    });
  const publishing = filled('publish.service');
  const files = new Map([
    [serviceOf(unit), publishing],
    [`${UNITS_FOLDER}/${unit}.timer`, filled('publish.timer')],
    [`${UNITS_FOLDER}/${unit}-failed.service`, filled('failed.service')],
  ]);
  if (replaced !== null) files.set(keptCopies(configuration, read).next, replaced);
  // Certbot makes one certificate for each site, so each former name has its own site.
  const sites = [filled(`${target}.conf`), ...former.map((name) => filled(`${target}.conf`, 'moved', name))];
  if (!isKept) files.set(configuration, markedConfiguration(sites.join('')));
  const [importer, line] = [importing ? (read(importing.path) ?? '') : '', importing?.line(unit) ?? ''];
  if (importing && configuration === configurationOf(target, unit) && !importer.includes(line))
    files.set(importing.path, `${importer.trimEnd()}\n${line}`);
  const wants = `${UNITS_FOLDER}/timers.target.wants`;
  return {
    // For the site alone; the checkout's owner owns it.
    folder: unitStateFolder(unit),
    // Commands that the checkout's owner runs, now and in each run of the service.
    publish: commandsIn(publishing).filter((command) => !command.startsWith('+')),
    files,
    kept: isKept ? configuration : null,
    conflicts,
    notes: [
      ...notes,
      ...[...(port === undefined ? facts.configurations : [])]
        .filter(([other]) => other !== configuration)
        .flatMap(([other, text]) => noteOn?.(other, text) ?? []),
    ],
    // Commands that root runs at the end; the first tests the configuration.
    start: [
      prepare ? `${prepare} && ${test}` : test,
      `mkdir -p ${wants} && ln -sf ../${unit}.timer ${wants}/`,
      ...(hasSystemd
        ? ['systemctl daemon-reload', `systemctl start ${unit}.timer`, `systemctl reload-or-restart ${service}`]
        : []),
      `rm -f ${failedRunsFile(unit)}`,
    ],
  };
}
