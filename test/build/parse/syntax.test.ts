/** Variants of the usual mistakes, each of which has an example in `test/fixtures/bad/syntax`. */
import { describe, expect, test } from 'vitest';
import { parse } from '../../../build/parse/parse.ts';
import { findingsOf } from '../../../build/report/positions.ts';

const RECORD =
  'id: One\nname: Map\nminZoom: 0\nhosts: [a.example.org]\nurlPattern: https://#{host}\ncopyright: OpenStreetMap\n';

/** The findings of a text: line, column and message, without what all messages begin with. */
function findingOf(text: string): string {
  const { diagnostics } = parse('x.yaml', Buffer.from(text));
  const findings = findingsOf(diagnostics, () => text);
  return findings
    .map(({ line, column, message }) => `${line}:${column} ${message.replace('Not valid YAML: ', '')}`)
    .join('; ');
}

/** The record with a line replaced. */
const withLine = (line: string, replacement: string): string => {
  expect(RECORD).toContain(`${line}\n`);
  return RECORD.replace(`${line}\n`, `${replacement}\n`);
};

const NO_BREAK = 'this is a no-break space (U+00A0), which looks like a space; type an ordinary space';
const FENCE = 'a line with ``` is part of Markdown, not of the file; remove this line';
const noSpace = (at: string, key: string): string => `${at} a space is missing after the colon of "${key}"`;
const unclosed = (at: string, what: string, closer: string): string =>
  `${at} ${what} is opened here and never closed with ${closer}`;

type Case = [what: string, text: string, finding: string];

describe.each<[name: string, cases: Case[]]>([
  [
    'a missing space or colon',
    [
      ['in the last line, without a line feed', 'id: One\ncopyright:X', noSpace('2:1', 'copyright')],
      ['in two lines', 'id: One\nname:Map\nminZoom:0\nmaxZoom: 19\n', noSpace('2:1', 'name')],
      ['below a comment', 'id: One\nname:Map # x: y\n\n# more\nmaxZoom: 19\n', noSpace('2:1', 'name')],
      ['after CRLF', withLine('name: Map', 'name:Map').replaceAll('\n', '\r\n'), noSpace('2:1', 'name')],
      ['of a quoted key', 'a: 1\n"b c":2\nd: 3\n', noSpace('2:1', 'b c')],
      ['in the first line of an item', '- id:1\n  name: x\n', noSpace('1:3', 'id')],
      ['in a nested mapping', 'a:\n  b: 1\n  c:2\n  d: 3\n', noSpace('3:3', 'c')],
      [
        'after a dash in the first column',
        'hosts:\n- a.tile.example.org\n-b.tile.example.org\nid: x\n',
        '3:1 a space is missing after the dash',
      ],
      ['after all dashes', 'hosts:\n  -a\n  -b\nid: x\n', '2:3 a space is missing after the dash'],
      ['after the first dash', 'hosts:\n  -a\n  - b\nid: x\n', '2:3 a space is missing after the dash'],
      ['below an item with a port', 'hosts:\n- localhost:8080\nname\nid: x\n', '3:1 a colon is missing after "name"'],
      ['below a text over two lines', 'id: One\n  two\nname\nmaxZoom: 1\n', '3:1 a colon is missing after "name"'],
    ],
  ],
  [
    'a space that is not one to YAML',
    [
      ['after a dash', 'hosts:\n  - a\n  -\u00A0b\n', `3:4 ${NO_BREAK}`],
      ['that indents', 'hosts:\n\u00A0\u00A0- a\nid: x\n', `2:1 ${NO_BREAK}`],
      [
        'of another kind',
        withLine('name: Map', 'name:\u3000Map'),
        '2:6 this is a special space (U+3000), which looks like a space; type an ordinary space',
      ],
    ],
  ],
  [
    'a quote, bracket or brace that is not closed',
    [
      ['a quote with escapes', 'a: "b\\"c\\\\\\"\nd: 1\n', unclosed('1:4', 'a quote', '"')],
      ['a quote with doubled quotes', "a: 'x'\nb: '''it''s\nd: 1\n", unclosed('2:4', 'a quote', "'")],
      ['a quote over lines', 'a: "b\n  c\nd: 1\n', unclosed('1:4', 'a quote', '"')],
      [
        'a quote in brackets',
        withLine('hosts: [a.example.org]', 'hosts: [b, "a.example.org]'),
        unclosed('4:12', 'a quote', '"'),
      ],
      ['a brace', 'a: { b: 1\nc: 2\n', unclosed('1:4', 'a brace', '}')],
      ['a brace after closed ones', '- { a: [1, [2]], b: { c: 1 }\n- { d: 1 }\n', unclosed('1:3', 'a brace', '}')],
      ['a brace in a bracket', 'a: [{ b: 1\nc: 2\n', unclosed('1:5', 'a brace', '}')],
      ['a bracket closed by a brace', '{ a: [1, 2\n}\n', unclosed('1:6', 'a bracket', ']')],
      ['a root brace', '{ "a": 1,\n"b": 2\n', unclosed('1:1', 'a brace', '}')],
      ['a quote above a line with a tab', 'a: "b\n\tc\nd: 1\n', unclosed('1:4', 'a quote', '"')],
    ],
  ],
  [
    'a quote that ends a text too early',
    [
      [
        'an apostrophe in an item',
        "- 'Bob's map'\n",
        `1:7 this apostrophe ends the text; write 'Bob''s map' or "Bob's map"`,
      ],
      [
        'an apostrophe in braces',
        "{ a: 'Bob's map', b: 'x' }\n",
        `1:10 this apostrophe ends the text; write 'Bob''s map' or "Bob's map"`,
      ],
      [
        'an apostrophe in a key',
        "a: 1\n'Bob's map.zip': {}\n",
        `2:5 this apostrophe ends the text; write 'Bob''s map.zip' or "Bob's map.zip"`,
      ],
      [
        'an apostrophe in a text without an end',
        "name: 'Bob's map\nid: x\n",
        '1:11 this apostrophe ends the text; write it twice',
      ],
      [
        'quotes',
        withLine('name: Map', 'name: "The "big" map" # x'),
        `2:12 this quote ends the text; write 'The "big" map'`,
      ],
      [
        'text after a quoted one',
        'name: "Map" one\n',
        '1:11 the text ends at this "; put what follows in the quotes, too',
      ],
    ],
  ],
  [
    'a Markdown fence',
    [
      ['at the top', `# x\n\`\`\`\n${RECORD}`, `2:1 ${FENCE}`],
      [
        'of tildes',
        `~~~ yaml\n${RECORD}~~~\n`,
        '1:1 a line with ~~~ is part of Markdown, not of the file; remove this line, and the one at the end',
      ],
      ['after another mistake', 'a: 1\nb\nc: 1\n```\n', `2:1 a colon is missing after "b"; 4:1 ${FENCE}`],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%s', (_name, text, finding) => {
    expect(findingOf(text)).toBe(finding);
  });
});
