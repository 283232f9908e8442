/** What publishes a catalog from a server with Debian or Ubuntu: commands and files. Pure. */
import { fillTemplate } from '../../../cli/fill-template.ts';

/** The servers that are set up. */
export const SERVERS = {
  nginx: {
    folder: '/etc/nginx/conf.d',
    service: 'nginx',
    test: 'nginx -t -q',
    reload: 'nginx -t -q && nginx -s reload',
  },
  caddy: {
    folder: '/etc/caddy',
    service: 'caddy',
    test: 'caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile',
    reload: 'caddy reload --config /etc/caddy/Caddyfile --adapter caddyfile',
  },
  apache: {
    folder: '/etc/apache2/sites-enabled',
    service: 'apache2',
    test: 'a2enmod -q dir expires headers mime rewrite && apache2ctl configtest',
    reload: 'apache2ctl graceful',
  },
} as const;

/** The name of one of them, which is a host of `site.yaml`. */
export type ServerName = keyof typeof SERVERS;

/** The file of Caddy that imports ours. */
export const CADDYFILE = '/etc/caddy/Caddyfile';

/** The line in the Caddyfile. */
export const importLine = (unit: string): string => `import ${SERVERS.caddy.folder}/${unit}.conf\n`;

/** What is known of the checkout and the machine. */
export interface ServerFacts {
  /** The name of the units, of the configuration, and of the folder of the site. */
  readonly unit: string;
  readonly checkout: string;
  /** The owner of the checkout. */
  readonly user: string;
  /** The folders of programs, with that of Node. */
  readonly path: string;
  readonly target: ServerName;
  readonly serviceUrl: string;
  /** The public keys of a signed catalog, as options of `verify`; empty if it is not signed. */
  readonly keys: string;
  /** Undefined for that of the server. */
  readonly port: number | undefined;
  readonly hasIpv6: boolean;
  /** Whether systemd runs: it does not in a container or while an image is made. */
  readonly hasSystemd: boolean;
  /** The configurations of sites of nginx, by path. */
  readonly sites: ReadonlyMap<string, string>;
  /** The text of a file; null if it does not exist. */
  readonly read: (path: string) => string | null;
}

/** What is done, in this order. */
export interface ServerPlan {
  /** The folder of the site and of nothing else; it belongs to the owner of the checkout. */
  readonly folder: string;
  /** The lines of the service that its user runs. They publish for the first time, too. */
  readonly publish: readonly string[];
  /** The files by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The configuration of the server that is there already, and stays; null if it is written. */
  readonly kept: string | null;
  /** What the owner should know of other sites. */
  readonly notes: readonly string[];
  /** Run as root. The first ones test the configuration. */
  readonly start: readonly string[];
}

/** The folder of the site of a unit. */
export const stateFolder = (unit: string): string => `/var/lib/${unit}`;

/** The files that are written for a unit, whatever the server. */
export const filesOf = (unit: string): string[] => [
  `/etc/systemd/system/timers.target.wants/${unit}.timer`,
  `/etc/systemd/system/${unit}.timer`,
  `/etc/systemd/system/${unit}.service`,
  `/etc/systemd/system/${unit}-failed.service`,
  ...Object.values(SERVERS).map(({ folder }) => `${folder}/${unit}.conf`),
];

/** What tests whether something is there that every run of the service needs, and what to do if it is not. */
export interface Need {
  readonly test: string;
  readonly advice: string;
}

/**
 * What every run of the service needs, in the order to test it. No test writes anything but what git fetches.
 *
 * @param page the address of the page about signing
 */
export function needsOf({ keys, checkout, read }: ServerFacts, page: string): readonly Need[] {
  // As under systemd, nobody is there to type a password.
  const remote = 'GIT_TERMINAL_PROMPT=0 setsid -w timeout 60 git ls-remote --quiet';
  const signing =
    read(`${checkout}/.github/workflows/publish.yml`) === null
      ? `Sign it by hand: ${page}, "On a server of your own", says how.`
      : 'Run the workflow Publish first: it signs.';
  return [
    { test: 'command -v git && command -v npm && command -v tar', advice: 'Install git, npm and tar.' },
    {
      test: 'git rev-parse @{upstream}',
      advice: 'git pull needs a branch that is pushed: git push --set-upstream origin main',
    },
    {
      test: 'git merge-base --is-ancestor HEAD @{upstream} || git merge-base --is-ancestor @{upstream} HEAD',
      advice: 'This branch and its upstream both have new commits, so git pull --ff-only refuses: git pull --rebase',
    },
    { test: remote, advice: 'git pull must work for the owner of the checkout, without a password.' },
    {
      test: '[ "$(git rev-parse --is-shallow-repository)" = false ]',
      advice: 'This is a shallow clone; fetch the rest with git fetch --unshallow',
    },
    ...(keys === ''
      ? []
      : [
          {
            test: `${remote} --exit-code origin signed-site`,
            advice: `There is no branch signed-site yet. ${signing}`,
          },
          {
            test: 'GIT_TERMINAL_PROMPT=0 git fetch --quiet origin signed-site && git cat-file -e FETCH_HEAD:site.tgz',
            advice: `The branch signed-site has no site.tgz, the signed site. ${signing}`,
          },
        ]),
    {
      test: 'node_modules/.bin/cartalog check',
      advice: 'The catalog has errors; npx --no -- cartalog check lists them.',
    },
  ];
}

/** Plans the installation. @param templates the files of `commands/templates/`, by path */
export function planServer(facts: ServerFacts, templates: ReadonlyMap<string, string>): ServerPlan {
  const { unit, checkout, user, path, target, serviceUrl, keys, port, hasIpv6, hasSystemd, read } = facts;
  const { folder, service, test, reload } = SERVERS[target];
  const { hostname, host } = new URL(serviceUrl);
  const live = `${stateFolder(unit)}/live`;
  const values = {
    ...{ unit, checkout, user, path, target, live, reload, keys },
    ...{ state: stateFolder(unit), address: serviceUrl.replace(/\/+$/, '') },
    host: hostname,
    port: String(port ?? 80),
    site: port === undefined ? host : `http://:${port}`,
  };
  const conditions = new Set([
    ...(hasIpv6 ? ['ipv'] : []),
    ...(port === undefined ? [] : ['listen']),
    keys === '' ? 'plain' : 'signed',
  ]);
  const filled = (name: string): string => fillTemplate(templates.get(`server/${name}`) ?? '', { values, conditions });
  const units = '/etc/systemd/system';
  const publishing = filled('publish.service');
  const files = new Map([
    [`${units}/${unit}.service`, publishing],
    [`${units}/${unit}.timer`, filled('publish.timer')],
    [`${units}/${unit}-failed.service`, filled('failed.service')],
  ]);
  const configuration = `${folder}/${unit}.conf`;
  const kept = read(configuration) === null ? null : configuration;
  if (kept === null) files.set(configuration, filled(`${target}.conf`));
  const caddyfile = target === 'caddy' ? (read(CADDYFILE) ?? '') : importLine(unit);
  if (!caddyfile.includes(importLine(unit))) files.set(CADDYFILE, `${caddyfile.trimEnd()}\n${importLine(unit)}`);
  const wants = `${units}/timers.target.wants`;
  return {
    folder: stateFolder(unit),
    publish: [...publishing.matchAll(/^ExecStart=([^+].*)$/gm)].map(([, line = '']) => line),
    files,
    kept,
    notes: target === 'nginx' && port === undefined ? [...facts.sites].flatMap(otherDefault) : [],
    start: [
      test,
      `mkdir -p ${wants} && ln -sf ../${unit}.timer ${wants}/`,
      ...(hasSystemd
        ? ['systemctl daemon-reload', `systemctl start ${unit}.timer`, `systemctl reload-or-restart ${service}`]
        : []),
    ],
  };
}

/** What to do about another default server. nginx does not start if two claim to be it, so ours does not. */
function otherDefault([path, text]: readonly [string, string]): string[] {
  if (!/^[^#\n]*\blisten\s+(?:\S*:)?80\s[^;#]*\bdefault_server\b/m.test(text)) return [];
  return [
    `${path} is the default server of port 80: it answers broken requests, with HTML, and odd-paths of verify fails. If you do not need it: sudo rm ${path} && sudo nginx -s reload`,
  ];
}
