/** Reads one file of a catalog for those who need it valid, and leave it to `check` to say what is wrong. */
import validators from '../../contract/generated/catalog.validators.cjs';
import { parse } from '../parse/parse.ts';
import type { CatalogFolder } from '../read/folder.ts';
import { type FileRole, pathOfRole, schemaOf } from '../read/layout.ts';
import { listFiles, readBytes } from '../read/read.ts';
import type { ValueOf } from '../validate/content.ts';

/** A file that is there only once. */
export type ValidFile<K extends FileRole> =
  | { readonly state: 'missing' }
  | { readonly state: 'faulty' }
  | { readonly state: 'valid'; readonly value: ValueOf[K] };

/** Reads the file of a role that a catalog has once. A valid one has the form of its schema; no rule has run. */
export function readValidFile<K extends 'site' | 'keys'>(folder: CatalogFolder, role: K): ValidFile<K> {
  const path = pathOfRole(role);
  const file = listFiles(folder).files.find((one) => one.path === path);
  if (!file) return { state: 'missing' };
  const read = readBytes(folder, file);
  if ('problem' in read) return { state: 'faulty' };
  const { value, diagnostics } = parse(path, read.bytes);
  const isValid = diagnostics.length === 0 && validators[schemaOf(role)]?.(value) === true;
  return isValid ? { state: 'valid', value: value as ValueOf[K] } : { state: 'faulty' };
}
