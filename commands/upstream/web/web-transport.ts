import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExchangeLimitError, type ExchangeLimits, openTransport } from '../../../cli/network/transport.ts';
import { packageVersion } from '../../../cli/program/package.ts';
import { describeSystemError, isLastingError, systemCode } from '../../../contract/base/system-errors.ts';
import { type CodedReason, reasonOf } from '../../../contract/words/probe-reasons.ts';
import { HOW_TO_ALLOW_PRIVATE, isPublicAddress } from './public-address.ts';
import { type TransportRequest, type WebEffects, WebError } from './request.ts';
import { openWeb, type Web, type WebOptions } from './web.ts';

export interface TransportContext {
  readonly allowPrivate?: boolean;
  readonly timeouts?: Partial<typeof TIMEOUTS>;
  readonly lookup?: typeof lookup;
  readonly certificateAuthority?: string;
}

const TIMEOUTS = { connectMs: 15_000, firstByteMs: 30_000, stalledMs: 30_000 };

export function openRealWeb(
  repository: string,
  options: Omit<WebOptions, 'userAgent'>,
  context?: TransportContext,
): Web {
  const userAgent = `cartalog/${packageVersion()} (+${repository})`;
  const { allowPrivate = false } = options;
  return openWeb({ ...options, userAgent }, realEffects({ ...context, allowPrivate }));
}

export function realEffects(context: TransportContext = {}): WebEffects {
  const { allowPrivate = false, lookup: resolve = lookup, certificateAuthority: ca } = context;
  const transport = openTransport({
    keepAlive: true,
    lookup: allowPrivate ? resolve : publicLookup(resolve),
    ...(ca === undefined ? {} : { ca }),
    // Otherwise, NODE_TLS_REJECT_UNAUTHORIZED would disable the check for every server.
    rejectUnauthorized: true,
  });
  return {
    send: async ({ wholeMs, ...request }: TransportRequest) => {
      const limits = { ...TIMEOUTS, ...context.timeouts, wholeMs };
      const answer = await transport({ ...request, limits }).catch((error: Error) => {
        throw errorOfRequest(error, limits);
      });
      return { ...answer, body: bodyOf(answer.body, limits) };
    },
    now: () => performance.now(),
    sleep: async (ms, signal) => {
      // Timers count whole milliseconds, and can be one early. Callers notice the signal.
      await sleep(Math.ceil(Math.max(ms, 0)) + 1, undefined, signal ? { signal } : {}).catch(() => {});
    },
    random: Math.random,
  };
}

async function* bodyOf(body: AsyncIterable<Uint8Array>, { stalledMs = 0 }: ExchangeLimits): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    const limit = cause instanceof ExchangeLimitError ? cause.limit : null;
    const stalled: CodedReason = limit === 'stalledMs' ? ['answer-stalled', stalledMs / 1_000] : ['answer-cut-off'];
    throw new WebError('body', limit === 'wholeMs' ? ['answer-slow'] : stalled, { retry: 'later', cause });
  }
}

/**
 * All addresses of a name must be public, and the connection uses the checked one: a second lookup could find another.
 * `parseAddress` checks numeric addresses.
 */
function publicLookup(resolve: typeof lookup): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      const addresses: readonly LookupAddress[] = found ?? [];
      const refused = addresses.find(({ address }) => !isPublicAddress(address));
      if (error || refused) callback(error ?? notPublic(refused?.address ?? ''), []);
      else if (options.all) callback(null, [...addresses]);
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}

function notPublic(address: string): WebError {
  return new WebError('address', `its name leads to ${address}, which is not a public address ${HOW_TO_ALLOW_PRIVATE}`);
}

function errorOfRequest(error: Error, { connectMs = 0, firstByteMs = 0, wholeMs }: ExchangeLimits): Error {
  const unreachable = (reason: CodedReason, retry: 'never' | 'later'): WebError =>
    new WebError('unreachable', reason, { retry, cause: error });
  if (error instanceof ExchangeLimitError) {
    if (error.limit === 'interim') return unreachable(['no-http'], 'never');
    if (error.limit === 'connectMs') return unreachable(['no-connection', connectMs / 1_000], 'later');
    const ms = error.limit === 'wholeMs' ? wholeMs : firstByteMs;
    return unreachable(['no-answer', ms / 1_000], 'later');
  }
  const code = systemCode(error);
  if (error instanceof WebError || code === null) return error;
  return unreachable(reasonOf(describeSystemError(error), code), isLastingError(error) ? 'never' : 'later');
}
