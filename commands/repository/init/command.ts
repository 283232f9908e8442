import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { rewriteYaml } from '../../../build/format/standard-text.ts';
import { parseCatalogFile } from '../../../build/parse/parse.ts';
import { fillNewFolder, refuseFullFolder } from '../../../cli/files/new-folder.ts';
import { createFile } from '../../../cli/files/write-file.ts';
import { gitProblem, runGit } from '../../../cli/git/git-process.ts';
import { INIT_RECORD } from '../../../cli/git/repository-place.ts';
import { programPageAddress } from '../../../cli/program/document-addresses.ts';
import {
  IS_PUBLISHED,
  packageVersion,
  readPackageTexts,
  repositoryUrl,
  wranglerVersion,
} from '../../../cli/program/package.ts';
import { COMPATIBILITY_DATE } from '../../../cli/program/wrangler.ts';
import { type Asker, terminalAsker } from '../../../cli/terminal/ask.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { plural, visible } from '../../../contract/base/text.ts';
import { isExampleAddress } from '../../../contract/example-address.ts';
import type { SiteSource } from '../../../contract/generated/catalog.types.ts';
import { DEFAULT_HOST, HOST_NAMES, HOSTS, type HostName } from '../../../contract/hosts.ts';
import {
  answerProblem,
  type InitAnswers,
  type InitQuestionName,
  type InitSources,
  LANGUAGE_TITLES,
  packageNameFor,
  repositoryFiles,
  siteSettingsOf,
} from './init.ts';
import { type PackedProgram, packedProgram } from './packed-program.ts';

interface InitOptions {
  readonly dir: string;
  readonly answers: Partial<InitAnswers>;
  /** A tarball, `cartalog@VERSION` or an address. */
  readonly spec: string | null;
  readonly from: string | null;
  /** Into the new folder catalog/. */
  readonly importService: (io: Io, title: string | undefined, repository: string) => Promise<ExitStatus>;
  readonly git: boolean;
  readonly yes: boolean;
}

/** Catalogs with it cannot be deployed. */
const UNKNOWN_ADDRESS = 'https://catalog.example.org';

/** Named by CONTRIBUTING.md, but not made by an import. */
const REMOVALS = 'catalog/removals.yaml';

export async function runInit(io: Io, options: InitOptions): Promise<ExitStatus> {
  const { dir, from, git } = options;
  const folder = resolve(io.cwd, dir);
  refuseFullFolder(folder, dir, INIT_RECORD);
  // Refuses given answers before anything is asked.
  for (const { name } of QUESTIONS) {
    const { [name]: answer } = options.answers;
    const problem = answer === undefined ? null : answerProblem(name, answer);
    if (problem !== null) throw new CannotRunError(`--${name}: ${problem}`);
  }
  const namedProgram = options.spec === null ? null : packedProgram(io.cwd, options.spec);
  const asker = io.terminal && !options.yes ? terminalAsker(io.terminal, io.signal) : null;
  // First: people without a tarball must make it and start again.
  const chosenProgram = namedProgram ?? (asker ? await programOf(io, asker) : null);
  const answered = await completeAnswers(io, asker, options, chosenProgram !== null || IS_PUBLISHED);
  const program = chosenProgram ?? packedProgram(io.cwd, null);
  const sources = initSources(program.spec);
  let [answers, files] = [answered, repositoryFiles(answered, sources)];
  // Reading `io.signal` also keeps signals from ending the program while files are written.
  if (io.signal.aborted) throw new CannotRunError('Stopped. Nothing was written.');
  await fillNewFolder(folder, dir, async (staged) => {
    if (from !== null) {
      const { title, accessTokens = [] } = await importInto(io, staged, options, answered, from);
      const name = options.answers.name ?? (asker ? answered.name : packageNameFor(title));
      answers = { ...answered, title, name };
      files = repositoryFiles(answers, sources, accessTokens);
    }
    for (const [path, text] of files) {
      const isImported = from !== null && path.startsWith('catalog/');
      if (!isImported) createFile(join(staged, path), text);
    }
    if (program.file !== null) createFile(join(staged, program.file.path), program.file.content);
    if (from !== null && !answers.minimal) createFile(join(staged, REMOVALS), files.get(REMOVALS) ?? '');
    if (git) await beginRepository(staged);
  });
  io.stderr.write(conclusion(io, folder, options, answers, files, program));
  return 0;
}

export function initSources(spec: string = packageVersion()): InitSources {
  const version = packageVersion();
  return {
    templates: readPackageTexts('commands/templates'),
    schemas: readPackageTexts('schemas/catalog'),
    version,
    program: spec,
    wrangler: wranglerVersion(),
    compatibilityDate: COMPATIBILITY_DATE,
    programUrl: repositoryUrl(),
    docsUrl: programPageAddress('docs'),
  };
}

interface InitQuestion {
  readonly name: InitQuestionName;
  readonly asks: string;
  readonly example: string;
  readonly otherwise: (answers: Partial<InitAnswers>, options: InitOptions) => string | null;
}

const QUESTIONS: readonly InitQuestion[] = [
  {
    name: 'title',
    asks: 'Name of the catalog, which people see on its web page',
    example: 'Maps of the Alps',
    otherwise: (_, { from }) => (from === null ? null : new URL(from).host),
  },
  { name: 'language', asks: 'Language of its web pages; names may be in any', example: 'de', otherwise: () => 'en' },
  {
    name: 'repository',
    asks: 'Address of its repository, where people propose changes',
    example: 'https://github.com/example/maps',
    otherwise: () => null,
  },
  { name: 'target', asks: 'Where will it be published?', example: 'pages', otherwise: () => DEFAULT_HOST },
  {
    name: 'address',
    asks: 'Address that it will be published at; an example if you do not know it yet',
    example: 'https://maps.example.org',
    otherwise: () => UNKNOWN_ADDRESS,
  },
  {
    name: 'name',
    asks: 'Name of the package, and of the project at Cloudflare',
    example: 'maps',
    otherwise: ({ title = '' }) => packageNameFor(title),
  },
];

async function programOf({ cwd }: Io, asker: Asker): Promise<PackedProgram> {
  if (IS_PUBLISHED) return packedProgram(cwd, null);
  const asks = 'Tarball of cartalog, which is copied into the repository, because it is not on npm yet';
  const file = await asker.text(asks, '../cartalog/cartalog-0.1.0.tgz', null, (answer) => {
    try {
      packedProgram(cwd, answer);
      return null;
    } catch (error) {
      if (error instanceof CannotRunError) return error.message.replace(/^--package: /, '');
      throw error;
    }
  });
  return packedProgram(cwd, file);
}

/** Addresses end without a slash, the repository without `.git`. */
function normalised(name: InitQuestionName, answer: string): string {
  if (name !== 'address' && name !== 'repository') return answer;
  const address = answer.replace(/\/+$/, '');
  return name === 'repository' ? address.replace(/\.git$/, '') : address;
}

const SIGNED = 'Sign each deployment, so that map programs can prove that it is yours?';

async function completeAnswers(
  io: Io,
  asker: Asker | null,
  options: InitOptions,
  hasProgram: boolean,
): Promise<InitAnswers> {
  const { minimal, signed, ...given } = options.answers;
  const answers: Record<string, string> = {};
  const missing: InitQuestion[] = [];
  for (const question of QUESTIONS) {
    const { name, otherwise } = question;
    const fallback = otherwise({ ...given, ...answers } as Partial<InitAnswers>, options);
    // Only Cloudflare's hosts have projects.
    const isAsked = name !== 'name' || HOSTS[answers['target'] as HostName].runsHandler;
    const answer = given[name] ?? (asker && isAsked ? await ask(io, asker, question, fallback) : fallback);
    if (answer === null) missing.push(question);
    else answers[name] = normalised(name, answer);
  }
  if (missing.length > 0) {
    const flags = missing.map(({ name, example }) => `--${name} (such as ${example})`);
    if (!hasProgram)
      flags.push('--package (such as ../cartalog/cartalog-0.1.0.tgz, made with npm pack in a clone of it)');
    throw new CannotRunError(`Missing ${flags.join(', ')}.`);
  }
  const isSigned = signed ?? (asker !== null && (await asker.one(SIGNED, ['no', 'yes'])) === 'yes');
  return { ...(answers as unknown as InitAnswers), minimal, signed: isSigned };
}

async function ask({ env }: Io, asker: Asker, { name, asks, example }: InitQuestion, fallback: string | null) {
  if (name !== 'target' && name !== 'language')
    return asker.text(asks, example, fallback, (answer) => answerProblem(name, answer));
  const hosts = Object.fromEntries(HOST_NAMES.map((host) => [host, HOSTS[host].title]));
  const titles: Readonly<Record<string, string>> = name === 'target' ? hosts : LANGUAGE_TITLES;
  const [first] = /^[a-z]+/.exec(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '') ?? [];
  // The terminal proposes the first: the system's language.
  const values = Object.keys(titles).sort((a, b) => Number(b === first) - Number(a === first));
  const shown = values.map((value) => titles[value] as string);
  return values[shown.indexOf(await asker.one(asks, shown))] as string;
}

async function importInto(
  io: Io,
  staged: string,
  options: InitOptions,
  answers: InitAnswers,
  from: string,
): Promise<SiteSource> {
  const { repository, address } = answers;
  // The service's title, unless somebody chose one.
  const { title } = io.terminal && !options.yes ? answers : options.answers;
  const stagedIo: Io = { ...io, cwd: staged, stdout: io.stderr, terminal: null };
  const status = await options.importService(stagedIo, title, repository);
  if (status !== 0) throw new CannotRunError(`${from} could not be imported completely; nothing is written.`);
  const file = join(staged, 'catalog', 'site.yaml');
  const text = readFileSync(file, 'utf8');
  const { value } = parseCatalogFile('site.yaml', Buffer.from(text));
  const site = { ...(value as SiteSource), serviceUrl: address, ...siteSettingsOf(answers) };
  writeFileSync(file, rewriteYaml({ path: 'site.yaml', role: 'site' }, text, site));
  return site;
}

async function beginRepository(folder: string): Promise<void> {
  try {
    await runGit(folder, ['init', '--quiet', '--initial-branch=main']);
  } catch (error) {
    throw new CannotRunError(`git init failed: ${gitProblem(error as Error)}; nothing is written.`);
  }
}

function inShell(path: string): string {
  if (/^[\w./][\w./-]*$/.test(path)) return path;
  if (process.platform === 'win32') return `"${path}"`;
  return `'${(path.startsWith('-') ? `./${path}` : path).replaceAll("'", "'\\''")}'`;
}

function conclusion(
  io: Io,
  folder: string,
  { dir, git }: InitOptions,
  answers: InitAnswers,
  files: ReadonlyMap<string, string>,
  program: PackedProgram,
): string {
  const count = files.size + (program.file ? 1 : 0);
  const path = relative(io.cwd, folder);
  const go = path === '' ? '' : `cd ${inShell(path)} && `;
  const begin = git ? '' : 'git init -b main && ';
  const notes: string[] = [];
  if (isExampleAddress(answers.address))
    notes.push(`Its address is an example, ${answers.address}: set serviceUrl in catalog/site.yaml before you deploy.`);
  if (!files.has('.github/workflows/check.yml'))
    notes.push(
      'Its repository is not on GitHub, so there are no workflows: let yours run npm test, and npm run deploy on merging. Only cartalog diff BEFORE AFTER --fail-on-breaking, with two built sites, refuses removals without an entry in catalog/removals.yaml.',
    );
  if (answers.signed)
    notes.push(
      `Its deployments will be signed, once it has keys: cartalog keys new --secret FILE --spare FILE; see ${programPageAddress('docs/trust.md')}.`,
    );
  notes.push('There is no licence; add a LICENSE of your choice.');
  return [
    `Wrote ${plural(count, 'file')} into ${visible(dir === '.' ? basename(folder) : dir)}.`,
    ...notes.map(visible),
    'Next:',
    `  ${visible(go)}npm install`,
    '  npm start',
    `  ${begin}git add . && git commit -m "Begin the catalog"`,
    '',
  ].join('\n');
}
