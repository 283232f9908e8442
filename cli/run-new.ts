/** `cartalog new`: begins a file of the catalog. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Diagnostic, segmentsOf } from '../build/diagnostics/diagnostic.ts';
import { messageOf } from '../build/diagnostics/messages.ts';
import { checkCatalog } from '../build/pipeline.ts';
import type { CatalogFolder } from '../build/read/read.ts';
import type { Content } from '../build/validate/content.ts';
import { type Circumstances, draftFrom, SUBJECTS, type Subject } from '../commands/new/answers.ts';
import { textOf } from '../commands/new/draft.ts';
import { problemsOf } from '../commands/new/new.ts';
import { type Answers, type DraftKind, QUESTIONS, type Question } from '../commands/new/questions.ts';
import { tokenNames } from '../contract/access-tokens.ts';
import { type Asker, askerAt } from './ask.ts';
import { createFile, writeProblem } from './files.ts';
import { CannotRunError, type ExitStatus, type Io } from './io.ts';
import { openCatalog } from './run-catalog.ts';
import { pathPrefix } from './terminal.ts';

export interface NewOptions {
  readonly subject: Subject;
  /** What the flags say. */
  readonly answers: Answers;
  readonly values: ReadonlyMap<string, string>;
  readonly fileName: string | null;
  readonly isInactive: boolean;
  readonly catalog: string;
  /** Whether comments say what each field is for. */
  readonly comments: boolean;
}

export async function create(io: Io, options: NewOptions): Promise<ExitStatus> {
  const root = resolve(io.cwd, options.catalog);
  const folder = openCatalog(io, options.catalog);
  const { content } = checkCatalog(folder, { environment: io.env, requireTokens: false });
  const circumstances = { ...options, variables: tokenVariables(content) };
  const review = (answers: Answers): Review => look(io, options, folder, answers, circumstances);

  const answers = await complete(io, options, review, content.dataSourceIds() ?? []);
  const { draft, notes, problems } = review(answers);
  if (problems.length > 0) throw new CannotRunError(`${problems.map(inOneLine).join('\ncartalog: ')}`);

  const name = pathPrefix(io, options.catalog) + draft.path;
  try {
    createFile(join(root, draft.path), textOf(draft, options.comments));
  } catch (error) {
    throw new CannotRunError(`${name} cannot be written: ${writeProblem(error)}.`);
  }
  // For scripts; a person reads it in the next line.
  if (!io.stdout.isTTY) io.stdout.write(`${name}\n`);
  io.stderr.write(`${[`Wrote ${name}.`, ...notes, ...nextSteps(options, name)].join('\n')}\n`);
  return 0;
}

/** An answer that cannot be used; no flag where the problem is not one of a single answer. */
interface Problem {
  readonly flag: string | null;
  readonly message: string;
}

type Review = Pick<ReturnType<typeof draftFrom>, 'draft' | 'notes'> & { readonly problems: readonly Problem[] };

const inOneLine = ({ flag, message }: Problem): string => (flag === null ? message : `--${flag}: ${message}`);

/** What becomes of the answers, and everything that is wrong with them. */
function look(
  io: Io,
  { subject, catalog }: NewOptions,
  folder: CatalogFolder,
  answers: Answers,
  circumstances: Circumstances,
): Review {
  const { draft, notes, refusals } = draftFrom(subject, answers, circumstances);
  const problems: Problem[] = refusals.map(({ name, message }) => ({ flag: name, message }));
  const isNamed = refusals.every(({ name }) => name !== 'id' && name !== 'file');
  if (isNamed && isTaken(join(resolve(io.cwd, catalog), draft.path), draft.kind)) {
    const message = `${pathPrefix(io, catalog)}${draft.path} is there already, and is left as it is`;
    return {
      draft,
      notes,
      problems: [{ flag: circumstances.fileName === null ? 'id' : 'file', message }, ...problems],
    };
  }
  const refused = new Set(problems.map(({ flag }) => flag));
  for (const problem of problemsOf(folder, draft, { environment: io.env, requireTokens: false })) {
    const flag = flagFor(QUESTIONS[draft.kind], problem);
    // What has no answer yet, or no usable one, is not wrong a second time.
    if (flag !== null && (refused.has(flag) || answers[flag] === undefined)) continue;
    problems.push({ flag, message: messageOf(problem, '') });
  }
  return { draft, notes, problems };
}

/** Whether the place of a new file is taken. A data source has a folder to itself. */
function isTaken(file: string, kind: DraftKind): boolean {
  return existsSync(kind === 'datasource' ? dirname(file) : file);
}

/** The question whose answer a problem is about. */
function flagFor(questions: readonly Question[], { code, place, details }: Diagnostic): string | null {
  const [key = null] = place && 'pointer' in place ? segmentsOf(place.pointer) : [];
  const missing = code === 'missing-key' ? details.key : key;
  return questions.find(({ keys }) => missing !== null && keys.includes(missing))?.name ?? null;
}

/** The environment variables that the tile servers of the catalog read their access tokens from, by host. */
function tokenVariables(content: Content): Map<string, string> {
  const variables = new Map<string, string>();
  for (const { value } of content.of('tileserver')) {
    const [variable] = tokenNames(value.urlPattern ?? '');
    if (variable) for (const host of value.hosts ?? []) variables.set(String(host), variable);
  }
  return variables;
}

/** All answers: those of the flags, and what a person says to the questions that no flag answers. */
async function complete(
  io: Io,
  { subject, answers: given }: NewOptions,
  review: (answers: Answers) => Review,
  dataSources: readonly string[],
): Promise<Answers> {
  const asked = QUESTIONS[SUBJECTS[subject].kind].filter(({ otherwise }) => otherwise !== undefined);
  const { terminal } = io;
  const missing = asked.filter(({ name, otherwise }) => given[name] === undefined && otherwise === null);
  const asker = terminal && missing.length > 0 ? askerAt(terminal, io.signal) : null;
  if (!asker && missing.length > 0) {
    const flags = missing.map(({ name, example }) => `--${name} (such as ${example})`);
    throw new CannotRunError(`Missing ${flags.join(', ')}.`);
  }
  const answers: Record<string, string> = { ...given };
  for (const question of asked) {
    const { name, otherwise } = question;
    if (answers[name] !== undefined) continue;
    const fallback = typeof otherwise === 'function' ? otherwise(answers) : (otherwise ?? null);
    const problemOf = (answer: string): string | null => {
      const found = review({ ...answers, [name]: answer }).problems.find(({ flag }) => flag === name);
      return found?.message ?? null;
    };
    answers[name] = asker ? await ask(asker, question, fallback, problemOf, dataSources) : (fallback as string);
  }
  return answers;
}

async function ask(
  asker: Asker,
  { asks, example, choices, isDataSources }: Question,
  fallback: string | null,
  problemOf: (answer: string) => string | null,
  dataSources: readonly string[],
): Promise<string> {
  if (choices) return asker.one(asks, choices);
  if (isDataSources) return (await asker.several(asks, dataSources)).join(',');
  return asker.text(asks, example, fallback, problemOf);
}

function nextSteps({ subject, catalog }: NewOptions, name: string): string[] {
  const check = `npx cartalog check${catalog === 'catalog' ? '' : ` --catalog ${catalog}`}`;
  const last = `Next: ${check}\nThen commit ${name} and open a pull request.`;
  if (subject !== 'datasource') return [last];
  const folder = dirname(name);
  return [
    `List its files in ${folder}/files.yaml (or maps.yaml, themes.yaml), each as "path: {}",`,
    `and name it in the editions that use it (${dirname(dirname(folder))}/editions/*.yaml).`,
    last,
  ];
}
