import { type Diagnostic, isError, pointerSegments, withoutNamedIds } from '../../../build/diagnostics/diagnostic.ts';
import { fileNameProblem } from '../../../build/read/file-names.ts';
import { type Rule, type RuleOptions, runRules } from '../../../build/rules/run-rules.ts';
import { FLAG_WAYS, translatedNote } from '../../../build/tile-url/explanations.ts';
import { maskedMessage } from '../../../build/tile-url/secrets.ts';
import { Content, type Document } from '../../../build/validate/content.ts';
import { validateFileValue } from '../../../build/validate/validate.ts';
import { closestWordTo } from '../../../contract/base/text.ts';
import type { TileServerSource } from '../../../contract/generated/catalog.types.ts';
import { tokenVariables } from '../../../contract/maps/placeholders.ts';
import type { Answers, Question } from './answers.ts';
import { type AnswerProblem, type Draft, type DraftContext, draftFromAnswers } from './draft.ts';
import { DRAFT_QUESTIONS, type DraftRole, isMapDraft } from './questions.ts';

interface KnownFiles {
  readonly documents: readonly Document[];
  readonly rules: readonly Rule[];
  readonly options: RuleOptions;
  whyTaken(draft: Draft): string | null;
}

export interface Review {
  readonly draft: Draft;
  /** Assumptions and remaining tasks. */
  readonly notes: readonly string[];
  readonly problems: readonly AnswerProblem[];
  readonly warnings: readonly AnswerProblem[];
  /** Programs do not know the terms of `label`, but know the terms of `nearest`. */
  readonly unknownTerms: UnknownLabel | null;
}

interface UnknownLabel {
  readonly label: string;
  readonly nearest: string;
}

type Reviewer = (role: DraftRole, answers: Answers, context: Omit<DraftContext, 'variables' | 'areas'>) => Review;

export function draftReviewerFor(known: KnownFiles): Reviewer {
  const v1Maps = known.documents.filter(({ file: { role } }) => role === 'mapserver' || role === 'overlayserver');
  const variables = tokenVariables(v1Maps.map(({ value }) => value as TileServerSource));
  const areas = known.documents.flatMap(({ file: { role, name } }) => (role === 'area' && name !== null ? [name] : []));
  return (role, answers, context) => reviewOf(role, answers, { ...context, variables, areas }, known);
}

function reviewOf(role: DraftRole, answers: Answers, context: DraftContext, known: KnownFiles): Review {
  const { draft, notes: assumed, refusals } = draftFromAnswers(role, answers, context);
  const { ways = FLAG_WAYS } = context;
  const notes = [...assumed];
  const problems = [...refusals];
  const warnings: AnswerProblem[] = [];
  let unknownTerms: UnknownLabel | null = null;
  const isNamed = refusals.every(({ flag }) => flag !== 'id' && flag !== 'file');
  const taken = isNamed ? known.whyTaken(draft) : null;
  if (taken !== null) {
    const flag = isMapDraft(role) && context.fileName !== null ? 'file' : 'id';
    problems.unshift({ flag, message: taken, translation: translatedNote('file-taken', {}, ways) });
  }
  const refused = new Set(problems.map(({ flag }) => flag));
  for (const problem of diagnosticsOf(draft, known)) {
    const whole = maskedMessage(problem, '');
    // Only the form of the page states ways. It has no place for the comment that acknowledges the warning.
    const isForm = !!context.ways;
    const message = isForm ? (whole.split(/\. If [^.]{1,40}, write above the field:/)[0] as string) : whole;
    const translation = translatedNote(problem.code, problem.details ?? {}, ways);
    if (problem.code === 'unlisted-token') {
      // Another file has to change, too.
      notes.push(translation ?? `${message}.`);
      continue;
    }
    if (problem.code === 'unknown-terms') {
      const { label, suggestion } = problem.details as { label: string; suggestion: string };
      unknownTerms = { label, nearest: suggestion };
      continue;
    }
    const flag = flagFor(DRAFT_QUESTIONS[role], problem);
    // Missing or refused answers were already reported.
    if (flag !== null && (refused.has(flag) || answers[flag] === undefined)) continue;
    const advice =
      (problem.code === 'not-allowed' && flag === 'covers' && unknownArea(answers[flag], problem, context)) || message;
    // A maintainer may use the catalog in a private network; who fills in the form does not know.
    const isUnreachable = isForm && problem.code === 'private-address';
    (isError(problem) || isUnreachable ? problems : warnings).push({ flag, message: advice, translation });
  }
  return { draft, notes, problems, warnings, unknownTerms };
}

function unknownArea(answer = '', { details }: Diagnostic, { areas = [], ways }: DraftContext): string | null {
  const name = answer.trim();
  const isForm = !!ways;
  if (isForm || fileNameProblem(name) !== null) return null;
  const { suggestion } = details as { suggestion: string | null };
  const nearest = suggestion ?? closestWordTo(name, areas);
  const advice = nearest === null ? '' : `; did you mean ${nearest}?`;
  return `There is neither a country ${name} nor a file areas/${name}.geojson${advice}`;
}

function flagFor(questions: readonly Question[], { code, place, details }: Diagnostic): string | null {
  const [key = null] = place && 'pointer' in place ? pointerSegments(place.pointer) : [];
  const missing = code === 'missing-key' ? (details as { key: string }).key : key;
  return questions.find(({ keys }) => missing !== null && keys.includes(missing))?.name ?? null;
}

/** Checks only the value of a draft, so neither YAML nor Node is needed. */
function diagnosticsOf({ role, path, record }: Draft, { documents, rules, options }: KnownFiles): Diagnostic[] {
  // As if read from a file.
  const { value, diagnostics } = validateFileValue(role, path, JSON.parse(JSON.stringify(record)));
  // An existing file at the path is reported separately.
  const others = documents.filter(({ file }) => file.path !== path);
  const file = { role, path, name: /([^/]+)(?:\/datasource)?\.yaml$/.exec(path)?.[1] ?? null };
  const added = value === undefined ? [] : [{ file, value } as Document];
  const content = new Content([...others, ...added], [...others.map((other) => other.file.path), path]);
  const found = [...diagnostics, ...runRules(rules, content, { ...options, changed: new Set([path]) })];
  return withoutNamedIds(found.filter((diagnostic) => diagnostic.file === path));
}
