import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { refuseLinks } from '../../../../cli/files/refuse-links.ts';
import { openTemporaryFolder } from '../../../../cli/files/temporary-folder.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { INPUT_LIMITS } from '../../../../contract/base/limits.ts';
import { describeSystemError } from '../../../../contract/base/system-errors.ts';
import { visible } from '../../../../contract/base/text.ts';
import { DAY_MS, maxAgeIn } from '../../../../contract/base/times.ts';
import { isBelowV2 } from '../../../../contract/interface/v2-files.ts';
import { WebError } from '../../web/request.ts';
import type { Web } from '../../web/web.ts';
import type { FetchServed, ServedDocument } from './service.ts';

/** An import stops if a service answers, but sends no whole document in this time. */
const TIMEOUT_MS = 5 * 60_000;

/** After a document that failed, the import goes on with the others. @param now monotonic milliseconds */
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
      keep(() => kept.put(url, accept, document));
      return document;
    } catch (error) {
      if (!(error instanceof WebError) || !isOfOneDocument(error)) throw error;
      failingSince ??= began;
      if (now() - failingSince < TIMEOUT_MS) return { problem: error.message };
      throw new WebError('unreachable', `it has sent no document for ${TIMEOUT_MS / 60_000} minutes`, error);
    }
  };
}

async function fetched(web: Web, url: string, accept: string): Promise<ServedDocument> {
  // More than this does not fit into the catalog.
  const maxBytes = INPUT_LIMITS.fileBytes;
  const answer = await web.request({ url, headers: { Accept: accept }, maxBytes, isBuffered: true });
  return {
    status: answer.status,
    body: await answer.bytes(),
    maxAge: maxAgeIn(answer.header('Cache-Control')) || null,
  };
}

function keep<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new CannotRunError(`What is fetched cannot be kept in .cartalog: ${describeSystemError(error)}.`);
  }
}

/** 429 asks for fewer requests: it concerns all documents. */
function isOfOneDocument({ failure, status }: WebError): boolean {
  return ['redirects', 'body', 'coding', 'robots'].includes(failure) || (failure === 'status' && status !== 429);
}

/** A kept document's first line. */
interface Head extends Omit<ServedDocument, 'body'> {
  readonly url: string;
  /** In milliseconds since 1970. */
  readonly fetched: number;
  /** A killed run leaves fewer. */
  readonly bytes: number;
}

export class KeptDocuments {
  readonly #cwd: string;
  readonly #folder: string;
  readonly #name: string;
  /** The number of documents that were not fetched again. */
  used = 0;

  /** @param name a folder, relative to `cwd` */
  constructor(cwd: string, name: string) {
    this.#cwd = cwd;
    this.#folder = resolve(cwd, name);
    this.#name = name;
  }

  /** Null unless fetched in the last day. */
  get(url: string, accept: string): ServedDocument | null {
    try {
      const file = this.#file(url, accept);
      refuseLinks(file, this.#cwd);
      const bytes = readFileSync(file);
      const end = bytes.indexOf('\n');
      const head: Head = JSON.parse(bytes.subarray(0, end).toString());
      const age = Date.now() - head.fetched;
      const body = bytes.subarray(end + 1);
      // A day is longer than an import, too short to mix old and new documents.
      if (head.url !== url || !(age >= 0 && age < DAY_MS)) return null;
      if (body.length !== head.bytes) return null;
      this.used++;
      return { status: head.status, maxAge: head.maxAge, body };
    } catch {
      // Missing or damaged: fetched again.
      return null;
    }
  }

  /** Keeps no failures, except a 404 below `/v2/`, where documents are optional. @throws system errors */
  put(url: string, accept: string, { status, maxAge, body }: ServedDocument): void {
    if (status !== 200 && !(status === 404 && isBelowV2(new URL(url).pathname))) return;
    const head: Head = { url, status, maxAge, fetched: Date.now(), bytes: body.length };
    const file = this.#file(url, accept);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    rmSync(file, { force: true });
    const content = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
  }

  open(): void {
    keep(() => openTemporaryFolder(this.#cwd, basename(this.#folder)));
  }

  /** Says what an incomplete import left; empty without kept documents. */
  get left(): string {
    if (!existsSync(this.#folder)) return '';
    return `What was fetched is kept in ${visible(this.#name)}; the same import goes on from there.\n`;
  }

  clear(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #file(url: string, accept: string): string {
    return join(this.#folder, createHash('sha256').update(`${accept} ${url}`).digest('hex'));
  }
}
