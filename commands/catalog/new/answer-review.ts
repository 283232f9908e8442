import { type Diagnostic, isError, pointerSegments, withoutNamedIds } from '../../../build/diagnostics/diagnostic.ts';
import { fileNameProblem } from '../../../build/read/file-names.ts';
import { type Rule, type RuleOptions, runRules } from '../../../build/rules/run-rules.ts';
import { type Choice, FLAG_WAYS, translatedNote, type Ways } from '../../../build/tile-url/explanations.ts';
import { maskedMessage, withTokenVariables } from '../../../build/tile-url/secrets.ts';
import { Content, type Document } from '../../../build/validate/content.ts';
import { validateFileValue } from '../../../build/validate/validate.ts';
import { jsonItemsOf, withoutUndefined } from '../../../contract/base/json-values.ts';
import { closestWordTo } from '../../../contract/base/text.ts';
import type { TileServerSource } from '../../../contract/generated/catalog.types.ts';
import { edgesIn } from '../../../contract/maps/bounding-boxes.ts';
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
  /** Assumptions. */
  readonly notes: readonly string[];
  /** What must change in other files. */
  readonly tasks: readonly string[];
  readonly problems: readonly AnswerProblem[];
  readonly warnings: readonly AnswerProblem[];
  /** The credit whose terms programs know, in place of a misspelled one. */
  readonly nearestCredit: string | null;
}

type Reviewer = (role: DraftRole, answers: Answers, context: Omit<DraftContext, 'variables' | 'areas'>) => Review;

export function draftReviewerFor(known: KnownFiles): Reviewer {
  const v1Maps = known.documents.filter(({ file: { role } }) => role === 'mapserver' || role === 'overlayserver');
  const variables = tokenVariables(v1Maps.map(({ value }) => value as TileServerSource));
  const areas = known.documents.flatMap(({ file: { role, name } }) => (role === 'area' && name !== null ? [name] : []));
  return (role, answers, context) => reviewOf(role, answers, { ...context, variables, areas }, known);
}

function reviewOf(role: DraftRole, answers: Answers, context: DraftContext, known: KnownFiles): Review {
  const { notes: assumed, refusals, ...drafted } = draftFromAnswers(role, answers, context);
  let { draft } = drafted;
  const { ways = FLAG_WAYS } = context;
  // Only the form has its own words for what to do.
  const isForm = !!context.ways;
  const tasks: string[] = [];
  const problems = [...refusals];
  const warnings: AnswerProblem[] = [];
  let nearestCredit: string | null = null;
  for (const { name, misplaced } of isForm ? DRAFT_QUESTIONS[role] : []) {
    const message = misplaced?.(answers[name] ?? '');
    if (message) problems.push({ flag: name, message, translation: translatedNote(`${name}-misplaced`, {}, ways) });
  }
  const isNamed = refusals.every(({ flag }) => flag !== 'id' && flag !== 'file');
  const taken = isNamed ? known.whyTaken(draft) : null;
  if (taken !== null) {
    const flag = isMapDraft(role) && context.fileName !== null ? 'file' : 'id';
    problems.unshift({ flag, message: taken, translation: translatedNote('file-taken', {}, ways) });
  }
  const refused = new Set(problems.map(({ flag }) => flag));
  // Without answers, rules find nothing, and would block the page of a phone.
  for (const problem of Object.keys(answers).length === 0 ? [] : diagnosticsOf(draft, known)) {
    const whole = maskedMessage(problem, '');
    // The form has no place for a comment that allows the warning.
    const message = isForm ? (whole.split(/\. If [^.]{1,40}, write above the field:/)[0] as string) : whole;
    if (problem.code === 'unlisted-token') {
      tasks.push(translatedNote(problem.code, problem.details ?? {}, ways) ?? `${message}.`);
      continue;
    }
    if (problem.code === 'unknown-terms') {
      nearestCredit = (problem.details as Details).suggestion ?? null;
      continue;
    }
    const flag = flagFor(DRAFT_QUESTIONS[role], problem);
    // Missing and refused answers are already reported.
    if (flag !== null && (refused.has(flag) || answers[flag] === undefined)) continue;
    const said =
      problem.code === 'not-allowed' && flag === 'covers'
        ? unknownPlace(answers[flag], problem, draft, context, message)
        : {
            message,
            translation: translationOf(problem, flag, ways),
            choices: choicesOf(problem, answers[flag ?? '']),
          };
    const isNoLicence = problem.code === 'unknown-licence';
    if (isNoLicence) draft = { ...draft, record: withoutUndefined({ ...draft.record, licence: undefined }) };
    // A maintainer may use the catalog in a private network; users of the form do not know.
    const isUnreachable = isForm && problem.code === 'private-address';
    const named: AnswerProblem = {
      flag,
      ...said,
      ...(isNoLicence && { message: `Not taken: ${said.message}` }),
      ...(isUnreachable && { isOnlyPrivate: true }),
    };
    const list = isError(problem) || isUnreachable ? problems : warnings;
    const isSaid = list.some((one) => one.flag === flag && one.message === said.message);
    if (!isSaid) list.push(named);
  }
  return { draft, notes: assumed, tasks, problems, warnings, nearestCredit };
}

/** Some codes have other texts for one field, or with candidates. */
function translationOf({ code, ...problem }: Diagnostic, flag: string | null, ways: Ways): string | undefined {
  const details = (problem.details ?? {}) as Readonly<Record<string, unknown>>;
  const hasMeant = 'meant' in details && String(details['meant']) !== '';
  const texts = [...(hasMeant ? [`${code}-meant`] : []), `${flag}-${code}`, code];
  return texts.map((text) => translatedNote(text, details, ways)).find((text) => text !== undefined);
}

interface Details {
  readonly meant?: readonly string[];
  readonly suggestion?: string;
  readonly variable?: string;
}

/** What to write in place of the answer, or of one of its items. */
function choicesOf({ code, details, advice, place }: Diagnostic, answer = ''): readonly Choice[] | undefined {
  const { meant = [], suggestion, variable } = (details ?? {}) as Details;
  if (code === 'possible-key') return [{ text: `\${${variable}}`, value: withTokenVariables(answer) }];
  const advised = typeof advice?.value === 'string' && !advice.isExample ? advice.value : (suggestion ?? []);
  const [, index] = place && 'pointer' in place ? pointerSegments(place.pointer) : [];
  const item = index === undefined ? undefined : answer.split(',')[+index];
  const choices = [meant, advised].flat().map((text) => ({ text, value: withItem(answer, item, text) }));
  return choices.length > 0 ? choices : undefined;
}

function withItem(answer: string, replaced: string | undefined, item: string): string {
  if (replaced === undefined) return item;
  const items = answer.split(',').map((one) => (one === replaced ? item : one.trim()));
  return items.join(', ');
}

function unknownPlace(
  answer = '',
  { details, place }: Diagnostic,
  { record }: Draft,
  { areas = [], ways }: DraftContext,
  message: string,
): Omit<AnswerProblem, 'flag'> {
  const { suggestion } = details as { suggestion: string | null };
  const whole = answer.trim();
  if (ways) {
    const [, index = ''] = place && 'pointer' in place ? pointerSegments(place.pointer) : [];
    const part = answer.split(',').find((one) => one.trim().toUpperCase() === jsonItemsOf(record['countries'])[+index]);
    const name = part && Number.isNaN(Number(part)) ? part.trim() : whole;
    const places = ways.placesMeantBy?.(name, suggestion) ?? [];
    const meant = places.map(({ text }) => text);
    const translation = translatedNote(places.length > 0 ? 'country-meant' : 'no-country', { name, meant }, ways);
    // A box replaces the whole answer.
    const choices = places.map(({ text, value }) => ({
      text,
      value: edgesIn(value) ? value : withItem(answer, part, value),
    }));
    return { message: translation ?? message, translation, choices };
  }
  if (fileNameProblem(whole) !== null) return { message };
  const nearest = suggestion ?? closestWordTo(whole, areas);
  const advice = nearest === null ? '' : `; did you mean ${nearest}?`;
  return { message: `There is neither a country ${whole} nor a file areas/${whole}.geojson${advice}` };
}

function flagFor(questions: readonly Question[], { code, place, details }: Diagnostic): string | null {
  const [key = null] = place && 'pointer' in place ? pointerSegments(place.pointer) : [];
  const missing = code === 'missing-key' ? (details as { key: string }).key : key;
  return questions.find(({ keys }) => missing !== null && keys.includes(missing))?.name ?? null;
}

/** Checks a value without YAML and Node. */
function diagnosticsOf({ role, path, record }: Draft, { documents, rules, options }: KnownFiles): Diagnostic[] {
  // As if read from a file.
  const { value, diagnostics } = validateFileValue(role, path, JSON.parse(JSON.stringify(record)));
  // Another check reports an existing file.
  const others = documents.filter(({ file }) => file.path !== path);
  const file = { role, path, name: /([^/]+)(?:\/datasource)?\.yaml$/.exec(path)?.[1] ?? null };
  const added = value === undefined ? [] : [{ file, value } as Document];
  const content = new Content([...others, ...added], [...others.map((other) => other.file.path), path]);
  const found = [...diagnostics, ...runRules(rules, content, { ...options, changed: new Set([path]) })];
  return withoutNamedIds(found.filter((diagnostic) => diagnostic.file === path));
}
