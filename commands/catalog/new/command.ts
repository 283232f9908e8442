import { basename, dirname, join, resolve } from 'node:path';
import { newFileText } from '../../../build/format/printer.ts';
import { fileNameProblem } from '../../../build/read/file-names.ts';
import { pathOfRole } from '../../../build/read/layout.ts';
import { openCatalogFolder } from '../../../cli/catalog/catalog-folder.ts';
import { createFile } from '../../../cli/files/write-file.ts';
import { programCall } from '../../../cli/program/package.ts';
import { type Asker, terminalAsker } from '../../../cli/terminal/ask.ts';
import { CannotRunError, type ExitStatus, type Io, whileWriting } from '../../../cli/terminal/io.ts';
import { catalogPathPrefix } from '../../../cli/terminal/terminal.ts';
import { visible } from '../../../contract/base/text.ts';
import type { Review } from './answer-review.ts';
import { type Answers, answersWithSnippet, type Question } from './answers.ts';
import type { AnswerProblem } from './draft.ts';
import { answersOfMap } from './layer-answers.ts';
import { type AnswerReviewer, choicesFor, fieldComments, newRecordReviewer, withFile } from './new.ts';
import { DRAFT_QUESTIONS, type DraftRole, fallbackAnswer, flagOf } from './questions.ts';
import { answersWithLayers, isDescribed, otherCommand, type ServiceSource, type Services } from './service-answers.ts';

export type { Services } from './service-answers.ts';

interface NewOptions extends Omit<ServiceSource, 'unread'> {
  readonly role: DraftRole;
  readonly answers: Answers;
  /** By placeholder, from `--set`. */
  readonly values: ReadonlyMap<string, string>;
  readonly fileName: string | null;
  readonly isInactive: boolean;
  readonly catalog: string;
  readonly comments: boolean;
}

export async function runNew(io: Io, options: NewOptions): Promise<ExitStatus> {
  const { role, catalog, comments } = options;
  const prefix = catalogPathPrefix(io, catalog);
  const files = new Map<string, string>();
  let folder = openCatalogFolder(io, catalog);
  const folderName = pathOfRole(role, '').split('/')[0];
  const hasOthers = [...folder.entries()].some(({ path }) => path.split('/')[0] === folderName);
  const reviewerFor: ReviewerFor = (draftRole) =>
    newRecordReviewer(draftRole, { ...options, folder, environment: io.env, prefix });
  const add = (drafted: DraftRole, { draft, problems }: Review): void => {
    refuseIf(problems.map((problem) => inOneLine(drafted, problem)));
    const text = newFileText(draft, draft.record, comments ? fieldComments(draft) : undefined);
    files.set(draft.path, text);
    folder = withFile(folder, draft.path, text);
  };
  const answers = await completeAnswers(io, options, reviewerFor, add);
  const review = reviewerFor(role).review(answers);
  add(role, review);
  const names = [...files].map(([path, text]) => {
    const name = visible(prefix + path);
    whileWriting(name, () => createFile(join(resolve(io.cwd, catalog), path), text));
    // For scripts; people read the last lines.
    if (!io.stdout.isTTY) io.stdout.write(`${name}\n`);
    return name;
  });
  const guesses = DRAFT_QUESTIONS[role].flatMap((question) => {
    const { [question.name]: answer } = answers;
    const isDefault = options.answers[question.name] === undefined && answer === fallbackAnswer(question, answers);
    return (isDefault && question.guess?.(answers)) || [];
  });
  // Without a full stop: a warning may end with a value to write.
  const warnings = review.warnings.flatMap(({ flag, message }) => (flag ? [`Warning: ${visible(message)}`] : []));
  const steps = nextSteps(io, options, names.at(-1) as string, Boolean(answers['source-url']));
  // The last step is for people without such a file.
  io.stderr.write(
    `${[`Wrote ${names.join(' and ')}.`, ...[...review.notes, ...review.tasks].map(visible), ...warnings, ...guesses, ...steps.slice(0, hasOthers ? -1 : undefined)].join('\n')}\n`,
  );
  return 0;
}

/** Reads a link that adds a map to a program, as `import` does. */
async function answersWithLink(answers: Answers, services: Services): Promise<Answers> {
  const map = await services.linkedMap(answers['url']?.trim() ?? '');
  if (map === null) return answers;
  if (map.problem) throw new CannotRunError(`--url: ${map.problem}.`);
  const { url, ...stated } = answersOfMap(map);
  const known = Object.entries({ id: map.name, ...stated }).filter((entry) => entry[1]);
  return { ...Object.fromEntries(known), ...answers, url };
}

type ReviewerFor = (role: DraftRole) => AnswerReviewer;

function refuseIf(lines: readonly string[]): void {
  if (lines.length > 0)
    throw new CannotRunError(...lines.map((line, index) => (index === 0 ? line : `cartalog: ${line}`)));
}

function inOneLine(role: DraftRole, { flag, message }: AnswerProblem): string {
  if (flag === null) return message;
  const question = DRAFT_QUESTIONS[role].find(({ name }) => name === flag);
  return `--${question ? flagOf(question) : flag}: ${message}`;
}

/** @param add for a new provider in an answer */
async function completeAnswers(
  io: Io,
  { role, answers: flags, ...options }: Pick<NewOptions, 'role' | 'answers'> & Omit<ServiceSource, 'unread'>,
  reviewerFor: ReviewerFor,
  add: (role: DraftRole, review: Review) => void,
): Promise<Answers> {
  const reviewer = reviewerFor(role);
  const written = answersWithSnippet(await answersWithLink(flags, options.services));
  const unread: string[] = [];
  const source = { ...options, unread: (why: string) => unread.push(why) };
  const given = await answersWithLayers(io, role, written, source);
  const asked = DRAFT_QUESTIONS[role].filter(({ otherwise }) => otherwise !== undefined);
  const { terminal } = io;
  const missing = asked.filter(
    (question) => given[question.name] === undefined && fallbackAnswer(question, given) === null,
  );
  const flagged = missing.map((question) => `--${flagOf(question)} (such as ${question.example})`);
  const isOfGiven = ({ flag }: AnswerProblem): boolean =>
    ['file', 'set'].includes(flag ?? '') || given[flag ?? ''] !== undefined;
  const sayUnread = (): void => {
    for (const why of unread.splice(0)) io.stderr.write(`${why}\n`);
  };
  // First, because given answers are not asked again.
  const refused = reviewer.review(given).problems.filter(isOfGiven);
  // The description of the server would have said what its address is.
  if (refused.length > 0 && refused.every(({ flag }) => flag === 'url')) refuseIf(unread);
  if (refused.length > 0) sayUnread();
  const other = refused.some(({ flag }) => flag === 'url') ? otherCommand(role, given, source) : null;
  if (other) throw new CannotRunError(`--url: ${other}`);
  refuseIf([
    ...refused.map((problem) => inOneLine(role, problem)),
    ...(terminal || missing.length === 0 ? [] : [[...unread, `Missing ${flagged.join(', ')}.`].join(' ')]),
  ]);
  sayUnread();
  const asker = terminal && missing.length > 0 ? terminalAsker(terminal, io.signal) : null;
  const answers: Record<string, string> = { ...given };
  for (const question of asked) {
    const { name } = question;
    if (answers[name] !== undefined || question.applies?.(answers) === false) continue;
    const fallback = fallbackAnswer(question, answers);
    const isNew = (answer: string): boolean =>
      answer !== '' && fileNameProblem(answer) === null && !reviewer.providers.includes(answer);
    const problemOf = (answer: string): string | null => {
      const misplaced = question.misplaced?.(answer) ?? null;
      if (misplaced !== null) return misplaced;
      if (name === 'provider' && isNew(answer)) return null;
      if (name === 'url' && isDescribed(role, answer)) return null;
      const found = reviewer
        .review(answersWithSnippet({ ...answers, [name]: answer }))
        .problems.find(({ flag }) => flag === name);
      return found?.message ?? null;
    };
    answers[name] = asker
      ? await ask(
          asker,
          { question, choices: choicesFor(role, question) },
          fallback ?? question.likely?.(answers) ?? null,
          problemOf,
          reviewer.dataSourceIds,
        )
      : (fallback as string);
    if (name === 'url') Object.assign(answers, answersWithSnippet(answers));
    if (name === 'url') Object.assign(answers, await answersWithLayers(io, role, answers, source));
    sayUnread();
    while (asker && name === 'provider' && isNew(answers[name])) {
      const id = answers[name];
      const another = 'write another name';
      const choices = [`write providers/${id}.yaml`, another];
      if ((await asker.one(`There is no provider ${id} yet`, choices)) === another)
        answers[name] = await asker.text(question.asks, question.example, fallback, problemOf);
      else {
        const made = await completeAnswers(io, { role: 'provider', answers: { id }, ...options }, reviewerFor, add);
        add('provider', reviewerFor('provider').review(made));
        break;
      }
    }
  }
  return answers;
}

async function ask(
  asker: Asker,
  { question: { name, asks, example }, choices }: { question: Question; choices: readonly string[] | null },
  fallback: string | null,
  problemOf: (answer: string) => string | null,
  dataSources: readonly string[],
): Promise<string> {
  if (choices) return asker.one(asks, fallback === null ? choices : [fallback, ...choices]);
  if (name === 'datasources') return (await asker.several(asks, dataSources)).join(',');
  return asker.text(asks, example, fallback, problemOf);
}

function nextSteps({ cwd }: Io, { role, catalog }: NewOptions, name: string, hasSource: boolean): string[] {
  const call = (command: string): string =>
    `${programCall(cwd)} ${command}${catalog === 'catalog' ? '' : ` --catalog ${visible(catalog)}`}`;
  const last = `Next: ${call('check')}, then commit the new file and open a pull request.`;
  if (role === 'provider') return [`Name it in the files of its maps: provider: ${basename(name, '.yaml')}`, last];
  if (role !== 'datasource') return [last];
  const folder = dirname(name);
  const listing = hasSource
    ? [`Let ${call(`update ${basename(folder)}`)} find its files,`]
    : [
        `List its files in ${folder}/files.yaml (or maps.yaml, themes.yaml), each as "path: {}", or let update find them:`,
        'name the page that lists them in datasource.yaml, as "source: { url: https://…, level: 1 }",',
      ];
  return [...listing, `and name it in the editions that use it (${dirname(dirname(folder))}/editions/*.yaml).`, last];
}
