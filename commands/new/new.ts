/** Makes a new file of the catalog from answers: the core of `cartalog new`. */
import {
  type CatalogFolder,
  checkCatalog,
  type Diagnostic,
  isError,
  type LoadedFile,
  loadFile,
  type RuleOptions,
} from '../../build/pipeline.ts';
import type { Environment } from '../../contract/placeholders.ts';
import { type Review, reviewOf } from './answer-review.ts';
import { type DraftContext, tokenVariables } from './answers.ts';
import { type Draft, plainText } from './draft.ts';
import type { Answers, DraftKind } from './questions.ts';

export type { AnswerProblem } from './answer-review.ts';
export { type Draft, draftText } from './draft.ts';
export { fieldComments } from './field-comments.ts';

/** What answers are reviewed against: the catalog, and options of the command. */
export interface NewContext extends Omit<DraftContext, 'variables'> {
  readonly folder: CatalogFolder;
  readonly environment: Environment;
  /** The path of the catalog from where the program runs, with a slash at its end. */
  readonly prefix: string;
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
  const { folder, environment, prefix } = context;
  const options: RuleOptions = { environment, requireTokens: false };
  const known: KnownFiles = new Map();
  const { content } = checkCatalog(folder, options, undefined, (from, file) => {
    const { value, diagnostics } = loadFile(from, file);
    known.set(file.path, { value, diagnostics });
    return { value, diagnostics };
  });
  const reviewContext = {
    ...context,
    variables: tokenVariables(content.tileServers().map(({ value }) => value)),
    taken: (draft: Draft) =>
      isTaken(folder, draft) ? `${prefix}${draft.path} already exists and was not changed` : null,
    diagnosticsOf: (draft: Draft) => problemsOf(folder, draft, options, known),
  };
  return {
    dataSourceIds: content.dataSourceIds() ?? [],
    review: (answers) => reviewOf(kind, answers, reviewContext),
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
  return diagnostics.filter((problem) => isError(problem) && problem.file === draft.path);
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
