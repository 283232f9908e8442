/** Offers another program's urlPattern in our form, instead of findings about each placeholder. */
import { itemsByKey, joinedWith, shortenedText } from '../../contract/base/text.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import tileserver from '../../schemas/catalog/tileserver.json' with { type: 'json' };
import { type Diagnostic, diagnosing } from '../diagnostics/diagnostic.ts';
import { error, type Problems } from '../diagnostics/messages.ts';
import { convertTemplate } from '../tile-url/convert.ts';
import { exampleOf } from '../tile-url/explanations.ts';
import { withTokenVariables } from '../tile-url/secrets.ts';
import {
  fillPieces,
  pieceMeaning,
  templatePieces,
  withoutCodeAfter,
  withWholeScheme,
} from '../tile-url/template-pieces.ts';
import { explainUrlPattern, goesOnAfterSpace } from '../validate/pattern-reasons.ts';

interface ForeignPattern {
  readonly urlPattern: string;
  /** Null if the pattern already has `#{host}`. */
  readonly hosts: readonly string[] | null;
  /** A placeholder without listed values, and the usual ones. */
  readonly assumed: { readonly found: string; readonly among: readonly string[] } | null;
  /** Only the author knows the values; each has an example. */
  readonly left: readonly { readonly found: string; readonly example: string }[];
  readonly hasRemark?: boolean;
  readonly hasSpace?: boolean;
  /** A variable is in place of a value that may not be an access token. */
  readonly mayBeNoKey?: boolean;
}

export const PATTERN_PROBLEMS = {
  'foreign-pattern': error(({ urlPattern, hosts, assumed, left, hasRemark, hasSpace, mayBeNoKey }: ForeignPattern) => {
    const andHosts = hosts ? ` and hosts: [${shortenedText(hosts.join(', '), 120)}]` : '';
    const condition = assumed ? `, if ${assumed.found} is ${joinedWith('or', assumed.among)}` : '';
    const values = left.map(({ found, example }) => `; replace ${found} by its value, such as ${example}`);
    const kept = mayBeNoKey ? '; keep the value that you have if it is not an access key' : '';
    const space = hasSpace ? '; leave out %20 if the space is a mistake' : '';
    const comment = hasRemark ? '; what follows the space belongs in a comment' : '';
    return `This address is for another program; write urlPattern: ${shortenedText(urlPattern, 200)}${andHosts}${condition}${values.join('')}${kept}${space}${comment}`;
  }),
} as const satisfies Problems;

const diagnostic = diagnosing(PATTERN_PROBLEMS);

export function withWholePatterns(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...itemsByKey(diagnostics, ({ place }) => JSON.stringify(place)).values()].flatMap((same) => {
    const keys = same.filter(({ code }) => code.endsWith('-key'));
    const patterns = same.flatMap(({ details }) => (details as Partial<ForeignPattern> | null)?.urlPattern ?? []);
    const [text = null] = patterns;
    const converted = text === null ? null : (withoutRemark(text) ?? inOurForm(text));
    const [{ code, file, place }] = same as [Diagnostic];
    // If the rest is in our form, the hint about the placeholder is shorter.
    const isHinted = code === 'unknown-placeholder' && same.length - keys.length === 1 && converted?.hosts === null;
    return converted && !isHinted ? [diagnostic('foreign-pattern', file, place, converted), ...keys] : same;
  });
}

/** Only the record knows the hosts: this is in place of `#{host}` during the conversion. */
const SOME_HOST = 'host.example.org';
const HOST = new RegExp(common.$defs.host.pattern, 'u');

/** Converts the first word alone. Null if that cuts a placeholder such as `<your key>`. */
function withoutRemark(text: string): ForeignPattern | null {
  const whole = text.trim();
  const [word, rest = ''] = whole.split(/\s+(.*)/s) as [string, string?];
  const address = withoutCodeAfter(word).replace(/[,;.]$/, '');
  if (address === whole || goesOnAfterSpace(rest) || /[<{][^<>{}]*$/.test(address)) return null;
  const found = inOurForm(address);
  return found && { ...found, hasRemark: rest !== '' && /^[,;.]?$/.test(word.slice(address.length)) };
}

const MARKS = /["<>^`{|}…]|\\(?!\/)/;

/** Null if the schema would refuse the result. */
function inOurForm(written: string): ForeignPattern | null {
  const text = withoutCodeAfter(withWholeScheme(written));
  if (MARKS.test(fillPieces(text, () => '')) || text.length > tileserver.properties.urlPattern.maxLength) return null;
  const unknown = templatePieces(text).flatMap((piece) => {
    if ('text' in piece || pieceMeaning(piece.name).is !== 'unknown') return [];
    const example = exampleOf(piece.name);
    return example === undefined ? [] : [{ ...piece, example }];
  });
  // Each unknown placeholder is a word during the conversion.
  const values = new Map(unknown.map(({ name }, index) => [name.toLowerCase(), `SOME-VALUE-${index}.`]));
  const result = convertTemplate({ url: text, hosts: [SOME_HOST], values, allowsOtherProjection: true });
  if ('reason' in result || explainUrlPattern(result.urlPattern).length > 0) return null;
  const { hosts, notes } = result;
  const converted = result.urlPattern.replace(/SOME-VALUE-(\d+)\./g, (_, index) => unknown[Number(index)]?.found ?? '');
  const left = unknown.map(({ found, example }) => ({ found, example }));
  const named = withTokenVariables(converted, hosts[0]);
  const shared = { urlPattern: named, left, mayBeNoKey: named !== converted, hasSpace: /\s/.test(text.trim()) };
  if (hosts.length === 1 && hosts[0] === SOME_HOST) return { ...shared, hosts: null, assumed: null };
  if (!hosts.every((host) => HOST.test(host) && !host.includes(SOME_HOST) && !host.includes('some-value-')))
    return null;
  const assumed = notes.find((note) => note.code === 'subdomains-assumed') ?? null;
  return { ...shared, hosts, assumed };
}
