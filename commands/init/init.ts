/** Creates or upgrades the repository of a catalog: the core of `cartalog init`. */
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

/** The answers of the user. */
export interface InitAnswers {
  readonly title: string;
  readonly address: string;
  readonly repository: string;
  readonly target: HostName;
  /** The name of the package and of the Cloudflare project. */
  readonly name: string;
}

/** The contents of the program's package for a repository. */
export interface InitSources {
  /** The files of `templates/`, by path. */
  readonly templates: ReadonlyMap<string, string>;
  /** The JSON Schemas of catalog files, by file name. */
  readonly schemas: ReadonlyMap<string, string>;
  readonly version: string;
  /** The dependency on the program in `package.json`: its version or location. */
  readonly program: string;
  readonly wrangler: string;
  /** The compatibility date of the Cloudflare runtime. */
  readonly compatibilityDate: string;
  /** The repository of the program. */
  readonly programUrl: string;
}

/** Files by their path in the repository. */
export type RepositoryFiles = ReadonlyMap<string, string>;

/** The file with the hashes of the files written, so that later versions know which files are unchanged. */
export const RECORD = '.cartalog-init.json';

/** The content of the record. */
export interface InitRecord {
  /** The version of the program that wrote the files. */
  readonly version: string;
  readonly answers: Omit<InitAnswers, 'title' | 'address'>;
  /** The SHA-256 of each file that later versions upgrade. */
  readonly files: Readonly<Record<string, string>>;
}

/** Whether later versions upgrade a file. Other files belong to the maintainers. */
const isKept = (path: string): boolean => /^(?:\.github\/workflows|\.vscode|schemas)\/|^wrangler\.toml$/.test(path);

/** Makes all files of a new repository, including the record. */
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
 * Makes the files that this version upgrades.
 *
 * @param tokens the access tokens in `site.yaml`, which the workflows list
 */
export function keptFiles(
  answers: InitRecord['answers'],
  tokens: readonly string[],
  sources: InitSources,
): RepositoryFiles {
  const files = filled({ ...answers, title: '', address: '' }, tokens, sources);
  return new Map([...files].filter(([path]) => isKept(path)));
}

/** Makes the files from templates and schemas. */
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
  // Records contain no template syntax.
  const textOf = (path: string, text: string): string =>
    path.startsWith('catalog/') ? text : fillTemplate(text, filling);
  const files = [...sources.templates].map(([template, text]) => [pathOfTemplate(template), text] as const);
  const schemas = [...sources.schemas].map(([path, text]): [string, string] => [`schemas/catalog/${path}`, text]);
  return [
    ...files.filter(([path]) => isWanted(path)).map(([path, text]): [string, string] => [path, textOf(path, text)]),
    ...schemas,
  ];
}

/** The owner of a GitHub repository; null for other hosts, which do not run the workflows. */
function githubOwner(repository: string): string | null {
  const { host, pathname } = new URL(repository);
  const [, owner] = /^\/([A-Za-z0-9-]+)\/[^/]+$/.exec(pathname) ?? [];
  return /^github\./.test(host) && owner !== undefined ? owner : null;
}

/** The npm scripts of a catalog. */
const SCRIPTS = {
  start: 'cartalog serve',
  test: 'cartalog check && cartalog format --check',
  ...Object.fromEntries(
    ['build', 'check', 'diff', 'format', 'new', 'probe', 'update', 'verify'].map((name) => [name, `cartalog ${name}`]),
  ),
};

/** Builds for publishing: refuses an example address, and omits servers whose access token is not set. */
const BUILD_FOR_PUBLISHING = 'cartalog build --require-address --require-history --without-tokenless';

function packageJson({ name, target }: InitAnswers, { program, wrangler }: InitSources): string {
  const isCloudflare = HOSTS[target].runsHandler;
  const upload = isCloudflare ? ' && cartalog ci deploy dist' : '';
  // "npm run deploy" must work if NODE_ENV=production, which omits devDependencies.
  const packages = isCloudflare
    ? { dependencies: { cartalog: program, wrangler } }
    : { dependencies: { cartalog: program }, devDependencies: { wrangler } };
  const content = {
    name,
    private: true,
    engines: { node: '>=20.20' },
    scripts: { ...SCRIPTS, deploy: BUILD_FOR_PUBLISHING + upload },
    // Exact versions, so that the same commit always gets the same program.
    ...packages,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Makes the name of a package and project from a title. */
export function nameFor(title: string): string {
  // The limit of Cloudflare Pages.
  return fileNameFor(title).slice(0, 58).replace(/-$/, '') || 'catalog';
}

/** Matches an SSH address of git: host and path. */
const OVER_SSH = /^(?:ssh:\/\/)?[\w.-]+@([\w.-]+)(?::\d+\/|[:/])(.+?)(?:\.git)?\/*$/;

/** Validates an answer; titles and addresses by the schema of `site.yaml`. @returns the problem, or null */
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

interface Upgrade {
  /** Files to write: unchanged and new ones. The record comes last. */
  readonly write: RepositoryFiles;
  /** Files changed by the maintainers that this version would write differently. */
  readonly changed: readonly string[];
  /** Files deleted by the maintainers. They are not written again. */
  readonly deleted: readonly string[];
  /** Files that this version no longer writes. */
  readonly unneeded: readonly string[];
}

/**
 * Plans the upgrade of a repository.
 *
 * @param wanted the result of `keptFiles`
 * @param read returns the text of a file of the repository; null if it does not exist
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
    // A changed or deleted file keeps its recorded hash.
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

/** Parses a record. @returns null if it is invalid */
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
