/** The usual mistakes: where they are, and how to fix them. */
import { describe, expect, test } from 'vitest';
import { parse } from '../../../build/parse/parse.ts';
import { findingsOf } from '../../../build/report/findings.ts';

const RECORD =
  'id: One\nname: Map\nminZoom: 0\nhosts: [a.example.org]\nurlPattern: https://#{host}\ncopyright: OpenStreetMap\n';

/** The findings of a text: line, column and message. */
function findingOf(text: string): string {
  const { diagnostics } = parse('x.yaml', Buffer.from(text));
  const findings = findingsOf(diagnostics, () => text);
  return findings.map(({ line, column, message }) => `${line}:${column} ${message}`).join('; ');
}

/** The record with a line replaced. */
const withLine = (line: string, replacement: string): string => {
  expect(RECORD).toContain(`${line}\n`);
  return RECORD.replace(`${line}\n`, `${replacement}\n`);
};

type Case = [what: string, text: string, finding: string];

describe.each<[name: string, cases: Case[]]>([
  [
    'a missing space or colon',
    [
      [
        'in the last line',
        withLine('copyright: OpenStreetMap', 'copyright:X'),
        '6:1 Not valid YAML: a space is missing after the colon of "copyright"',
      ],
      [
        'in the last line, without a line feed',
        'id: One\ncopyright:X',
        '2:1 Not valid YAML: a space is missing after the colon of "copyright"',
      ],
      [
        'in the first line',
        withLine('id: One', 'id:One'),
        '1:1 Not valid YAML: a space is missing after the colon of "id"',
      ],
      [
        'in a middle line',
        withLine('name: Map', 'name:Map'),
        '2:1 Not valid YAML: a space is missing after the colon of "name"',
      ],
      [
        'in two lines',
        'id: One\nname:Map\nminZoom:0\nmaxZoom: 19\n',
        '2:1 Not valid YAML: a space is missing after the colon of "name"',
      ],
      [
        'below a comment',
        'id: One\nname:Map # x: y\n\n# more\nmaxZoom: 19\n',
        '2:1 Not valid YAML: a space is missing after the colon of "name"',
      ],
      [
        'after CRLF',
        withLine('name: Map', 'name:Map').replaceAll('\n', '\r\n'),
        '2:1 Not valid YAML: a space is missing after the colon of "name"',
      ],
      ['of a quoted key', 'a: 1\n"b c":2\nd: 3\n', '2:1 Not valid YAML: a space is missing after the colon of "b c"'],
      [
        'in the first line of an item',
        '- id:1\n  name: x\n',
        '1:3 Not valid YAML: a space is missing after the colon of "id"',
      ],
      [
        'in a nested mapping',
        'a:\n  b: 1\n  c:2\n  d: 3\n',
        '3:3 Not valid YAML: a space is missing after the colon of "c"',
      ],
      [
        'after a dash',
        'hosts:\n  - a.tile.example.org\n  -b.tile.example.org\nid: x\n',
        '3:3 Not valid YAML: a space is missing after the dash',
      ],
      [
        'after a dash in the first column',
        'hosts:\n- a.tile.example.org\n-b.tile.example.org\nid: x\n',
        '3:1 Not valid YAML: a space is missing after the dash',
      ],
      ['after all dashes', 'hosts:\n  -a\n  -b\nid: x\n', '2:3 Not valid YAML: a space is missing after the dash'],
      ['after the first dash', 'hosts:\n  -a\n  - b\nid: x\n', '2:3 Not valid YAML: a space is missing after the dash'],
      [
        'below an item with a port',
        'hosts:\n- localhost:8080\nname\nid: x\n',
        '3:1 Not valid YAML: a colon is missing after "name"',
      ],
      [
        'below a text over two lines',
        'id: One\n  two\nname\nmaxZoom: 1\n',
        '3:1 Not valid YAML: a colon is missing after "name"',
      ],
    ],
  ],
  [
    'a space that is not one to YAML',
    [
      [
        'after a colon',
        withLine('name: Map', 'name:\u00A0Map'),
        '2:6 Not valid YAML: this is a no-break space (U+00A0), which looks like a space; type an ordinary space',
      ],
      [
        'after the last colon',
        withLine('copyright: OpenStreetMap', 'copyright:\u00A0X'),
        '6:11 Not valid YAML: this is a no-break space (U+00A0), which looks like a space; type an ordinary space',
      ],
      [
        'after a dash',
        'hosts:\n  - a\n  -\u00A0b\n',
        '3:4 Not valid YAML: this is a no-break space (U+00A0), which looks like a space; type an ordinary space',
      ],
      [
        'that indents',
        'hosts:\n\u00A0\u00A0- a\nid: x\n',
        '2:1 Not valid YAML: this is a no-break space (U+00A0), which looks like a space; type an ordinary space',
      ],
      [
        'of another kind',
        withLine('name: Map', 'name:\u3000Map'),
        '2:6 Not valid YAML: this is a special space (U+3000), which looks like a space; type an ordinary space',
      ],
    ],
  ],
  [
    'a quote, bracket or brace that is not closed',
    [
      [
        'a double quote',
        withLine('name: Map', 'name: "Map'),
        '2:7 Not valid YAML: a quote is opened here and never closed with "',
      ],
      [
        'a single quote',
        withLine('name: Map', "name: 'Map"),
        "2:7 Not valid YAML: a quote is opened here and never closed with '",
      ],
      [
        'a quote in the last line',
        withLine('copyright: OpenStreetMap', 'copyright: "X'),
        '6:12 Not valid YAML: a quote is opened here and never closed with "',
      ],
      [
        'a quote with escapes',
        'a: "b\\"c\\\\\\"\nd: 1\n',
        '1:4 Not valid YAML: a quote is opened here and never closed with "',
      ],
      [
        'a quote with doubled quotes',
        "a: 'x'\nb: '''it''s\nd: 1\n",
        "2:4 Not valid YAML: a quote is opened here and never closed with '",
      ],
      [
        'a quote over lines',
        'a: "b\n  c\nd: 1\n',
        '1:4 Not valid YAML: a quote is opened here and never closed with "',
      ],
      [
        'a quote at a key',
        'a: 1\n"name: Server\n',
        '2:1 Not valid YAML: a quote is opened here and never closed with "',
      ],
      [
        'a quote in brackets',
        withLine('hosts: [a.example.org]', 'hosts: [b, "a.example.org]'),
        '4:12 Not valid YAML: a quote is opened here and never closed with "',
      ],
      [
        'a bracket',
        withLine('hosts: [a.example.org]', 'hosts: [a.example.org'),
        '4:8 Not valid YAML: a bracket is opened here and never closed with ]',
      ],
      ['a brace', 'a: { b: 1\nc: 2\n', '1:4 Not valid YAML: a brace is opened here and never closed with }'],
      [
        'a brace after closed ones',
        '- { a: [1, [2]], b: { c: 1 }\n- { d: 1 }\n',
        '1:3 Not valid YAML: a brace is opened here and never closed with }',
      ],
      [
        'a brace in a bracket',
        'a: [{ b: 1\nc: 2\n',
        '1:5 Not valid YAML: a brace is opened here and never closed with }',
      ],
      [
        'a bracket closed by a brace',
        '{ a: [1, 2\n}\n',
        '1:6 Not valid YAML: a bracket is opened here and never closed with ]',
      ],
      ['a root brace', '{ "a": 1,\n"b": 2\n', '1:1 Not valid YAML: a brace is opened here and never closed with }'],
      [
        'a bracket whose end is a comment',
        'a: [b #c]\nd: 1\n',
        '1:4 Not valid YAML: a bracket is opened here and never closed with ]; after a space, # begins a comment, which may hide the end',
      ],
      [
        'a bracket that is closed in the first column',
        'hosts: [\n  a,\n  b\n]\nid: x\n',
        '4:1 Not valid YAML: this line belongs to the [ above; indent it by two spaces',
      ],
      [
        'a quote above a line with a tab',
        'a: "b\n\tc\nd: 1\n',
        '1:4 Not valid YAML: a quote is opened here and never closed with "',
      ],
    ],
  ],
  [
    'a quote that ends a text too early',
    [
      [
        'an apostrophe',
        withLine('name: Map', "name: 'Bob's map'"),
        `2:11 Not valid YAML: this apostrophe ends the text; write 'Bob''s map' or "Bob's map"`,
      ],
      [
        'an apostrophe in an item',
        "- 'Bob's map'\n",
        `1:7 Not valid YAML: this apostrophe ends the text; write 'Bob''s map' or "Bob's map"`,
      ],
      [
        'an apostrophe in braces',
        "{ a: 'Bob's map', b: 'x' }\n",
        `1:10 Not valid YAML: this apostrophe ends the text; write 'Bob''s map' or "Bob's map"`,
      ],
      [
        'an apostrophe in a key',
        "a: 1\n'Bob's map.zip': {}\n",
        `2:5 Not valid YAML: this apostrophe ends the text; write 'Bob''s map.zip' or "Bob's map.zip"`,
      ],
      [
        'an apostrophe in a text without an end',
        "name: 'Bob's map\nid: x\n",
        '1:11 Not valid YAML: this apostrophe ends the text; write it twice',
      ],
      [
        'quotes',
        withLine('name: Map', 'name: "The "big" map" # x'),
        `2:12 Not valid YAML: this quote ends the text; write 'The "big" map'`,
      ],
      [
        'text after a quoted one',
        'name: "Map" one\n',
        '1:11 Not valid YAML: the text ends at this "; put what follows in the quotes, too',
      ],
    ],
  ],
  [
    'a Markdown fence',
    [
      [
        'around the file',
        `\`\`\`yaml\n${RECORD}\`\`\`\n`,
        '1:1 Not valid YAML: a line with ``` is part of Markdown, not of the file; remove this line, and the one at the end',
      ],
      [
        'at the top',
        `# x\n\`\`\`\n${RECORD}`,
        '2:1 Not valid YAML: a line with ``` is part of Markdown, not of the file; remove this line',
      ],
      [
        'at the end',
        `${RECORD}\`\`\`\n`,
        '7:1 Not valid YAML: a line with ``` is part of Markdown, not of the file; remove this line',
      ],
      [
        'of tildes',
        `~~~ yaml\n${RECORD}~~~\n`,
        '1:1 Not valid YAML: a line with ~~~ is part of Markdown, not of the file; remove this line, and the one at the end',
      ],
      [
        'after another mistake',
        'a: 1\nb\nc: 1\n```\n',
        '2:1 Not valid YAML: a colon is missing after "b"; 4:1 Not valid YAML: a line with ``` is part of Markdown, not of the file; remove this line',
      ],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%s', (_name, text, finding) => {
    expect(findingOf(text)).toBe(finding);
  });
});
