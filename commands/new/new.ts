/** Makes a new file of the catalog from answers: the core of `cartalog new`. */
import {
  type CatalogFolder,
  type Content,
  checkCatalog,
  type Diagnostic,
  type LoadedFile,
  loadFile,
  messageOf,
  type RuleOptions,
  segmentsOf,
  severityOf,
} from '../../build/pipeline.ts';
import { type Environment, tokenNames } from '../../contract/placeholders.ts';
import { type DraftContext, draftFrom } from './answers.ts';
import { type Draft, plainText } from './draft.ts';
import { type Answers, type DraftKind, isTileServer, QUESTIONS, type Question } from './questions.ts';

export { type Draft, draftText } from './draft.ts';

/** What answers are reviewed against: the catalog, and options of the command. */
export interface NewContext extends Omit<DraftContext, 'variables'> {
  readonly folder: CatalogFolder;
  readonly environment: Environment;
  /** The path of the catalog from where the program runs, with a slash at its end. */
  readonly prefix: string;
}

/** An answer that cannot be used; no flag if the problem is not about a single answer. */
export interface AnswerProblem {
  /** The name of the flag, without its hyphens. */
  readonly flag: string | null;
  readonly message: string;
}

/** The result of the answers given so far. */
export interface Review {
  readonly draft: Draft;
  /** What was assumed, and what is left to do. */
  readonly notes: readonly string[];
  readonly problems: readonly AnswerProblem[];
}

/** Reviews answers, also while they are still being given. */
export interface Reviewer {
  /** The ids of the data sources that an edition can name. */
  readonly dataSourceIds: readonly string[];
  /** Makes a draft, and finds every error that the catalog would have with it. */
  review(answers: Answers): Review;
}

/** Reads the catalog once; its other files decide what is possible in a new one. */
export function reviewerOf(kind: DraftKind, context: NewContext): Reviewer {
  const { folder, environment, fileName, prefix } = context;
  const options: RuleOptions = { environment, requireTokens: false };
  const known: KnownFiles = new Map();
  const { content } = checkCatalog(folder, options, undefined, (from, file) => {
    const { value, diagnostics } = loadFile(from, file);
    known.set(file.path, { value, diagnostics });
    return { value, diagnostics };
  });
  const variables = tokenVariables(content);
  return {
    dataSourceIds: content.dataSourceIds() ?? [],
    review(answers) {
      const { draft, notes: assumed, refusals } = draftFrom(kind, answers, { ...context, variables });
      const notes = [...assumed];
      const problems: AnswerProblem[] = refusals.map(({ name, message }) => ({ flag: name, message }));
      const isNamed = refusals.every(({ name }) => name !== 'id' && name !== 'file');
      if (isNamed && isTaken(folder, draft)) {
        const flag = isTileServer(kind) && fileName !== null ? 'file' : 'id';
        const message = `${prefix}${draft.path} already exists and was not changed`;
        return { draft, notes, problems: [{ flag, message }, ...problems] };
      }
      const refused = new Set(problems.map(({ flag }) => flag));
      for (const problem of problemsOf(folder, draft, options, known)) {
        if (problem.code === 'unlisted-token') {
          // The file is right; another one has to change with it.
          notes.push(`${messageOf(problem, '')}.`);
          continue;
        }
        const flag = flagFor(QUESTIONS[kind], problem);
        // A question without an answer, or with one that is refused already, is not reported again.
        if (flag !== null && (refused.has(flag) || answers[flag] === undefined)) continue;
        problems.push({ flag, message: messageOf(problem, '') });
      }
      return { draft, notes, problems };
    },
  };
}

/** Whether the path of a new file is taken. Each data source has its own folder. */
function isTaken(folder: CatalogFolder, { kind, path }: Draft): boolean {
  const own = kind === 'datasource' ? path.replace(/[^/]+$/, '') : null;
  return [...folder.entries()].some((entry) => entry.path === path || (own !== null && entry.path.startsWith(own)));
}

/** What came of reading the files of a catalog, by path. */
type KnownFiles = Map<string, Pick<LoadedFile, 'value' | 'diagnostics'>>;

/**
 * The errors in a draft, found by the stages that check the catalog.
 *
 * @param known files that need not be read again
 */
export function problemsOf(
  folder: CatalogFolder,
  draft: Draft,
  options: RuleOptions,
  known: Readonly<KnownFiles> = new Map(),
): Diagnostic[] {
  const changed = new Set([draft.path]);
  const { diagnostics } = checkCatalog(
    withFile(folder, draft.path, plainText(draft)),
    { ...options, changed },
    undefined,
    (from, file) => (file.path === draft.path ? undefined : known.get(file.path)) ?? loadFile(from, file),
  );
  return diagnostics.filter(({ code, file }) => severityOf(code) === 'error' && file === draft.path);
}

/** A catalog folder with one more file. */
function withFile(folder: CatalogFolder, path: string, text: string): CatalogFolder {
  const bytes = Buffer.from(text);
  return {
    entries: () => [...[...folder.entries()].filter((entry) => entry.path !== path), { path, type: 'file' }],
    size: (file) => (file === path ? bytes.length : folder.size(file)),
    read: (file) => (file === path ? bytes : folder.read(file)),
  };
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
  for (const { value } of content.tileServers()) {
    const [variable] = tokenNames(value.urlPattern ?? '');
    if (variable) for (const host of value.hosts ?? []) variables.set(String(host), variable);
  }
  return variables;
}
