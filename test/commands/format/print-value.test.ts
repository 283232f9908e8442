/** The short way must print exactly what the long way prints, or decline: whatever the file, its schema accepted or not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventsOf, parse, type SourceFile, schemaOf } from '../../../build/pipeline.ts';
import { type FileKind, matchLayout } from '../../../build/read/layout.ts';
import { FORMS, type Form } from '../../../commands/format/form.ts';
import { formatFile, plainYaml, writeSource } from '../../../commands/format/format.ts';
import { printValue } from '../../../commands/format/print-value.ts';
import { PrintedBytes } from '../../../commands/format/printed-bytes.ts';
import { printTree } from '../../../commands/format/printer.ts';
import { treeOf } from '../../../commands/format/tree.ts';
import { memoryFolder } from '../../support/catalogs.ts';
import { ROOT } from '../../support/cli.ts';
import { nastyCatalog } from '../../support/nasty-catalog.ts';
import { fc } from '../../support/property.ts';

/** The runs of each property; more in a run of its own. */
const numRuns = Number(process.env['FC_RUNS'] ?? 400);

type Outcome = 'printed' | 'declined' | 'no file';

/** Prints the value of a text, and its tree; the test fails where they differ. */
function comparePrinted(source: string, form: Form): Outcome {
  const { text, value, diagnostics } = parse('x.yaml', Buffer.from(source));
  if (diagnostics.length > 0 || typeof value !== 'object' || value === null) return 'no file';
  const printed = new PrintedBytes(0);
  if (!printValue(value, form, printed)) return 'declined';
  const { root } = treeOf(text, eventsOf(text), form);
  expect(printed.bytes().toString(), text).toBe(`${printTree(root).join('\n')}\n`);
  return 'printed';
}

/** Formats a file both ways. */
function compareFormatted(path: string, text: string): void {
  const file = { ...matchLayout(path), path } as SourceFile;
  const folder = memoryFolder({ [path]: Buffer.from(text) });
  expect(formatFile(folder, file), text).toEqual(formatFile(folder, file, printTree));
}

const forms = Object.values(FORMS);
const { files } = FORMS;

describe('printValue', () => {
  test.each<[string, string, Outcome]>([
    [
      'what is in its form',
      'a.zip:\n  checksums:\n    - { lastModified: 2026-01-01T00:00:00Z, contentLength: 1 }\n',
      'printed',
    ],
    ['other indentation', 'a.zip:\n    checksums:\n        - { contentLength: 1 }\n', 'printed'],
    ['other quotes', "a.zip:\n  checksums:\n    - { lastModified: 'a', sha1: 'B' }\n", 'printed'],
    ['another order', 'b: {}\na: {}\n', 'printed'],
    ['another order on a line', 'a:\n  checksums:\n    - { sha1: null, contentLength: 1 }\n', 'printed'],
    ['text over several lines', 'a:\n  checksums:\n    - { lastModified: b\n      c }\n', 'printed'],
    ['nothing', '{}\n', 'printed'],
    ['a list of nothing', '[]', 'printed'],
    ['paths that are numbers', 'b: {}\n"2": {}\n"10": {}\n', 'printed'],
    ['a number that needs an exponent', 'a:\n  checksums:\n    - { contentLength: 0.0000000001 }\n', 'declined'],
    ['a key that the schema does not have', 'a:\n  other: 1\n', 'declined'],
    ['SHA-1 that may be null', 'a:\n  checksums:\n    - { sha1: "null" }\n', 'declined'],
    ['SHA-1 that is a number', 'a:\n  checksums:\n    - { sha1: 1 }\n', 'declined'],
  ])('%s', (_, text, outcome) => {
    expect(comparePrinted(text, files)).toBe(outcome);
  });

  test('keys that are numbers, in the order of the file', () => {
    const text = 'hosts: { b: 1, "1": 2 }\n';
    expect(comparePrinted(text, FORMS.tileserver)).toBe('declined');
  });

  /** The catalog files of the tests and of this repository, with their path in the catalog. */
  const sources = ['test/fixtures', 'test/golden', 'templates', 'catalog'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.yaml'))
      .flatMap((path) => {
        const parts = path.split('/');
        const inside = parts.map((_, index) => parts.slice(index).join('/')).find((end) => matchLayout(end));
        return inside ? [{ path: inside, text: readFileSync(join(ROOT, folder, path), 'utf8') }] : [];
      }),
  );

  const formOf = (path: string): Form => FORMS[schemaOf((matchLayout(path) as { kind: FileKind }).kind)];

  test('every file of the tests', () => {
    for (const { path, text } of sources) compareFormatted(path, text);
    const outcomes = sources.map(({ path, text }) => comparePrinted(text, formOf(path)));
    expect(outcomes.filter((outcome) => outcome === 'printed').length).toBeGreaterThan(sources.length / 2);
  });

  /** What makes a text another one, or none. */
  const piece = fc.oneof(
    fc.constantFrom(
      ...'a 1 -1 -0 1.50 1e3 0x1 true no ~ null .inf sha1 checksums 2026-01-01T00:00:00Z AAAAAAA __proto__'.split(' '),
    ),
    fc.constantFrom(': ', ' ', '- ', '{ ', ' }', '{}', '[', ']', '[]', ', ', "'", '"', '""', '"1"', '#', ' #', ' # c'),
    fc.constantFrom(
      '\n',
      '\n  ',
      '\n    ',
      '\n- ',
      '\n    - ',
      '\r\n',
      '\n\n',
      '\na: ',
      '\n"7": ',
      '|\n',
      '>-\n',
      '\n# c\n',
    ),
    fc.constantFrom('é', '\u0085', '\u00a0', '\u2028', '\ufeff', '😀', '\\u0041', '\\n', '\t'),
  );
  const change = fc.tuple(fc.nat(), fc.nat(8), piece);

  test('files that were changed at random', () => {
    const small = sources.filter(({ text }) => text.length < 1_000);
    let printed = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...small),
        fc.boolean(),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        ({ path, text }, isFirstFormatted, changes) => {
          const file = { ...matchLayout(path), path } as SourceFile;
          const { formatted } = formatFile(memoryFolder({ [path]: Buffer.from(text) }), file);
          let changed = isFirstFormatted && formatted ? Buffer.from(formatted.bytes).toString() : text;
          for (const [where, removed, put] of changes) {
            const at = where % (changed.length + 1);
            changed = changed.slice(0, at) + put + changed.slice(at + removed);
          }
          compareFormatted(path, changed);
          if (comparePrinted(changed, formOf(path)) === 'printed') printed++;
        },
      ),
      { numRuns },
    );
    expect(printed).toBeGreaterThan(numRuns / 10);
  });

  test('any texts, in their form and in no form', () => {
    fc.assert(
      fc.property(nastyCatalog, (values) => {
        for (const [path, value] of Object.entries(values)) {
          const file = { path, kind: (matchLayout(path) as { kind: FileKind }).kind };
          const text = writeSource(file, value);
          compareFormatted(path, text);
          compareFormatted(path, plainYaml(value));
          compareFormatted(path, text.replaceAll('  ', '    '));
          comparePrinted(text, formOf(path));
        }
      }),
      { numRuns: numRuns / 40 },
    );
  });

  const name = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(
      'checksums',
      'fragments',
      'sha1',
      'contentLength',
      'a b.zip',
      'id',
      'name',
      'url',
      '1',
      '010',
      'x: y',
    ),
  );
  const leaf = fc.oneof(name, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));

  test('any values, in any form', () => {
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.dictionary(name, tie('tree'), { maxKeys: 4 }),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    }));
    let printed = 0;
    fc.assert(
      fc.property(tree, fc.constantFrom(...forms), (value, form) => {
        if (comparePrinted(plainYaml(value), form) === 'printed') printed++;
      }),
      { numRuns: 2 * numRuns },
    );
    expect(printed).toBeGreaterThan(numRuns / 10);
  });

  test('long lists, of which nearly all lines are in their form', () => {
    const time = fc.integer({ min: 10, max: 59 }).map((second) => `2026-01-01T00:00:${second}Z`);
    const inForm = fc
      .tuple(time, fc.constantFrom('null', `"${'A'.repeat(40)}"`))
      .map(([moment, sha1]) => `    - { lastModified: ${moment}, contentLength: 1, sha1: ${sha1} }\n`);
    const odd = fc.constantFrom(
      ...['    - { contentLength: 1, lastModified: a }\n', '    - {}\n', '    -\n      contentLength: 1\n', '\n'],
      ...['    - { contentLength: 1.50 }\n', '    - { sha1: "A" }\n', '    # a comment\n', '  fragments:\n'],
    );
    const part = fc.oneof({ weight: 5, arbitrary: fc.array(inForm, { minLength: 10, maxLength: 40 }) }, fc.tuple(odd));
    let printed = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 3 }), (parts) => {
        const text = `a.zip:\n  checksums:\n${parts.flat().join('')}`;
        if (comparePrinted(text, files) === 'printed') printed++;
      }),
      { numRuns: numRuns / 2 },
    );
    expect(printed).toBeGreaterThan(numRuns / 10);
  });

  test('lines that nearly are in their form', () => {
    const scalar = fc.constantFrom(
      ...[
        '0',
        '1',
        '01',
        '-1',
        '-0',
        '1.5',
        '1.50',
        '123456789012345',
        '1234567890123456',
        'null',
        '~',
        'true',
        'word',
      ],
      ...[
        '2026-01-01T00:00:00Z',
        '"2026-01-01T00:00:00Z"',
        `"${'A'.repeat(40)}"`,
        'A'.repeat(40),
        `"${'a'.repeat(40)}"`,
        '""',
      ],
    );
    const key = fc.constantFrom('lastModified', 'contentLength', 'sha1', '"sha1"', 'lastmodified');
    const member = fc.tuple(key, fc.constantFrom(': ', ': ', ': ', ':  '), scalar).map((parts) => parts.join(''));
    const line = fc.tuple(
      fc.constantFrom('    - ', '    - ', '    -  ', '     - '),
      fc.constantFrom('{ ', '{ ', '{'),
      fc.array(member, { maxLength: 3 }),
      fc.constantFrom(', ', ', ', ','),
      fc.constantFrom(' }', ' }', '}', ', }'),
      fc.constantFrom('\n', '\n', '\n', ' \n', '', '\n\n'),
    );
    const text = fc.array(
      line.map(([start, open, members, between, close, end]) => {
        return `${start}${open}${members.join(between)}${close}${end}`;
      }),
      { minLength: 1, maxLength: 3 },
    );
    let printed = 0;
    fc.assert(
      fc.property(text, (lines) => {
        if (comparePrinted(`a.zip:\n  checksums:\n${lines.join('')}`, files) === 'printed') printed++;
      }),
      { numRuns: 3 * numRuns },
    );
    expect(printed).toBeGreaterThan(numRuns / 10);
  });
});
