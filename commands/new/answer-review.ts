/** Reviews answers: what becomes of them, and what is wrong with it, in the words of `check`. */
import {
  Content,
  type Diagnostic,
  type Document,
  isError,
  messageOf,
  type Rule,
  type RuleOptions,
  runRules,
  segmentsOf,
  validate,
} from '../../build/values.ts';
import { type Draft, type DraftContext, draftFrom, plainRecord } from './draft.ts';
import { type Answers, type DraftKind, isTileServer, QUESTIONS, type Question } from './questions.ts';

/** What a new record is compared with: a catalog, however it is known. */
interface ReviewContext extends DraftContext {
  /** Why a draft cannot have its path; null if it can. */
  taken(draft: Draft): string | null;
  /** What the stages that check the catalog say of the file of a draft, if it had one. */
  diagnosticsOf(draft: Draft): readonly Diagnostic[];
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
  /** What is allowed, and probably a mistake. */
  readonly warnings: readonly AnswerProblem[];
  /** That the desktop client knows no terms of use for the copyright, which is allowed; null if it does. */
  readonly unknownTerms: UnknownLabel | null;
}

/** A copyright that the desktop client knows no terms of use for. */
interface UnknownLabel {
  readonly label: string;
  /** The most similar one that it knows; null if none is similar. */
  readonly nearest: string | null;
}

/** Makes a draft of answers, and finds every error that the catalog would have with it. */
export function reviewOf(kind: DraftKind, answers: Answers, context: ReviewContext): Review {
  const { draft, notes: assumed, refusals } = draftFrom(kind, answers, context);
  const notes = [...assumed];
  const problems: AnswerProblem[] = refusals.map(({ name, message }) => ({ flag: name, message }));
  const warnings: AnswerProblem[] = [];
  let unknownTerms: UnknownLabel | null = null;
  const isNamed = refusals.every(({ name }) => name !== 'id' && name !== 'file');
  const taken = isNamed ? context.taken(draft) : null;
  if (taken !== null) {
    problems.unshift({ flag: isTileServer(kind) && context.fileName !== null ? 'file' : 'id', message: taken });
  }
  const refused = new Set(problems.map(({ flag }) => flag));
  for (const problem of context.diagnosticsOf(draft)) {
    const message = messageOf(problem, '');
    if (problem.code === 'unlisted-token') {
      // The file is right; another one has to change with it.
      notes.push(`${message}.`);
      continue;
    }
    if (problem.code === 'unknown-terms') {
      const { names, suggestion } = problem.details as { names: readonly string[]; suggestion: string | null };
      unknownTerms = { label: String(names[0]), nearest: suggestion };
      continue;
    }
    const flag = flagFor(QUESTIONS[kind], problem);
    // A question without an answer, or with one that is refused already, is not reported again.
    if (flag !== null && (refused.has(flag) || answers[flag] === undefined)) continue;
    (isError(problem) ? problems : warnings).push({ flag, message });
  }
  return { draft, notes, problems, warnings, unknownTerms };
}

/** The question whose answer a problem is about. */
function flagFor(questions: readonly Question[], { code, place, details }: Diagnostic): string | null {
  const [key = null] = place && 'pointer' in place ? segmentsOf(place.pointer) : [];
  const missing = code === 'missing-key' ? (details as { key: string }).key : key;
  return questions.find(({ keys }) => missing !== null && keys.includes(missing))?.name ?? null;
}

/**
 * Finds what the stages that check a catalog say of the file of a draft, if the catalog had it. They check its value,
 * so nothing here reads YAML or needs Node.
 *
 * @param documents the files of the catalog
 * @param rules those that a new file can break
 */
export function draftChecker(
  documents: readonly Document[],
  rules: readonly Rule[],
  options: RuleOptions,
): (draft: Draft) => Diagnostic[] {
  return (draft) => {
    const { kind, path } = draft;
    const { value, diagnostics } = validate(kind, path, plainRecord(draft));
    // A file that has the path already is reported on its own.
    const others = documents.filter(({ file }) => file.path !== path);
    const file = { kind, path, name: /([^/]+)(?:\/datasource)?\.yaml$/.exec(path)?.[1] ?? null };
    const added = value === undefined ? [] : [{ file, value } as Document];
    const content = new Content([...others, ...added], [...others.map((other) => other.file.path), path]);
    const found = [...diagnostics, ...runRules(rules, content, { ...options, changed: new Set([path]) })];
    return found.filter((diagnostic) => diagnostic.file === path);
  };
}
