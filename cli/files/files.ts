import { readFileSync, statSync } from 'node:fs';
import { isObject, type JsonObject } from '../../contract/base/json-values.ts';
import { parseJson } from '../../contract/base/parse-json.ts';
import { describeSystemError, systemCode } from '../../contract/base/system-errors.ts';
import { CannotRunError } from '../terminal/io.ts';

/**
 * Null without a file, or for a folder.
 * @throws CannotRunError if the file cannot be read, or is a pipe, which may never end
 */
export function readTextIfThere(file: string): string | null {
  try {
    const status = statSync(file);
    if (status.isDirectory()) return null;
    if (!status.isFile()) throw new CannotRunError(`${file} is not a regular file.`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof CannotRunError) throw error;
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return null;
    throw new CannotRunError(`${file} cannot be read: ${describeSystemError(error)}.`);
  }
}

export function readJsonIfThere(file: string): JsonObject | null {
  const text = readTextIfThere(file);
  return text === null ? null : parseJsonObject(text, file);
}

export function parseJsonObject(text: string, file: string): JsonObject {
  try {
    const value = parseJson(text);
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CannotRunError(`${file} is not a JSON object; correct it.`);
}
