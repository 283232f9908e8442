/** `cartalog verify`: the interface contract against any deployment. */
import { formatCounts, formatVerdicts, replayVerdicts, runContract } from '../commands/verify/verify.ts';
import { sender } from './http.ts';
import { CannotRunError, type ExitStatus, type Io } from './io.ts';
import { readXmlSchemas } from './package.ts';

/** What the command line says. */
export interface VerifyCommandOptions {
  /** The address to ask, without a trailing slash. */
  readonly url: string;
  /** What links begin with, where that is another address. */
  readonly serviceUrl: string | null;
  /** Whether the static files answer alone. */
  readonly isStatic: boolean;
}

/** Runs the command. @throws CannotRunError where the deployment cannot be reached */
export async function runVerify(io: Io, { url, serviceUrl, isStatic }: VerifyCommandOptions): Promise<ExitStatus> {
  const send = sender(url);
  try {
    await send({ path: '/v1/' });
  } catch (error) {
    throw new CannotRunError(`${url} cannot be reached (${reasonOf(error)}).`);
  }
  // The client follows links as they are: they must lead to the address that is asked.
  const canReplay = !isStatic && (serviceUrl ?? url) === url;
  const verdicts = [
    ...(await runContract(send, { serviceUrl: serviceUrl ?? url, layer: isStatic ? 'static' : 'edge' })),
    ...(await replayVerdicts(canReplay ? { url, fetch, schemas: readXmlSchemas() } : null)),
  ];
  io.stdout.write(formatVerdicts(verdicts));
  io.stderr.write(`${formatCounts(verdicts)}\n`);
  return verdicts.some(({ result }) => result === 'fails') ? 1 : 0;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
