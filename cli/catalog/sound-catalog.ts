import { isError } from '../../build/diagnostics/diagnostic.ts';
import type { CatalogFolder } from '../../build/read/folder.ts';
import { rereadableFolder } from '../../build/read/rereadable.ts';
import { findingsSummary } from '../../build/report/findings.ts';
import { findingsInFolder } from '../../build/report/positions.ts';
import { checkCatalog } from '../../build/run/check-in-memory.ts';
import type { Content } from '../../build/validate/content.ts';
import type { Environment } from '../../contract/maps/placeholders.ts';
import type { Io } from '../terminal/io.ts';
import { writeFindings } from '../terminal/print-findings.ts';
import { openCatalogFolder } from './catalog-folder.ts';

interface Soundness {
  /** By default empty. */
  readonly environment?: Environment;
  /** Codes of errors that do not stop the command. */
  readonly tolerated?: readonly string[];
  /** Printed after the findings. @param summary such as `3 errors, 1 warning` */
  readonly refusal: (summary: string) => string;
}

interface SoundCatalog {
  /** Reading a file changed since the check throws ChangedFileError. */
  readonly folder: CatalogFolder;
  readonly content: Content;
}

/**
 * If there are errors, writes all findings and the refusal to stderr.
 * @param name relative to the working folder
 * @returns null after errors
 * @throws CannotRunError if it does not exist
 */
export function openSoundCatalog(io: Io, name: string, soundness: Soundness): SoundCatalog | null {
  const { environment = {}, tolerated = [], refusal } = soundness;
  const folder = rereadableFolder(openCatalogFolder(io, name));
  const { content, diagnostics } = checkCatalog(folder, { environment, requireTokens: false });
  if (!diagnostics.some((problem) => isError(problem) && !tolerated.includes(problem.code))) return { folder, content };
  const findings = findingsInFolder(folder, diagnostics);
  writeFindings(io, io.stderr, name, findings);
  io.stderr.write(`${refusal(findingsSummary(findings))}\n`);
  return null;
}
