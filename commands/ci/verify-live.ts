/** Verifies what has just been published, once all locations of the host serve it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotRunError } from '../../cli/io.ts';
import { visible } from '../../contract/text.ts';
import { runVerify } from '../verify/command.ts';
import { WorkflowError } from './ci.ts';
import { publishedAddress } from './deploy.ts';
import { capture, type TaskContext } from './task-context.ts';

/** The MiB that may be read of one's own deployment, whose documents may be as large as its host takes. */
const MAX_SIZE = 4096;

/** Seconds before each try: a host needs some until all its locations serve the new site. */
const PAUSES = [10, 30, 60];

/**
 * Verifies the address that a built site was made for, up to three times.
 *
 * @returns what to print
 * @throws WorkflowError where it does not keep the interface after the last try
 */
export async function verifyLive({ io }: TaskContext, site: string, pauses = PAUSES): Promise<string> {
  const url = publishedAddress(io, site);
  for (const pause of pauses) {
    await sleep(pause * 1_000, undefined, { signal: io.signal }).catch(() => {});
    if (io.signal.aborted) throw new CannotRunError('Stopped.');
    const options = { url, serviceUrl: null, isStatic: false, maxSize: MAX_SIZE, target: null };
    const { status, stdout } = await capture(io, (own) => runVerify(own, options));
    io.stdout.write(stdout);
    if (status === 0) return `${visible(url)} keeps the interface.`;
  }
  throw new WorkflowError(`${url} does not keep the interface, or cannot be reached.`);
}
