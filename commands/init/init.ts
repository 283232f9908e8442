/** Makes the repository of a catalog from answers, and brings an older one up to date: the core of `cartalog init`. */
import { createHash } from 'node:crypto';
import {
  type FileKind,
  fileNameFor,
  loadFile,
  messageOf,
  oneFileFolder,
  segmentsOf,
  workersConfiguration,
  writeSource,
} from '../../build/pipeline.ts';
import { DEFAULT_HOST, HOSTS, type HostName } from '../../contract/hosts.ts';
import { byCodePoint } from '../../contract/text.ts';
import { fillingOf, fillTemplate, IN_CATALOG, pathOfTemplate } from './repository-template.ts';

/** What is asked, or given as flags. */
export interface InitAnswers {
  readonly title: string;
  readonly address: string;
  readonly repository: string;
  readonly target: HostName;
  /** The name of the package, and of the project at Cloudflare. */
  readonly name: string;
}

/** What the package of the program has for a repository. */
export interface InitSources {
  /** The files of `templates/`, by path. */
  readonly templates: ReadonlyMap<string, string>;
  /** The JSON Schemas of catalog files, by name with its ending. */
  readonly schemas: ReadonlyMap<string, string>;
  readonly version: string;
  /** What the `package.json` of the catalog names the program by: its version, or where it is. */
  readonly program: string;
  readonly wrangler: string;
  /** The date that fixes what the runtime of Cloudflare does. */
  readonly compatibilityDate: string;
  /** The repository of the program. */
  readonly programUrl: string;
}

/** Files by their path in the repository. */
export type RepositoryFiles = ReadonlyMap<string, string>;

/** The file that says what was written, so that a later version knows what nobody has changed. */
export const RECORD = '.cartalog-init.json';

/** What it says. */
export interface InitRecord {
  /** Of the program that wrote the files. */
  readonly version: string;
  readonly answers: Omit<InitAnswers, 'title' | 'address'>;
  /** The SHA-256 of each file that later versions bring up to date. */
  readonly files: Readonly<Record<string, string>>;
}

/** Whether a later version brings a file up to date. All others are their owner's from the first day. */
const isKept = (path: string): boolean => /^(?:\.github\/workflows|\.vscode|schemas)\/|^wrangler\.toml$/.test(path);

/** All files of a new repository, the record of them included. */
export function repositoryFiles(answers: InitAnswers, sources: InitSources): RepositoryFiles {
  const { title, address, repository, target } = answers;
  const site = {
    title,
    serviceUrl: address,
    repository,
    ...(target === DEFAULT_HOST ? {} : { target }),
  };
  const files = new Map([
    ...filled(answers, [], sources),
    ['package.json', packageJson(answers, sources)],
    ['catalog/site.yaml', writeSource(SITE, site)],
  ]);
  files.set(RECORD, recordText(recordOf(answers, sources.version, files)));
  return new Map([...files].sort(([a], [b]) => byCodePoint(a, b)));
}

const SITE = { path: 'site.yaml', kind: 'site' as FileKind };

/**
 * The files that a version brings up to date, as it would write them.
 *
 * @param tokens the access tokens that `site.yaml` lists, which the workflows name one by one
 */
export function keptFiles(
  answers: InitRecord['answers'],
  tokens: readonly string[],
  sources: InitSources,
): RepositoryFiles {
  const files = filled({ ...answers, title: '', address: '' }, tokens, sources);
  return new Map([...files].filter(([path]) => isKept(path)));
}

/** The templates with the answers in them, and the schemas. */
function filled(answers: InitAnswers, tokens: readonly string[], sources: InitSources): [string, string][] {
  const { title, address, repository, target, name } = answers;
  const owner = githubOwner(repository);
  const { values, conditions } = fillingOf({ ...IN_CATALOG, target, project: name, tokens });
  const filling = {
    values: {
      ...values,
      title: title.replace(/[\\`*_{}[\]<>#|]/g, '\\$&'),
      address,
      repository,
      host: HOSTS[target].title,
      'verify-target': HOSTS[target].exceptions.length === 0 ? '' : ` --target ${target}`,
      project: name,
      owner: owner === null ? '' : `@${owner}`,
      date: sources.compatibilityDate,
      workers: workersConfiguration({ name, site: 'dist', compatibilityDate: sources.compatibilityDate }).trimEnd(),
      program: sources.programUrl,
    },
    conditions: new Set([
      ...conditions,
      owner === null ? 'elsewhere' : 'github',
      ...(sources.program.startsWith('file:') ? ['vendored'] : []),
    ]),
  };
  const isWanted = (path: string): boolean =>
    path.startsWith('.github/') ? owner !== null : path !== 'wrangler.toml' || HOSTS[target].runsHandler;
  // Records have no values, and may have any text.
  const textOf = (path: string, text: string): string =>
    path.startsWith('catalog/') ? text : fillTemplate(text, filling);
  const files = [...sources.templates].map(([template, text]) => [pathOfTemplate(template), text] as const);
  const schemas = [...sources.schemas].map(([path, text]): [string, string] => [`schemas/catalog/${path}`, text]);
  return [
    ...files.filter(([path]) => isWanted(path)).map(([path, text]): [string, string] => [path, textOf(path, text)]),
    ...schemas,
  ];
}

/** Who owns a repository at GitHub, where the workflows run; null if it is elsewhere. */
function githubOwner(repository: string): string | null {
  const { host, pathname } = new URL(repository);
  const [, owner] = /^\/([A-Za-z0-9-]+)\/[^/]+$/.exec(pathname) ?? [];
  return /^github\./.test(host) && owner !== undefined ? owner : null;
}

/** The commands of a catalog, as npm scripts. */
const SCRIPTS = {
  start: 'cartalog serve',
  test: 'cartalog check && cartalog format --check',
  ...Object.fromEntries(
    ['build', 'check', 'diff', 'format', 'new', 'probe', 'update', 'verify'].map((name) => [name, `cartalog ${name}`]),
  ),
};

/** Builds what is published: never for an example's address, and without servers whose access token is not set. */
const BUILD_FOR_PUBLISHING = 'cartalog build --require-address --require-history --without-tokenless';

function packageJson({ name, target }: InitAnswers, { program, wrangler }: InitSources): string {
  const isCloudflare = HOSTS[target].runsHandler;
  const upload = isCloudflare ? ' && cartalog ci deploy dist' : '';
  // What "npm run deploy" needs must also be installed if NODE_ENV=production leaves out the packages for development.
  const packages = isCloudflare
    ? { dependencies: { cartalog: program, wrangler } }
    : { dependencies: { cartalog: program }, devDependencies: { wrangler } };
  const content = {
    name,
    private: true,
    engines: { node: '>=20.20' },
    scripts: { ...SCRIPTS, deploy: BUILD_FOR_PUBLISHING + upload },
    // Exact versions: the same commit is then checked and built by the same program.
    ...packages,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The name that a package and a project can have, made from a title. */
export function nameFor(title: string): string {
  // A project of Cloudflare Pages has no longer name.
  return fileNameFor(title).slice(0, 58).replace(/-$/, '') || 'catalog';
}

/** The address with which git fetches a repository over SSH, with its host and path. */
const OVER_SSH = /^(?:ssh:\/\/)?[\w.-]+@([\w.-]+)(?::\d+\/|[:/])(.+?)(?:\.git)?\/*$/;

/** What is wrong with an answer; null if nothing is. `site.yaml` decides what a title or an address may be. */
export function answerProblem(question: keyof InitAnswers, answer: string): string | null {
  if (question === 'target')
    return Object.hasOwn(HOSTS, answer) ? null : `choose one of ${Object.keys(HOSTS).join(', ')}`;
  if (question === 'name') {
    return /^[a-z0-9](?:[a-z0-9-]{0,56}[a-z0-9])?$/.test(answer)
      ? null
      : 'use at most 58 lower-case letters, digits and hyphens, without a hyphen at either end';
  }
  const [, host, path] = (question === 'repository' && OVER_SSH.exec(answer)) || [];
  if (host !== undefined) return `write its address on the web: https://${host}/${path}`;
  const key = question === 'address' ? 'serviceUrl' : question;
  const others = { title: 'Title', serviceUrl: 'https://catalog.example.org', repository: 'https://git.example.org/a' };
  const text = JSON.stringify({ ...others, [key]: answer });
  const { diagnostics } = loadFile(oneFileFolder(Buffer.from(text)), { ...SITE, name: null });
  const problem = diagnostics.find(({ severity, place }) => {
    return severity === 'error' && place && 'pointer' in place && segmentsOf(place.pointer)[0] === key;
  });
  return problem ? messageOf(problem, '') : null;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function recordOf(
  { target, repository, name }: InitRecord['answers'],
  version: string,
  files: RepositoryFiles,
): InitRecord {
  const kept = [...files].filter(([path]) => isKept(path)).sort(([a], [b]) => byCodePoint(a, b));
  const hashes = Object.fromEntries(kept.map(([path, text]) => [path, hashOf(text)]));
  return { version, answers: { repository, target, name }, files: hashes };
}

function recordText(record: InitRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** What bringing a repository up to date does. */
interface Upgrade {
  /** Files to write: those that nobody has changed, and new ones. The record is the last. */
  readonly write: RepositoryFiles;
  /** Files that somebody has changed, and that this version would write differently. */
  readonly changed: readonly string[];
  /** Files that somebody has deleted. They are not written again. */
  readonly deleted: readonly string[];
  /** Files that this version no longer writes. */
  readonly unneeded: readonly string[];
}

/**
 * Plans how a repository gets the files that a version would write.
 *
 * @param wanted as `keptFiles` gives them
 * @param read the text of a file of the repository; null if it is not there
 */
export function planUpgrade(
  record: InitRecord,
  wanted: RepositoryFiles,
  version: string,
  read: (path: string) => string | null,
): Upgrade {
  const write = new Map<string, string>();
  const changed: string[] = [];
  const deleted: string[] = [];
  const hashes: Record<string, string> = {};
  for (const [path, text] of wanted) {
    const current = read(path);
    const known = Object.hasOwn(record.files, path) ? record.files[path] : undefined;
    if (current === null && known !== undefined) deleted.push(path);
    else if (current === null || (current !== text && hashOf(current) === known)) write.set(path, text);
    else if (current !== text) changed.push(path);
    // A file that is changed or deleted keeps the hash of what was written once.
    const isAsWanted = current === text || write.has(path);
    const hash = isAsWanted ? hashOf(text) : known;
    if (hash !== undefined) hashes[path] = hash;
  }
  const unneeded = Object.keys(record.files).filter((path) => !wanted.has(path) && read(path) !== null);
  for (const path of unneeded) hashes[path] = record.files[path] as string;
  const files = Object.fromEntries(Object.entries(hashes).sort(([a], [b]) => byCodePoint(a, b)));
  const next = recordText({ version, answers: record.answers, files });
  if (next !== read(RECORD)) write.set(RECORD, next);
  return { write, changed, deleted, unneeded };
}

/** Reads a record. @returns null if a text is not one */
export function readRecord(text: string): InitRecord | null {
  try {
    const { version, answers, files } = JSON.parse(text);
    const isRecord =
      typeof version === 'string' &&
      (['repository', 'target', 'name'] as const).every(
        (key) => typeof answers[key] === 'string' && answerProblem(key, answers[key]) === null,
      ) &&
      Object.values(files).every((hash) => typeof hash === 'string');
    return isRecord ? { version, answers, files } : null;
  } catch {
    return null;
  }
}
