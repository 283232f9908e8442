/** `cartalog verify`: checks the interface contract of a deployment. */

import { limitsOf, Network } from '../../cli/http.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../cli/io.ts';
import { addressOfPage, readXmlSchemas } from '../../cli/package.ts';
import { progressOn } from '../../cli/terminal.ts';
import { HOSTS, type HostName } from '../../contract/hosts.ts';
import { commonCause } from './common-cause.ts';
import { formatReport, verdictOf, withKnown } from './verdict.ts';
import { runContract } from './verify.ts';

interface VerifyCommandOptions {
  /** The address to check, without a trailing slash. */
  readonly url: string;
  /** The service URL in links; null for the address itself. */
  readonly serviceUrl: string | null;
  /** Check the static files without the edge handler. */
  readonly isStatic: boolean;
  /** The maximum to read, in MiB. */
  readonly maxSize: number;
  /** The host whose known exceptions are allowed; null if every statement must hold. */
  readonly target: HostName | null;
}

/** The replay follows links, so there is none if they lead elsewhere. */
const UNREPLAYED = { id: 'replay', says: 'The desktop client finds what it needs', section: 'desktop-client' } as const;

/** Runs the command. @throws CannotRunError if the deployment cannot be reached */
export async function runVerify(io: Io, options: VerifyCommandOptions): Promise<ExitStatus> {
  const { url, serviceUrl, isStatic, target } = options;
  const network = new Network(limitsOf(options.maxSize));
  const send = network.sender(url);
  await send({ path: '/v1/' }).catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new CannotRunError(`${url} cannot be reached (${code ?? message}).`);
  });
  const progress = progressOn(io, { noun: 'statements' });
  const contract = await runContract(send, {
    serviceUrl: serviceUrl ?? url,
    layer: isStatic ? 'static' : 'edge',
    onProgress: progress.report,
    onNote: (sentence) => io.stderr.write(`${sentence}\n`),
  }).finally(progress.clear);
  const canReplay = !isStatic && (serviceUrl ?? url) === url;
  // The replay loads libxml2.
  const replayed = canReplay
    ? await (await import('./replay/replay.ts')).replay(url, network.fetch, readXmlSchemas())
    : [verdictOf(UNREPLAYED, [], 0)];
  const host = target === null ? null : HOSTS[target];
  const verdicts = withKnown([...contract, ...replayed], host?.exceptions ?? []);
  if (network.isOver) io.stderr.write('The run was ended early. If documents are large, allow more with --max-size.\n');
  const hasFailed = verdicts.some(({ result }) => result === 'fails');
  const cause = hasFailed ? await commonCause(send, serviceUrl ?? url) : null;
  const known = verdicts.some(({ result }) => result === 'known')
    ? `Known on ${host?.title}, so not a failure: ${addressOfPage('docs/hosts.md')}#what-holds-where says why.`
    : null;
  io.stdout.write(formatReport({ verdicts, cause, known, page: addressOfPage('docs/interface.md') }));
  return hasFailed ? 1 : 0;
}
