/** Fetches the documents of a service for an import: politely, and each only once. */

import { CannotRunError } from '../../cli/io.ts';
import { WebError } from '../../cli/web/request.ts';
import type { Web } from '../../cli/web/web.ts';
import { INPUT_LIMITS } from '../../contract/limits.ts';
import { describeSystemError } from '../../contract/system-errors.ts';
import type { FetchServed, ServedDocument } from './import.ts';
import type { KeptDocuments } from './kept-documents.ts';

/** No document of a service is larger: what comes of it would not be read either. */
const LARGEST = INPUT_LIMITS.fileBytes;

/** A service that sends no whole document for so many milliseconds, although it answers, is left alone. */
const PATIENCE_MS = 5 * 60_000;

/**
 * Fetches what is not kept. A document that a server fails to send is not the end of the others.
 *
 * @param now the milliseconds of a clock that never goes back
 */
export function servedDocuments(
  web: Web,
  kept: Pick<KeptDocuments, 'get' | 'put'>,
  now: () => number = () => performance.now(),
): FetchServed {
  let failingSince: number | null = null;
  return async (url, accept) => {
    const known = kept.get(url, accept);
    if (known) return known;
    const began = now();
    try {
      const document = await fetched(web, url, accept);
      failingSince = null;
      keep(kept, url, accept, document);
      return document;
    } catch (error) {
      if (!(error instanceof WebError) || !isOfDocument(error)) throw error;
      failingSince ??= began;
      if (now() - failingSince < PATIENCE_MS) return { problem: error.message };
      throw new WebError('unreachable', `it has sent no document for ${PATIENCE_MS / 60_000} minutes`, error);
    }
  };
}

async function fetched(web: Web, url: string, accept: string): Promise<ServedDocument> {
  const answer = await web.request({ url, headers: { Accept: accept }, maxBytes: LARGEST, isBuffered: true });
  const maxAge = /(?:^|[,\s])max-age=(\d{1,10})/.exec(answer.header('Cache-Control') ?? '')?.[1];
  return {
    status: answer.status,
    body: await answer.bytes(),
    maxAge: maxAge === undefined || Number(maxAge) === 0 ? null : Number(maxAge),
  };
}

function keep(kept: Pick<KeptDocuments, 'put'>, url: string, accept: string, document: ServedDocument): void {
  try {
    kept.put(url, accept, document);
  } catch (error) {
    throw new CannotRunError(`What is fetched cannot be kept in .cartalog: ${describeSystemError(error)}.`);
  }
}

/** Whether only one document cannot be read. A server that asks for less is left alone until later. */
function isOfDocument({ kind, status }: WebError): boolean {
  return kind === 'redirects' || kind === 'body' || kind === 'robots' || (kind === 'status' && status !== 429);
}
