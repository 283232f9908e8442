/** `cartalog verify`: the interface contract against any deployment. */
import { sender } from '../../verify/http.ts';
import { runContract } from '../../verify/run.ts';
import { formatCounts, formatVerdicts } from '../../verify/table.ts';
import { CannotRunError, type ExitStatus, type Io } from '../io/io.ts';

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
  const verdicts = await runContract(send, { serviceUrl: serviceUrl ?? url, layer: isStatic ? 'static' : 'edge' });
  io.stdout.write(formatVerdicts(verdicts));
  io.stderr.write(`${formatCounts(verdicts)}\n`);
  return verdicts.some(({ result }) => result === 'fails') ? 1 : 0;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
