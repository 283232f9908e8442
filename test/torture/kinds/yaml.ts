/** CatalogOutline files that chance has changed: whatever is in them is reported in its place, or published as it should be. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatFile } from '../../../build/format/format.ts';
import { parse } from '../../../build/parse/parse.ts';
import type { CatalogFolder } from '../../../build/read/folder.ts';
import { listFiles } from '../../../build/read/read.ts';
import type { Finding } from '../../../build/report/findings.ts';
import { findingsAsAnnotations, findingsAsJson, findingsAsText } from '../../../build/report/print.ts';
import { anyCatalog } from '../../support/any-catalog.ts';
import { type Files, memoryFolder, SMALL, writeFiles } from '../../support/catalogs.ts';
import { type RenderedInMemory, rendered } from '../../support/check.ts';
import { ROOT } from '../../support/cli.ts';
import { filesBelow } from '../../support/files.ts';
import { type Draw, messy } from '../../support/messy.ts';
import { fc } from '../../support/property.ts';
import { PublishedSchemas } from '../../support/published-schemas.ts';
import { hold, oneOf, type Round, type Trial } from '../trial.ts';

const VARIANTS = 40;

/** The files of a catalog that somebody has written; large ones would only take longer. */
function filesIn(folder: string): Files {
  const files = filesBelow(folder).filter((path) => path.endsWith('.yaml'));
  const contents = files.map((path) => [path, readFileSync(join(folder, path))] as const);
  return Object.fromEntries(contents.filter(([, { length }]) => length < 5_000));
}

const FORMAT_CASES = join(ROOT, 'test', 'fixtures', 'format');

const REAL: readonly Files[] = [
  SMALL,
  filesIn(join(ROOT, 'test', 'golden', 'corners', 'input')),
  ...readdirSync(FORMAT_CASES).map((name) => ({ ...SMALL, ...filesIn(join(FORMAT_CASES, name, 'input')) })),
];

/** A catalog to change: a real one, or a random one written in any style of YAML. */
function someCatalog(draw: Draw): Files {
  if (draw(2) === 0) return oneOf(draw, REAL);
  const [json = {}] = fc.sample(anyCatalog, { seed: draw(2 ** 30), numRuns: 1 });
  return Object.fromEntries(
    Object.entries(json).map(([path, text]) => [path, messy(JSON.parse(String(text)), draw).text]),
  );
}

/** What YAML gives a meaning, what terminals and readers of lines do, and what other readers of YAML take for something. */
const PIECES = [
  ...['&a ', '*a', '&a [*a]', '!!str ', '!!binary ', '!<tag:x> ', '!!python/object:x ', '<<: *a', '<<: {}', '? ', ': '],
  ...['---\n', '...\n', '%YAML 1.1\n', '%TAG ! x\n', '|\n', '>-\n', '|2+\n', '{', '}', '[', ']', ', ', '- ', '"', "'"],
  ...['# ', ' #', '\t', '\r', '\r\n', '\n', '\n\n', '\u0000', '\u001b[2J', '\u009b31m', '\u0085', '\u2028', '\u202e'],
  ...['\ufeff', '\ufffe', '::error::x', '\n::set-output name=x::y\n', '${SECRET_KEY}', '#{host}', '#{z}', '{s}', '%2e'],
  ...['NO', 'y', '1e400', '0x1F', '0o17', '1_000', '.inf', '.nan', '1:30', '2024-13-45', '12345678901234567890', '~'],
  ...[
    '__proto__: 1\n',
    'constructor: x\n',
    'é',
    '地',
    '😀',
    '\ud800',
    'a'.repeat(3_000),
    '<<<<<<< HEAD\n',
    '../',
    'CON',
  ],
];

/** Changes of a text, each at a place that chance picks. */
const CHANGES: readonly ((text: string, draw: Draw) => string)[] = [
  // A piece put in, or in place of something.
  (text, draw) => splice(text, draw(text.length + 1), draw(2) * draw(6), oneOf(draw, PIECES)),
  (text, draw) => splice(text, draw(text.length + 1), draw(2) * draw(6), oneOf(draw, PIECES)),
  (text, draw) => splice(text, draw(text.length + 1), draw(30), ''),
  (text, draw) => splice(text, draw(text.length + 1), 1, String.fromCharCode(draw(256))),
  (text, draw) => splice(text, draw(text.length + 1), 1, String.fromCodePoint(draw(0x110000))),
  // A part of it once more, somewhere else, many times.
  (text, draw) => splice(text, draw(text.length + 1), 0, part(text, draw).repeat(1 + draw(2) * draw(50))),
  // Lines exchanged, indented, joined.
  (text, draw) => onLines(text, (lines) => lines.splice(draw(lines.length), 0, ...lines.splice(draw(lines.length), 1))),
  (text, draw) =>
    onLines(text, (lines) => lines.splice(draw(lines.length), 1, ' '.repeat(draw(5)) + oneOf(draw, lines))),
  (text, draw) => splice(text, text.indexOf('\n', draw(text.length)), 1, ' '),
  // A value nested deeply.
  (text, draw) => splice(text, draw(text.length + 1), 0, oneOf(draw, ['[', '{a: ', '- ', '? ', '"']).repeat(draw(300))),
];

function splice(text: string, at: number, removed: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at + removed);
}

function part(text: string, draw: Draw): string {
  const from = draw(text.length + 1);
  return text.slice(from, from + draw(40));
}

function onLines(text: string, change: (lines: string[]) => void): string {
  const lines = text.split('\n');
  change(lines);
  return lines.join('\n');
}

/** The bytes of a changed file; sometimes they are no UTF-8 any more. */
function mutated(content: string | Uint8Array, draw: Draw): Uint8Array {
  let text = typeof content === 'string' ? content : Buffer.from(content).toString();
  for (let left = 1 + draw(1 + draw(4)); left > 0; left--) text = oneOf(draw, CHANGES)(text, draw);
  const bytes = Buffer.from(text);
  for (let left = draw(8) === 0 ? 3 : 0; left > 0 && bytes.length > 0; left--) bytes[draw(bytes.length)] = draw(256);
  return bytes;
}

/** A catalog with one file changed, rarely more. */
export function fuzzed(draw: Draw): Files {
  const files: Record<string, string | Uint8Array> = { ...someCatalog(draw) };
  for (let left = 1 + (draw(4) === 0 ? draw(3) : 0); left > 0; left--) {
    const path = oneOf(draw, Object.keys(files));
    files[path] = mutated(files[path] as string, draw);
  }
  return files;
}

/** What nothing that is printed may have in it. */
export const CONTROL = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** @throws Lost unless a finding has its position inside of its file */
function expectInside({ file, line, column, endColumn, lineText, message }: Finding, files: Files): void {
  const content = files[file];
  const lines = content === undefined ? [''] : parse(file, Buffer.from(content)).text.split(/\r\n?|\n/);
  const length = lines[line - 1]?.length ?? -1;
  const isInside = column >= 1 && column <= length + 1 && (endColumn === null || endColumn > column);
  const where = `${file}:${line}:${column}-${endColumn} ${message}`;
  hold(lineText === null ? line === 1 && column === 1 : isInside, 'a position inside of the file', where);
  hold(/^\S[^\n]*$/.test(message), 'a message of one line', JSON.stringify(message));
}

function expectPrintable(findings: readonly Finding[]): void {
  const frame = { catalog: 'catalog', files: 1, changedSince: null };
  const printed = {
    text: findingsAsText(findings, 'catalog/', false),
    annotations: findingsAsAnnotations(findings, 'catalog/'),
    JSON: findingsAsJson(findings, 'catalog/', frame),
  };
  for (const [form, text] of Object.entries(printed)) {
    const found = CONTROL.exec(text);
    hold(!found, `no control characters in ${form}`, JSON.stringify(text.slice(found?.index ?? 0).slice(0, 40)));
  }
  const commands = printed.annotations.split('\n').filter((line) => line.startsWith('::'));
  hold(commands.length <= findings.length + 1, 'one annotation for each finding', String(commands.length));
}

/** Runs the stages up to rendering; a test gives one that is wrong. */
export type CheckFunction = (folder: CatalogFolder) => Promise<RenderedInMemory>;

/** The trial, with the function that checks and renders a catalog. */
export function fuzzYaml(check: CheckFunction): Trial {
  let schemas: PublishedSchemas | undefined;

  async function tryOne({ count }: Round, files: Files): Promise<void> {
    const folder = memoryFolder(files);
    const { findings, site } = await check(folder);
    for (const finding of findings) expectInside(finding, files);
    expectPrintable(findings);
    for (const file of listFiles(folder).files) formatFile(folder, file);
    schemas ??= new PublishedSchemas();
    for (const asset of site?.assets ?? []) {
      const problems = schemas.problemsOf(asset);
      hold(problems.length === 0, 'documents that follow their schemas', problems.join('\n'));
    }
    count('catalogs');
    if (site) count('of them accepted');
  }

  return {
    name: 'yaml',
    what: 'fuzzed files: each fault reported in its place, what is accepted follows the published schemas',
    async run(round) {
      for (let left = VARIANTS; left > 0; left--) {
        const files = fuzzed(round.draw);
        try {
          await tryOne(round, files);
        } catch (error) {
          writeFiles(join(round.folder, 'catalog'), files);
          throw error;
        }
      }
    },
  };
}

/** The trial. */
export const YAML = fuzzYaml((folder) => rendered(folder));
