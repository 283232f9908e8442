import { MAP_TYPES, PUBLISHED_MEMBER_NAMES } from '../../../contract/maps/map-types.ts';
import { ACCESS_TOKEN } from '../../../contract/maps/placeholders.ts';
import type { Change, SiteDiff } from './change.ts';

/**
 * A report must not show tokens of published sites. If a whole pattern changed, asterisks replace each part that could
 * be a token.
 */
export function withoutFilledTokens(difference: SiteDiff, patterns: () => ReadonlyMap<string, string>): SiteDiff {
  if (!difference.changes.some(isOfPattern)) return difference;
  const authored = patterns();
  return { ...difference, changes: difference.changes.map((change) => masked(change, authored)) };
}

const ADDRESSES: ReadonlySet<string> = new Set(
  Object.values(MAP_TYPES).flatMap(({ addresses }) =>
    addresses.map((key: string) => PUBLISHED_MEMBER_NAMES[key] ?? key),
  ),
);

const isOfPattern = (change: Change): change is Extract<Change, { what: 'value-changed' }> =>
  change.what === 'value-changed' && ADDRESSES.has(change.field);

function masked(change: Change, authored: ReadonlyMap<string, string>): Change {
  if (!isOfPattern(change)) return change;
  const { before, after, subject } = change;
  if (typeof before !== 'string' || typeof after !== 'string') return change;
  // A site that was published without tokens also shows where they belong.
  const written = authored.get(`${subject.section}/${subject.id} ${change.field}`) ?? '';
  const template = [written, after, before].find((pattern) => tokensIn(pattern) > 0);
  if (template === undefined) return change;
  return { ...change, before: withoutForeign(before, template), after: withoutForeign(after, template) };
}

/** `${NAME}`, or what is published if the variable is not set. */
const TOKEN = new RegExp(`\\$\\{[A-Z][A-Z0-9_]*\\}|${ACCESS_TOKEN}`, 'g');

const tokensIn = (pattern: string): number => pattern.match(TOKEN)?.length ?? 0;

const SEPARATOR = /([/?&=;,]+|#\{[a-z]+\})/;

/** Parts of the template are not secret. */
function withoutForeign(pattern: string, template: string): string {
  if (tokensIn(pattern) >= tokensIn(template)) return pattern;
  const known = new Set(template.replaceAll(TOKEN, ACCESS_TOKEN).split(SEPARATOR));
  const start = /^https?:\/\/[^/?]*/.exec(pattern)?.[0] ?? '';
  const parts = pattern.slice(start.length).split(SEPARATOR);
  const shown = parts.map((part, index) => (index % 2 === 1 || known.has(part) ? part : '*'.repeat(part.length)));
  return start + shown.join('');
}
