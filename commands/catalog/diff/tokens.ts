/** Removes access tokens from a report on published sites by comparing patterns with those of the catalog. */
import { ACCESS_TOKEN } from '../../../contract/placeholders.ts';
import type { Change, SiteDiff } from './change.ts';

/**
 * Replaces each access token that a site contains by `${NAME}`, or by asterisks if only the other site, and not the
 * catalog, shows its place.
 *
 * @param patterns the patterns of the catalog as they are written, by list and id
 */
export function withoutFilledIn(difference: SiteDiff, patterns: () => ReadonlyMap<string, string>): SiteDiff {
  if (!difference.changes.some(isOfPattern)) return difference;
  const authored = patterns();
  return { ...difference, changes: difference.changes.map((change) => masked(change, authored)) };
}

const isOfPattern = (change: Change): change is Extract<Change, { what: 'value-changed' }> =>
  change.what === 'value-changed' && change.field === 'urlPattern';

function masked(change: Change, authored: ReadonlyMap<string, string>): Change {
  if (!isOfPattern(change)) return change;
  const { before, after, subject } = change;
  if (typeof before !== 'string' || typeof after !== 'string') return change;
  const written = authored.get(`${subject.section}/${subject.id}`);
  const templates = [...(written === undefined ? [] : [written]), after, before].map(templateOf);
  const texts = templates.reduce<readonly string[]>(hide, [before, after]);
  return { ...change, before: texts[0], after: texts[1] };
}

interface Template {
  readonly texts: readonly string[];
  readonly tokens: readonly string[];
}

/** `${NAME}`, or the text that is published if the variable is not set. */
const TOKEN = new RegExp(`(\\$\\{[A-Z][A-Z0-9_]*\\}|${ACCESS_TOKEN})`);

function templateOf(pattern: string): Template {
  const parts = pattern.split(TOKEN);
  return {
    texts: parts.filter((_, index) => index % 2 === 0),
    tokens: parts.filter((_, index) => index % 2 === 1),
  };
}

/** Replaces the tokens in patterns by those of a template. */
function hide(patterns: readonly string[], template: Template): string[] {
  if (template.tokens.length === 0) return [...patterns];
  const values = new Map<string, string>();
  const filled = patterns.map((pattern) => {
    const found = valuesIn(pattern, template);
    if (!found) return null;
    for (const [index, value] of found.entries()) {
      if (!isHidden(value)) values.set(value, markOf(template.tokens[index] as string, value));
    }
    return weave(template.texts, (index) => {
      const value = found[index] as string;
      return isHidden(value) ? value : markOf(template.tokens[index] as string, value);
    });
  });
  return patterns.map((pattern, index) => filled[index] ?? withoutForeign(withoutValues(pattern, values), template));
}

/** Values that are not tokens: empty, published in place of a token, or inserted from an earlier template. */
const isHidden = (value: string): boolean =>
  value === '' || /^\*+$/.test(value) || templateOf(value).texts.join('') === '';

const markOf = (token: string, value: string): string => (token === ACCESS_TOKEN ? '*'.repeat(value.length) : token);

function weave(texts: readonly string[], markAt: (index: number) => string): string {
  return texts.map((text, index) => (index === 0 ? text : markAt(index - 1) + text)).join('');
}

/** The values of a pattern at the tokens of a template; null if the other text differs. */
function valuesIn(pattern: string, { texts }: Template): string[] | null {
  const first = texts[0] as string;
  const last = texts.at(-1) as string;
  if (!pattern.startsWith(first) || !pattern.endsWith(last)) return null;
  const end = pattern.length - last.length;
  const values: string[] = [];
  let at = first.length;
  for (const text of texts.slice(1, -1)) {
    // If two tokens are adjacent, the first gets one character; both are hidden.
    const next = pattern.indexOf(text, Math.min(at + 1, end));
    if (next === -1 || next + text.length > end) return null;
    values.push(pattern.slice(at, next));
    at = next + text.length;
  }
  if (at > end) return null;
  return [...values, pattern.slice(at, end)];
}

/** Replaces known tokens in a pattern with different text around them. */
function withoutValues(pattern: string, values: ReadonlyMap<string, string>): string {
  // The longest first: one can be part of another.
  const known = [...values].sort(([a], [b]) => b.length - a.length);
  return known.reduce((text, [value, mark]) => text.replaceAll(value, () => mark), pattern);
}

/** Hides every part that is not in the template, if fewer tokens were found than the template has. */
function withoutForeign(pattern: string, { texts, tokens }: Template): string {
  const marks = pattern.match(new RegExp(`${TOKEN.source}|\\*+`, 'g')) ?? [];
  if (marks.length >= tokens.length) return pattern;
  const known = new Set(texts.flatMap((text) => text.split(PARTS)));
  const start = /^https?:\/\/[^/?]*/.exec(pattern)?.[0] ?? '';
  const rest = pattern.slice(start.length).split(PARTS);
  return start + rest.map((part, index) => (index % 2 === 1 || known.has(part) ? part : hidden(part))).join('');
}

/** The parts of an address, with what is between them. */
const PARTS = /([/?&=;,]+|#\{[a-z]+\})/;

const hidden = (part: string): string => (isHidden(part) || /^\.\w{1,4}$/.test(part) ? part : '*'.repeat(part.length));
