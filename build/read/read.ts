import { asMebibytes, INPUT_LIMITS } from '../../contract/base/limits.ts';
import { describeSystemError } from '../../contract/base/system-errors.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { CatalogFolder } from './folder.ts';
import type { SourceFile } from './layout.ts';

export type ReadFile = { readonly bytes: Uint8Array } | { readonly problem: Diagnostic };

export function readCatalogFile(folder: CatalogFolder, { path }: SourceFile): ReadFile {
  try {
    const size = folder.size(path);
    if (size > INPUT_LIMITS.fileBytes) {
      return { problem: diagnostic('file-too-large', path, null, { size: Math.ceil(asMebibytes(size)) }) };
    }
    return { bytes: folder.read(path) };
  } catch (error) {
    return { problem: unreadableFile(path, error) };
  }
}

export function unreadableFile(path: string, error: unknown): Diagnostic {
  return diagnostic('unreadable-file', path, null, { reason: describeSystemError(error) });
}
