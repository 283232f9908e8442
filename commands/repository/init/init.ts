import { pointerSegments } from '../../../build/diagnostics/diagnostic.ts';
import { writeYaml } from '../../../build/format/standard-text.ts';
import { fileNameFor } from '../../../build/read/file-names.ts';
import { oneFileFolder } from '../../../build/read/folder.ts';
import type { FileRole } from '../../../build/read/layout.ts';
import { loadCatalogFile } from '../../../build/run/load-file.ts';
import { maskedMessage } from '../../../build/tile-url/secrets.ts';
import { INIT_RECORD } from '../../../cli/git/repository-place.ts';
import { fillTemplate } from '../../../cli/program/fill-template.ts';
import { escapedMarkdown } from '../../../cli/terminal/fenced.ts';
import type { Language } from '../../../contract/base/languages.ts';
import { sha256Of } from '../../../contract/base/sha256.ts';
import { byCodePoint } from '../../../contract/base/text.ts';
import type { SiteSource } from '../../../contract/generated/catalog.types.ts';
import { DEFAULT_HOST, HOSTS, type HostName } from '../../../contract/hosts.ts';
import { HANDLED_PATHS } from '../../../contract/interface/published.ts';
import { CALL_IN_CATALOG, pathOfTemplate, workflowFillingOf } from './repository-template.ts';

export interface InitAnswers {
  readonly title: string;
  readonly language?: Language;
  readonly address: string;
  readonly repository: string;
  readonly target: HostName;
  readonly name: string;
  readonly minimal?: boolean | undefined;
  readonly signed?: boolean | undefined;
}

export type InitQuestionName = Exclude<keyof InitAnswers, 'minimal' | 'signed'>;

export interface InitSources {
  /** By path in `commands/templates/`. */
  readonly templates: ReadonlyMap<string, string>;
  readonly schemas: ReadonlyMap<string, string>;
  readonly version: string;
  /** In `package.json`: a version or location. */
  readonly program: string;
  readonly wrangler: string;
  readonly compatibilityDate: string;
  readonly programUrl: string;
  readonly docsUrl: string;
}

export type RepositoryFiles = ReadonlyMap<string, string>;

export interface InitRecord {
  readonly version: string;
  readonly answers: Omit<InitAnswers, 'title' | 'language' | 'address'>;
  /** SHA-256 by path, of files that later versions upgrade. */
  readonly files: Readonly<Record<string, string>>;
}

/** The maintainers own all other files. */
const isUpgraded = (path: string): boolean =>
  /^(?:\.github\/workflows|\.vscode|schemas)\/|^(?:\.github\/dependabot\.yml|server\.sh|wrangler\.toml)$/.test(path);

/** Besides package.json and site.yaml. */
const MINIMAL_FILES =
  /^(?:\.git(?:attributes|ignore)|.+\/(?:check|publish)\.yml|README\.md|server\.sh|wrangler\.toml)$/;

export const LANGUAGE_TITLES: Readonly<Record<Language, string>> = { en: 'English', de: 'German' };

export function repositoryFiles(
  answers: InitAnswers,
  sources: InitSources,
  tokens: readonly string[] = [],
): RepositoryFiles {
  const { title, address, repository } = answers;
  const site = { title, serviceUrl: address, repository, ...siteSettingsOf(answers) };
  const files = new Map([
    ...filled(answers, tokens, sources),
    ['package.json', packageJson(answers, sources)],
    ['catalog/site.yaml', writeYaml(SITE, site)],
  ]);
  files.set(INIT_RECORD, recordText(recordOf(answers, sources.version, files)));
  return new Map([...files].sort(([a], [b]) => byCodePoint(a, b)));
}

export function siteSettingsOf({ language = 'en', target }: InitAnswers): Pick<SiteSource, 'languages' | 'target'> {
  return { ...(language === 'en' ? {} : { languages: [language] }), ...(target === DEFAULT_HOST ? {} : { target }) };
}

const SITE = { path: 'site.yaml', role: 'site' as FileRole };

/**
 * @param tokens of `site.yaml`, for the workflows
 * @param isKept whether a minimal repository keeps a file of an earlier version that it does not need
 */
export function upgradableFiles(
  answers: InitRecord['answers'],
  tokens: readonly string[],
  sources: InitSources,
  isKept: (path: string) => boolean = () => false,
): RepositoryFiles {
  return new Map([...filled(answers, tokens, sources, isKept)].filter(([path]) => isUpgraded(path)));
}

function filled(
  answers: InitRecord['answers'] & Partial<InitAnswers>,
  tokens: readonly string[],
  sources: InitSources,
  isKept: (path: string) => boolean = () => false,
): RepositoryFiles {
  const { title = '', address = '', repository, target, name, minimal = false, signed } = answers;
  const owner = githubOwner(repository);
  const { values, conditions } = workflowFillingOf({ ...CALL_IN_CATALOG, target, project: name, tokens, signed });
  const filling = {
    values: {
      ...values,
      title: escapedMarkdown(title),
      address,
      repository,
      host: HOSTS[target].title,
      'verify-target': HOSTS[target].exceptions.length === 0 ? '' : ` --target ${target}`,
      project: name,
      owner: owner === null ? '' : `@${owner}`,
      date: sources.compatibilityDate,
      // TOML has the strings of JSON.
      handled: JSON.stringify(HANDLED_PATHS),
      program: sources.programUrl,
      docs: sources.docsUrl,
    },
    conditions: new Set([
      ...conditions,
      owner === null ? 'elsewhere' : 'github',
      ...(sources.program.startsWith('file:') ? ['vendored'] : []),
      minimal ? 'minimal' : 'whole',
    ]),
  };
  const isLeftOut = (path: string): boolean => minimal && !MINIMAL_FILES.test(path) && !isKept(path);
  const isWanted = (path: string): boolean => {
    if (isLeftOut(path)) return false;
    if (path === 'wrangler.toml') return HOSTS[target].runsHandler;
    if (path === 'server.sh') return HOSTS[target].sendsCopies;
    // `cartalog server` fills these.
    return !path.startsWith('server/') && (owner !== null || !path.startsWith('.github/'));
  };
  const files = new Map<string, string>();
  for (const [template, text] of sources.templates) {
    const path = pathOfTemplate(template);
    // Records contain no template syntax.
    if (isWanted(path)) files.set(path, path.startsWith('catalog/') ? text : fillTemplate(text, filling));
  }
  // Schemas refer to each other: all are written, or none.
  if (!isLeftOut('schemas/catalog/common.json'))
    for (const [path, text] of sources.schemas) files.set(`schemas/catalog/${path}`, text);
  return files;
}

/** Null for other forges: they run no workflows. */
function githubOwner(repository: string): string | null {
  const { host, pathname } = new URL(repository);
  const [, owner] = /^\/([A-Za-z0-9-]+)\/[^/]+$/.exec(pathname) ?? [];
  return /^github\./.test(host) && owner !== undefined ? owner : null;
}

const SCRIPTS = {
  start: 'cartalog serve',
  test: 'cartalog check && cartalog format --check',
  ...Object.fromEntries(
    ['build', 'check', 'diff', 'format', 'new', 'probe', 'update', 'verify'].map((name) => [name, `cartalog ${name}`]),
  ),
  // Leaves out servers without their access token, as the published site does.
  build: 'cartalog build --without-tokenless',
};

const BUILD_FOR_PUBLISHING = 'cartalog build --require-address --require-history --without-tokenless';

export function hostScripts(target: HostName, wrangler: string) {
  const { runsHandler, sendsCopies } = HOSTS[target];
  // A test build must not change the site of the owner's server.
  const ending = runsHandler ? ' && cartalog ci deploy dist' : sendsCopies ? ' --out live' : '';
  // NODE_ENV=production omits devDependencies, and "npm run deploy" must work.
  return { deploy: BUILD_FOR_PUBLISHING + ending, dependencies: runsHandler ? { wrangler } : {} };
}

function packageJson({ name, target }: InitRecord['answers'], { program, wrangler }: InitSources): string {
  const { deploy, dependencies } = hostScripts(target, wrangler);
  const content = {
    name,
    private: true,
    engines: { node: '>=20.20' },
    scripts: { ...SCRIPTS, deploy },
    // Exact: a commit always gets the same program.
    dependencies: { cartalog: program, ...dependencies },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

export function packageNameFor(title: string): string {
  // Cloudflare Pages' limit.
  return fileNameFor(title).slice(0, 58).replace(/-$/, '') || 'catalog';
}

/** Host and path in git's address for SSH. */
const OVER_SSH = /^(?:ssh:\/\/)?[\w.-]+@([\w.-]+)(?::\d+\/|[:/])(.+?)(?:\.git)?\/*$/;

/** `site.yaml`'s schema validates titles and addresses. */
export function answerProblem(question: InitQuestionName, answer: string): string | null {
  if (question === 'target' || question === 'language') {
    const values = Object.keys(question === 'target' ? HOSTS : LANGUAGE_TITLES);
    return values.includes(answer) ? null : `choose one of ${values.join(', ')}`;
  }
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
  const { diagnostics } = loadCatalogFile(oneFileFolder(Buffer.from(text)), { ...SITE, name: null });
  const problem = diagnostics.find(({ severity, place }) => {
    return severity === 'error' && place && 'pointer' in place && pointerSegments(place.pointer)[0] === key;
  });
  return problem ? maskedMessage(problem, '') : null;
}

/** Commit and version of actions. Dependabot updates them, which does not count as a change of the maintainers. */
const PINNED = /(uses: [\w./-]+)@([0-9a-f]{40} # v([\d.]+))/g;

const hashOf = (text: string): string => sha256Of(Buffer.from(text.replace(PINNED, '$1')));

function withNewerPins(text: string, other: string): string {
  const pins = new Map([...other.matchAll(PINNED)].map(([, action, pin, version = '']) => [action, { pin, version }]));
  return text.replace(PINNED, (whole, action: string, _, version: string) => {
    const { pin, version: found } = pins.get(action) ?? { version };
    return found !== undefined && isNewerVersion(found, version) ? `${action}@${pin}` : whole;
  });
}

export function isNewerVersion(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) > 0;
}

function recordOf(
  { target, repository, name, minimal, signed }: InitRecord['answers'],
  version: string,
  files: RepositoryFiles,
): InitRecord {
  const upgraded = [...files].filter(([path]) => isUpgraded(path)).sort(([a], [b]) => byCodePoint(a, b));
  const hashes = Object.fromEntries(upgraded.map(([path, text]) => [path, hashOf(text)]));
  const chosen = { ...(minimal ? { minimal } : {}), ...(signed ? { signed } : {}) };
  return { version, answers: { repository, target, name, ...chosen }, files: hashes };
}

function recordText(record: InitRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** Links to our documents on `main` or of a version get this version. */
export function withLinksTo(docsUrl: string, text: string): string {
  const end = docsUrl.indexOf('/blob/') + '/blob/'.length;
  const [base, docsFolder] = [docsUrl.slice(0, end), `${docsUrl.slice(end)}/`];
  const [first, ...others] = text.split(base);
  return [first, ...others.map((after) => after.replace(/^(?:main|v\d[\d.]*)\/docs\//, docsFolder))].join(base);
}

interface Upgrade {
  /** The record is last. */
  readonly write: RepositoryFiles;
  /** Files that maintainers changed, and that this version would write differently. */
  readonly changed: readonly string[];
  /** Files that maintainers deleted. They are not written again. */
  readonly deleted: readonly string[];
  /** Files that this version does not write, but that maintainers changed. Unchanged ones are in `remove`. */
  readonly unneeded: readonly string[];
  readonly remove: readonly string[];
}

export function planUpgrade(
  record: InitRecord,
  wanted: RepositoryFiles,
  answers: InitRecord['answers'],
  version: string,
  read: (path: string) => string | null,
): Upgrade {
  const write = new Map<string, string>();
  const changed: string[] = [];
  const deleted: string[] = [];
  const hashes: Record<string, string> = {};
  for (const [path, made] of wanted) {
    const current = read(path);
    const text = current === null ? made : withNewerPins(made, current);
    const known = Object.hasOwn(record.files, path) ? record.files[path] : undefined;
    if (current === null && known !== undefined) deleted.push(path);
    else if (current === null || (current !== text && hashOf(current) === known)) write.set(path, text);
    else if (current !== text) changed.push(path);
    // A changed or deleted file keeps its hash.
    const isAsWanted = current === text || write.has(path);
    const hash = isAsWanted ? hashOf(text) : known;
    if (hash !== undefined) hashes[path] = hash;
  }
  // The record may be a stranger's: no path may lead out of the repository.
  const recorded = Object.entries(record.files).filter(
    ([path]) => isUpgraded(path) && !path.split(/[\\/]/).includes('..'),
  );
  const old = recorded.filter(([path]) => !wanted.has(path) && read(path) !== null);
  const remove = old.filter(([path, hash]) => hashOf(read(path) ?? '') === hash).map(([path]) => path);
  const unneeded = old.map(([path]) => path).filter((path) => !remove.includes(path));
  for (const path of unneeded) hashes[path] = record.files[path] as string;
  const files = Object.fromEntries(Object.entries(hashes).sort(([a], [b]) => byCodePoint(a, b)));
  const next = recordText({ version, answers, files });
  if (next !== read(INIT_RECORD)) write.set(INIT_RECORD, next);
  return { write, changed, deleted, unneeded, remove };
}

export function readInitRecord(text: string): InitRecord | null {
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
