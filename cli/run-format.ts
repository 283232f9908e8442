/** `cartalog format`: brings catalog files into their one form. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { annotation, type Diagnostic, listFiles, reportOn, type SourceFile, summary } from '../build/pipeline.ts';
import { formatFile } from '../commands/format/format.ts';
import { describeSystemError } from '../contract/system-errors.ts';
import { openCatalog, replaceFile } from './files.ts';
import { CannotRunError, type ExitStatus, type Io } from './io.ts';
import { pathPrefix, writeFindings } from './terminal.ts';

/** How many lines of the form a remark shows. */
const SHOWN = 12;

/** What the command line says. */
export interface FormatOptions {
  readonly catalog: string;
  /** Write nothing; say which files would change. */
  readonly check: boolean;
  /** With `check`: list the files as remarks on the lines of a pull request. */
  readonly github: boolean;
  /** Files or folders of the catalog, relative to where the program runs; none means all. */
  readonly files: readonly string[];
}

/** Runs the command. @throws CannotRunError where a file is none of the catalog, or cannot be written */
export async function runFormat(io: Io, { catalog, check, github, files: names }: FormatOptions): Promise<ExitStatus> {
  const root = resolve(io.cwd, catalog);
  const folder = openCatalog(io, catalog);
  const { files, diagnostics } = select(io, root, catalog, names, listFiles(folder));
  const prefix = pathPrefix(io, catalog);
  const changed: string[] = [];
  for (const file of files) {
    const { diagnostics: problems, text, formatted } = formatFile(folder, file);
    for (const problem of problems) diagnostics.push(problem);
    if (formatted === null) continue;
    changed.push(file.path);
    io.stdout.write(github ? remark(prefix + file.path, text, formatted) : `${prefix}${file.path}\n`);
    if (!check) write(join(root, file.path), formatted, prefix + file.path);
  }
  const findings = reportOn(folder, diagnostics);
  writeFindings(io, io.stderr, catalog, findings);
  const broken = new Set(findings.filter(({ severity }) => severity === 'error').map(({ file }) => file)).size;
  if (broken > 0)
    io.stderr.write(`${summary(findings)}; ${count(broken)} left as ${broken === 1 ? 'it is' : 'they are'}.\n`);
  io.stderr.write(conclusion(files.length, changed.length, check, mend(catalog, names)));
  return broken > 0 || (check && changed.length > 0) ? 1 : 0;
}

interface Selection {
  readonly files: readonly SourceFile[];
  readonly diagnostics: Diagnostic[];
}

/** The files that are asked for, and what is wrong with their places. */
function select(
  io: Io,
  root: string,
  catalog: string,
  names: readonly string[],
  all: ReturnType<typeof listFiles>,
): Selection {
  // A file that is missing is nothing to format.
  const diagnostics = all.diagnostics.filter(({ code }) => code !== 'missing-file');
  if (names.length === 0) return { files: all.files, diagnostics };
  const places = [...all.files.map(({ path }) => path), ...diagnostics.map(({ file }) => file)];
  const wanted = new Set<string>();
  for (const name of names) {
    const path = pathInside(io, root, catalog, name);
    const found = places.filter((place) => path === '' || place === path || place.startsWith(`${path}/`));
    if (found.length === 0) throw new CannotRunError(`${name} is no file of the catalog in ${catalog}.`);
    for (const place of found) wanted.add(place);
  }
  return {
    files: all.files.filter(({ path }) => wanted.has(path)),
    diagnostics: diagnostics.filter(({ file }) => wanted.has(file)),
  };
}

/** The path, inside the catalog, of a file or folder as a person or an editor names it. */
function pathInside(io: Io, root: string, catalog: string, name: string): string {
  const file = resolve(io.cwd, name);
  let folder: string;
  try {
    folder = realpathSync(dirname(file));
  } catch {
    throw new CannotRunError(`There is no file ${name}.`);
  }
  const path = relative(realpathSync(root), join(folder, basename(file)));
  if (path.startsWith('..')) throw new CannotRunError(`${name} is no file of the catalog in ${catalog}.`);
  return path.replaceAll(sep, '/');
}

/** A remark on the first line that is not as it should be, with what should stand there. */
function remark(file: string, text: string, formatted: string): string {
  const lines = text.split('\n');
  const wanted = formatted.split('\n');
  const at = Math.max(
    0,
    lines.findIndex((line, index) => line !== wanted[index]),
  );
  const message = `Not in the form of the catalog. From here on, write:\n${wanted.slice(at, at + SHOWN).join('\n')}`;
  return annotation('error', { file, line: at + 1, title: 'not-in-form' }, message);
}

function write(file: string, content: string, name: string): void {
  try {
    replaceFile(file, content);
  } catch (error) {
    throw new CannotRunError(`${name} cannot be written: ${describeSystemError(error)}. It is as it was.`);
  }
}

function conclusion(total: number, changed: number, isCheck: boolean, command: string): string {
  if (changed === 0) return `${count(total)} looked at, nothing to change.\n`;
  if (!isCheck) return `${count(total)} looked at, ${changed} formatted.\n`;
  return `${count(total)} looked at, ${changed} not in the form of the catalog. To mend ${changed === 1 ? 'it' : 'them'}: ${command}\n`;
}

const count = (files: number): string => `${files} file${files === 1 ? '' : 's'}`;

/** The command that mends what a check finds. */
function mend(catalog: string, names: readonly string[]): string {
  const option = catalog === 'catalog' ? [] : ['--catalog', catalog];
  return ['npx cartalog format', ...option, ...names].join(' ');
}
