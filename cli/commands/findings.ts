import { relative, resolve } from 'node:path';
import { createColors } from 'picocolors';
import { formatText } from '../../build/diagnostics/format-text.ts';
import type { Finding } from '../../build/diagnostics/report.ts';
import type { Io, Output } from '../io/io.ts';

/** Writes findings as text, in colour on a terminal; `NO_COLOR` and `FORCE_COLOR` are kept. */
export function writeFindings(io: Io, output: Output, catalog: string, findings: readonly Finding[]): void {
  output.write(formatText(findings, pathPrefix(io, catalog), createColors(usesColour(io, output))));
}

/** What leads from where the program runs to the files of a catalog. */
export function pathPrefix(io: Io, catalog: string): string {
  const path = relative(io.cwd, resolve(io.cwd, catalog)).replaceAll('\\', '/');
  return path === '' ? '' : `${path}/`;
}

function usesColour({ env }: Io, output: Output): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0';
  return output.isTTY && env['TERM'] !== 'dumb';
}
