/**
 * The logic of `edge/intent.ts` and `edge/accept.ts` as tables of patterns, for servers without a handler. Tests ensure
 * that they mean the same in PCRE, RE2 and JavaScript: no look-around, braces or back references. Queries are matched
 * as sent.
 */
import { METHOD_ANSWERS, PUBLIC_ALLOW, REFUSED_DETAIL } from '../../../contract/interface/http-answers.ts';
import { RENDITION_NAMES, RENDITIONS, type Rendition, V1_FORMATS } from '../../../contract/interface/v1-renditions.ts';
import { V1_PREFIX } from '../../../contract/interface/v1-routes.ts';
import { ANSWER_SUBJECTS, answerStatusOf, type Bodies, READ_ALLOW, refusalBody, WRITABLE } from './host-answers.ts';

/** Set by the first matching row. */
export interface Variables {
  /** Names in braces are variables of earlier tables, or `query`, `accept`, `method`, `path`, `uri` (as sent). */
  readonly from: string;
  readonly rows: readonly VariableRow[];
  /** If no row matches. */
  readonly otherwise: Readonly<Record<string, string>>;
}

/** A text, or a pattern after `~` (`~*` ignores case), and the values. `{1}` is the pattern's first group. */
export type VariableRow = readonly [found: string, ...values: string[]];

export function fillNames(text: string, nameOf: (name: string) => string): string {
  return text.replace(/\{([a-z_]+|\d)\}/g, (_, name: string) => nameOf(name));
}

/** Matches the word with any of its letters percent-encoded. */
export function encodedWord(word: string): string {
  // For `o` it is `6[f]`, in either case `6[fF]`.
  const code = (letter: string): string => letter.charCodeAt(0).toString(16).replace(/(.)$/, '[$1]');
  const eitherCase = (text: string): string => text.replace(/\[([a-f])\]/, (_, low) => `[${low}${low.toUpperCase()}]`);
  return [...word].map((letter) => `(?:${letter}|%${eitherCase(code(letter))})`).join('');
}

/** The group is the value of the first such parameter. */
export function queryWith(name: string): string {
  return `^(?:[^&]*&)*?${encodedWord(name)}(?:=([^&]*))?(?:&|$)`;
}

/** The parameters of a media range, without its quality. */
const PARAMETERS = '(?:;\\s*(?:[^q,;\\s][^,;]*|q[^,;=\\s][^,;]*)?)*';
const FULL_QUALITY = '(?:;\\s*q\\s*=\\s*1(?:[.]0*)?\\s*(?:;[^,]*)?)?';
const LOWER_QUALITY = ';\\s*q\\s*=\\s*(?:0?[.][0-9]+|0[.]?)\\s*(?:;[^,]*)?';

function acceptRow(range: string, quality: string, value: string): VariableRow {
  return [`~*(?:^|,)\\s*${range}\\s*${PARAMETERS}${quality}(?:,|$)`, value];
}

/** Prefers JSON if it has a quality of 1. JSON comes before ranges that include it. */
const JSON_ROWS = [RENDITIONS.json.accept[0], 'application/[*]', '[*]/[*]'].flatMap((range) => [
  acceptRow(range, FULL_QUALITY, 'json'),
  acceptRow(range, LOWER_QUALITY, ''),
]);

const FILE_ROWS = RENDITION_NAMES.toReversed().map((name): VariableRow => {
  const { format, parameter, file, otherwise }: Rendition = RENDITIONS[name];
  return [`~^index[.]json:${format}:${parameter === null ? '' : `${encodedWord('true')}$`}`, file, otherwise];
});

const WRITE_ROWS = WRITABLE.flatMap(({ name, methods }) =>
  methods.flatMap((method): VariableRow[] => {
    const answer = METHOD_ANSWERS[method];
    return answer && answer !== 'describe' ? [[`~:${method}:${name}$`, answerStatusOf(answer)]] : [];
  }),
);

const SOURCE = RENDITIONS['xml-source'].parameter;

/** Sorted so that each uses only earlier ones. No file is called `none`. */
export const REQUEST_VARIABLES: readonly Variables[] = [
  // The `=` tells an empty format from none.
  { from: '{query}', rows: [[`~${queryWith('format')}`, '={1}']], otherwise: { asked: '' } },
  { from: '{query}', rows: [[`~${queryWith(SOURCE)}`, '{1}']], otherwise: { source: '' } },
  {
    from: '{accept}',
    rows: [acceptRow(`(?:${RENDITIONS.xml.accept.join('|')})`, FULL_QUALITY, 'xml')],
    otherwise: { xml: '' },
  },
  { from: '{accept}', rows: JSON_ROWS, otherwise: { json: '' } },
  {
    from: '{asked}:{xml}{json}',
    rows: [
      [':xml', 'xml'],
      ['~^:', 'json'],
      ...V1_FORMATS.map((format): VariableRow => [`~^=${encodedWord(format)}:`, format]),
    ],
    otherwise: { format: 'unknown' },
  },
  // Servers also find files by paths with `//` or encoded slashes, which no document has.
  { from: '{uri}', rows: [['~*^[^?]*(?://|%2f|%5c)', 'odd']], otherwise: { odd: '' } },
  {
    from: '{odd}{path}',
    rows: [['~^(/.*[^/])$', '{1}/index.json']],
    otherwise: { unslashed: `${V1_PREFIX}/none` },
  },
  {
    from: '{odd}{path}',
    rows: ANSWER_SUBJECTS.map(({ pattern, name, index }) => [`~${pattern}`, name, index]),
    otherwise: { kind: '', index: 'none' },
  },
  // The file to send; then the status if it is not published.
  {
    from: '{index}:{format}:{source}',
    rows: [...FILE_ROWS, ['~^:', '', '']],
    otherwise: { file: 'none', other_file: 'none' },
  },
  {
    from: '{file}:{method}:{kind}',
    rows: [
      ['~:$', answerStatusOf('unknownPath')],
      ['~:OPTIONS:', answerStatusOf('describe')],
      ...WRITE_ROWS,
      ['~^none:(?:GET|HEAD):', answerStatusOf('unknownFormat')],
      ['~:(?:GET|HEAD):', ''],
    ],
    otherwise: { answer: answerStatusOf('refuse') },
  },
];

/** For servers that can put a variable into a body. `status` is the answer's. */
export function answerVariables(bodies: Bodies): readonly Variables[] {
  const ofStatus = (...names: readonly (keyof Bodies)[]): VariableRow[] =>
    names.map((name) => [`~^${typeof name === 'number' ? name : answerStatusOf(name)}:`, bodies[name] as string]);
  return [
    // As sent, with a slash at the end. Two at the beginning would name a host.
    {
      from: '{uri}',
      rows: [
        ['~^/[/\\x5c]+([^?]*)(.*)$', '/{1}/{2}'],
        ['~^([^?]*)([?].*)$', '{1}/{2}'],
      ],
      otherwise: { location: '{uri}/' },
    },
    {
      from: '{kind}',
      rows: [['', PUBLIC_ALLOW], ...WRITABLE.map(({ name, allow }): VariableRow => [name, allow])],
      otherwise: { allow: READ_ALLOW },
    },
    {
      from: '{status}:{kind}:{file}',
      rows: [
        ...ANSWER_SUBJECTS.map(
          ({ name, description }): VariableRow => [`~^${answerStatusOf('describe')}:${name}:`, description],
        ),
        ...ofStatus('acknowledge', 'redirect', 'forbid'),
        ['~^404:.*:none$', bodies.unknownFormat],
        ...ofStatus('unknownPath'),
        ['~^405::', refusalBody(PUBLIC_ALLOW)],
        ...WRITABLE.map(({ name, allow }): VariableRow => [`~^405:${name}:`, refusalBody(allow)]),
        ['~^405:', refusalBody(READ_ALLOW)],
        ...ofStatus(...Object.keys(REFUSED_DETAIL).map(Number)),
      ],
      otherwise: { body: bodies.missing },
    },
  ];
}
