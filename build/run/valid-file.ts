/** Callers need a valid file; `check` says what is wrong. */
import validators from '../../contract/generated/catalog.validators.cjs';
import { isError } from '../diagnostics/diagnostic.ts';
import { parseCatalogFile } from '../parse/parse.ts';
import type { CatalogFolder } from '../read/folder.ts';
import { type FileRole, pathOfRole, type SourceFile, schemaOf, type ValueOf } from '../read/layout.ts';
import { listCatalogFiles } from '../read/list-files.ts';
import { readCatalogFile } from '../read/read.ts';

export type ValidFile<K extends FileRole> =
  | { readonly state: 'missing' }
  | { readonly state: 'faulty' }
  | { readonly state: 'valid'; readonly value: ValueOf[K] };

/** Reads the file of a role that has only one. */
export function readValidFile<K extends 'site' | 'keys'>(folder: CatalogFolder, role: K): ValidFile<K> {
  const path = pathOfRole(role);
  const file = listCatalogFiles(folder).files.find((one) => one.path === path);
  if (!file) return { state: 'missing' };
  const { value, problems } = readAgainstSchema(folder, file);
  return problems.length === 0 ? { state: 'valid', value: value as ValueOf[K] } : { state: 'faulty' };
}

/**
 * Runs no rule. Without problems, the value has the form of its schema. A problem is the code of a diagnostic, or a
 * keyword of the schema.
 * @param known the value, if parsed without problems
 */
export function readAgainstSchema(
  folder: CatalogFolder,
  file: SourceFile,
  known?: unknown,
): { value: unknown; problems: readonly string[] } {
  const read = readCatalogFile(folder, file);
  if ('problem' in read) return { value: undefined, problems: [read.problem.code] };
  const { value, diagnostics } =
    known === undefined ? parseCatalogFile(file.path, read.bytes) : { value: known, diagnostics: [] };
  const errors = diagnostics.filter(isError);
  const validator = validators[schemaOf(file.role)];
  if (errors.length > 0 || validator(value)) return { value, problems: errors.map(({ code }) => code) };
  return { value, problems: (validator.errors ?? []).map(({ keyword }) => keyword) };
}
