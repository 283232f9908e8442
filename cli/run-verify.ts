/** `cartalog verify`: the interface contract against any deployment. */

import { sender } from '../commands/verify/http.ts';
import type { Outcome } from '../commands/verify/replay/replay.ts';
import { formatCounts, formatVerdicts, replayVerdicts, runContract } from '../commands/verify/verify.ts';
import { CannotRunError, type ExitStatus, type Io } from './io.ts';
import { readXmlSchemas } from './package.ts';

export interface VerifyCommandOptions {
  /** The address to ask, without a trailing slash. */
  readonly url: string;
  /** What links begin with, where that is another address. */
  readonly serviceUrl: string | null;
  /** Whether the static files answer alone. */
  readonly isStatic: boolean;
}

export async function verify(io: Io, { url, serviceUrl, isStatic }: VerifyCommandOptions): Promise<ExitStatus> {
  const send = sender(url);
  try {
    await send({ path: '/v1/' });
  } catch (error) {
    throw new CannotRunError(`${url} cannot be reached (${reasonOf(error)}).`);
  }
  const verdicts = [
    ...(await runContract(send, { serviceUrl: serviceUrl ?? url, layer: isStatic ? 'static' : 'edge' })),
    // The client follows links as they are: they must lead to the address that is asked.
    ...replayVerdicts(isStatic || (serviceUrl ?? url) !== url ? null : await replayAt(url)),
  ];
  io.stdout.write(formatVerdicts(verdicts));
  io.stderr.write(`${formatCounts(verdicts)}\n`);
  return verdicts.some(({ result }) => result === 'fails') ? 1 : 0;
}

/** Loads the XML reader only where it is needed. */
async function replayAt(url: string): Promise<Outcome[]> {
  const { replay } = await import('../commands/verify/replay/replay.ts');
  return replay(url, fetch, readXmlSchemas());
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
