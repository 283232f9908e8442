import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type Diagnostic, isSound } from '../../../build/diagnostics/diagnostic.ts';
import { type FormDifference, formatCatalogFile } from '../../../build/format/format-file.ts';
import type { CatalogFolder } from '../../../build/read/folder.ts';
import { pathOfRole, type SourceFile } from '../../../build/read/layout.ts';
import { listCatalogFiles } from '../../../build/read/list-files.ts';
import { ChangedFileError, rereadableFolder } from '../../../build/read/rereadable.ts';
import { type Finding, findingsSummary } from '../../../build/report/findings.ts';
import { findingsInFolder } from '../../../build/report/positions.ts';
import { loadCatalogFile } from '../../../build/run/load-file.ts';
import { withoutPastedKeys } from '../../../build/tile-url/secrets.ts';
import { openCatalogFolder } from '../../../cli/catalog/catalog-folder.ts';
import { replaceFile } from '../../../cli/files/write-file.ts';
import { programCall } from '../../../cli/program/package.ts';
import { annotateFindings } from '../../../cli/terminal/annotate-findings.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { writeFindings } from '../../../cli/terminal/print-findings.ts';
import { catalogPathPrefix, noCatalogFiles } from '../../../cli/terminal/terminal.ts';
import { describeSystemError } from '../../../contract/base/system-errors.ts';
import { plural, visible, withThousands } from '../../../contract/base/text.ts';
import { SECTIONS } from '../../../contract/data-sources/sections.ts';
import type { DataSourceSource } from '../../../contract/generated/catalog.types.ts';

interface FormatOptions {
  readonly catalog: string;
  readonly check: boolean;
  readonly github: boolean;
  /** Reports only files not in standard form: `cartalog check` has reported the rest. */
  readonly onlyForm?: boolean;
  /** From the working folder; empty for the whole catalog. */
  readonly files: readonly string[];
}

/** @returns 1 if a file has errors or, with `check`, another form */
export async function runFormat(io: Io, options: FormatOptions, format = formatCatalogFile): Promise<ExitStatus> {
  const { catalog, check, github, onlyForm = false, files: names } = options;
  const root = resolve(io.cwd, catalog);
  const folder = rereadableFolder(openCatalogFolder(io, catalog));
  const { files, diagnostics } = select(io, root, catalog, names, listCatalogFiles(folder));
  const prefix = catalogPathPrefix(io, catalog);
  // Sections need the action of their data source, which is read first: once formatted, its file counts as changed and
  // cannot be read again.
  const sourceActions = new Map(check ? [] : files.map((file) => [file, actionOfDataSource(folder, file)]));
  const differences = new Map<string, FormDifference>();
  let unwritten = 0;
  let filesWithErrors = 0;
  for (const file of files) {
    const name = visible(prefix + file.path);
    const result = format(folder, file, undefined, sourceActions.get(file));
    for (const problem of result.diagnostics) diagnostics.push(problem);
    if (!isSound(result.diagnostics)) filesWithErrors++;
    if (!result.formatted) continue;
    const problem = check ? null : writeIfUnchanged(folder, root, file.path, result.formatted.bytes);
    if (problem !== null) {
      unwritten++;
      io.stderr.write(`${name} ${problem}. It is not changed.\n`);
      continue;
    }
    differences.set(file.path, result.formatted.difference);
    if (!github) io.stdout.write(`${name}\n`);
  }
  if (onlyForm) diagnostics.length = 0;
  if (check) for (const { diagnostic } of differences.values()) diagnostics.push(diagnostic);
  const findings = findingsInFolder(folder, diagnostics);
  if (github) annotateFindings(io, catalog, withLines(findings, differences));
  else writeFindings(io, io.stderr, catalog, findings);
  const problems = findings.filter(({ code }) => code !== 'not-in-form');
  const leftFiles = new Set(problems.filter(({ severity }) => severity === 'error').map(({ file }) => file)).size;
  if (leftFiles > 0)
    io.stderr.write(
      `${findingsSummary(problems)}; ${plural(leftFiles, 'file')} left as ${leftFiles === 1 ? 'it is' : 'they are'}.\n`,
    );
  if (files.length === 0 && names.length === 0) io.stderr.write(noCatalogFiles(catalog));
  io.stderr.write(
    conclusion(
      files.length - (onlyForm ? filesWithErrors : 0),
      differences.size,
      check,
      formatCommand(io, catalog, names),
    ),
  );
  if (unwritten > 0) throw new CannotRunError(`${plural(unwritten, 'file')} could not be written.`);
  return leftFiles > 0 || (check && differences.size > 0) ? 1 : 0;
}

/** The action of the data source to which a section such as `files.yaml` belongs; null for other files. */
function actionOfDataSource(folder: CatalogFolder, { role, name }: SourceFile): unknown {
  if (!SECTIONS.some((entries) => entries === role) || name === null) return null;
  const { value } = loadCatalogFile(folder, { path: pathOfRole('datasource', name), role: 'datasource', name });
  return (value as Partial<DataSourceSource> | undefined)?.action ?? null;
}

function select(
  io: Io,
  root: string,
  catalog: string,
  names: readonly string[],
  all: ReturnType<typeof listCatalogFiles>,
): { files: readonly SourceFile[]; diagnostics: Diagnostic[] } {
  // A missing file cannot be formatted.
  const diagnostics = all.diagnostics.filter(({ code }) => code !== 'missing-file');
  if (names.length === 0) return { files: all.files, diagnostics };
  const places = [...all.files.map(({ path }) => path), ...diagnostics.map(({ file }) => file)];
  const wanted = new Set<string>();
  for (const name of names) {
    const path = pathInside(io, root, catalog, name);
    const found = places.filter((place) => path === '' || place === path || place.startsWith(`${path}/`));
    if (found.length === 0) throw new CannotRunError(`${name} is not a file of the catalog in ${catalog}.`);
    for (const place of found) wanted.add(place);
  }
  return {
    files: all.files.filter(({ path }) => wanted.has(path)),
    diagnostics: diagnostics.filter(({ file }) => wanted.has(file)),
  };
}

function pathInside(io: Io, root: string, catalog: string, name: string): string {
  const file = resolve(io.cwd, name);
  let folder: string;
  try {
    folder = realpathSync(dirname(file));
  } catch {
    throw new CannotRunError(`There is no file ${name}.`);
  }
  const path = relative(realpathSync(root), join(folder, basename(file)));
  if (path.startsWith('..')) throw new CannotRunError(`${name} is not a file of the catalog in ${catalog}.`);
  return path.replaceAll(sep, '/');
}

/** Adds the lines to write, for people who edit in the browser, without the command. */
function withLines(findings: readonly Finding[], differences: ReadonlyMap<string, FormDifference>): Finding[] {
  return findings.map((finding) => {
    const lines = finding.code === 'not-in-form' ? (differences.get(finding.file)?.lines ?? []) : [];
    if (lines.length < 2) return finding;
    return {
      ...finding,
      message: [finding.message, 'From this line on:', ...lines.map((line) => visible(withoutPastedKeys(line)))].join(
        '\n',
      ),
    };
  });
}

/** Keeps a file that changed since it was read. @returns the problem; null after writing */
function writeIfUnchanged(folder: CatalogFolder, root: string, path: string, bytes: Uint8Array): string | null {
  try {
    folder.read(path);
    replaceFile(join(root, path), bytes);
    return null;
  } catch (error) {
    if (error instanceof ChangedFileError) return 'was saved while it was formatted';
    return `cannot be written: ${describeSystemError(error)}`;
  }
}

function conclusion(total: number, changed: number, isCheck: boolean, command: string): string {
  const start = `${plural(total, 'file')} checked`;
  if (changed === 0) return `${start}, nothing to change.\n`;
  if (!isCheck) return `${start}, ${withThousands(changed)} formatted.\n`;
  return `${start}, ${withThousands(changed)} not in the form of the catalog. To fix ${changed === 1 ? 'it' : 'them'}: ${command}\n`;
}

function formatCommand({ cwd }: Io, catalog: string, names: readonly string[]): string {
  const option = catalog === 'catalog' ? [] : ['--catalog', catalog];
  return visible([programCall(cwd), 'format', ...option, ...names].join(' '));
}
