import type { Finding } from '../../build/report/findings.ts';
import { findingsAsText, summedUp } from '../../build/report/print.ts';
import type { Io, Output } from './io.ts';
import { catalogPathPrefix } from './terminal.ts';

/**
 * Colour follows the terminal, `NO_COLOR` and `FORCE_COLOR`.
 * @param eachWarning lists each; otherwise a code has one line
 */
export function writeFindings(
  io: Io,
  output: Output,
  catalog: string,
  findings: readonly Finding[],
  eachWarning = true,
): void {
  const listed = eachWarning ? findings : summedUp(findings);
  output.write(findingsAsText(listed, catalogPathPrefix(io, catalog), usesColour(io, output)), 'drawn');
}

function usesColour({ env }: Io, output: Output): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0';
  return output.isTTY && env['TERM'] !== 'dumb';
}
