/** Serves a built site in this process: the handler of `serve`, and the files of the site as a server of one's own does. */
import { createReadStream, readFileSync, type Stats, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import {
  ANSWERS,
  allowOf,
  answerBody,
  DOCUMENT_POLICY,
  EVERY_ANSWER,
  PUBLIC_ALLOW,
  PUBLIC_HEADERS,
  REFUSED,
  REVALIDATED,
} from '../contract/http-answers.ts';
import { MEDIA_TYPES, TEXT_TYPES } from '../contract/media-types.ts';
import { plainFileAt } from '../contract/plain-files.ts';
import { RENDITIONS } from '../contract/renditions.ts';
import { decodedSegments, PREFIX, ROUTES, resourceAt } from '../contract/routes.ts';
import { HOST, portInUse } from './port.ts';
import type { Runtime } from './runtime.ts';

/** The compiled handler. */
interface Handler {
  fetch(request: Request, env: { readonly ASSETS: { fetch(request: Request): Promise<Response> } }): Promise<Response>;
}

/**
 * Serves a folder that has the site and the handler `_worker.js`. Files are read at each request, and so is the handler
 * if it changed.
 *
 * @throws CannotRunError if the port is in use
 */
export async function startNodeServer(site: string, port: number): Promise<Runtime> {
  const ASSETS = { fetch: async (request: Request) => assetOf(site, request) };
  const server = createServer(async (message, response) => {
    message.resume();
    const request = requestOf(message);
    try {
      const { fetch } = await handlerOf(site);
      // No request can be made with this method.
      const none = message.method === 'TRACE' ? refusedMethod('TRACE') : refused(400);
      await send(message, response, request ? await fetch(request, { ASSETS }) : none);
    } catch {
      // A file was removed at this moment.
      response.destroy();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(portInUse(port))).listen(port, HOST, resolve);
  });
  const ended = new Promise<'ended'>((resolve) => server.once('close', () => resolve('ended')));
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await ended;
  };
  // A changed file is served at once.
  return { url: `http://${HOST}:${port}`, ended, output: () => '', untilAnswered: async () => {}, stop };
}

/** What `Host` may be: a slash or a question mark would be read as part of the path. */
const HOST_HEADER = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** A request as handlers get it, without its body; null if it cannot be one. */
function requestOf({ method = 'GET', url = '/', headers }: IncomingMessage): Request | null {
  if (!HOST_HEADER.test(headers.host ?? '')) return null;
  try {
    return new Request(`http://${headers.host}${url}`, { method, headers: headers as Record<string, string> });
  } catch {
    return null;
  }
}

/** Loads the handler of a site. Node loads the same address once. */
async function handlerOf(site: string): Promise<Handler> {
  const text = readFileSync(join(site, '_worker.js'), 'utf8');
  return (await import(`data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`)).default;
}

/** Gives a file of a site, or the redirect to a folder, as a server of one's own does. */
function assetOf(site: string, { url, method, headers }: Request): Response {
  const { pathname, search } = new URL(url);
  const segments = decodedSegments(pathname) ?? ['..'];
  if (segments.some((segment) => segment === '..' || /[\\/\0]/.test(segment))) return notFound(site);
  if (!PUBLIC_ALLOW.split(', ').includes(method)) return refusedMethod(method);
  const path = segments.join('/');
  const isDocument = path.startsWith(`${PREFIX}/`) || plainFileAt(path) !== null;
  const pages = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
  for (const name of isDocument ? [path] : pages) {
    const stats = fileAt(site, name);
    if (!stats) continue;
    const sent = headersOf(name, stats, isDocument);
    const range = isDocument ? null : rangeIn(headers.get('Range'), stats.size);
    if (range && range.start > range.end) return refused(416);
    const content = method === 'HEAD' ? null : createReadStream(join(site, name), range ?? {});
    const body = content && (Readable.toWeb(content) as ReadableStream);
    if (!range) return new Response(body, { headers: sent });
    const part = `bytes ${range.start}-${range.end}/${stats.size}`;
    return new Response(body, { status: 206, headers: { ...sent, 'Content-Range': part } });
  }
  if (path !== PREFIX && !fileAt(site, `${path}/index.html`)) return notFound(site);
  return new Response(null, { status: ANSWERS.redirect.status, headers: { Location: `${pathname}/${search}` } });
}

/** The status of a file; null if there is none, or its path is too long for the disk. */
function fileAt(site: string, path: string): Stats | null {
  try {
    const stats = statSync(join(site, path));
    return stats.isFile() ? stats : null;
  } catch {
    return null;
  }
}

/** The headers of a file. */
function headersOf(path: string, { size, mtimeMs }: Stats, isDocument: boolean): Record<string, string> {
  const plain = plainFileAt(path);
  const resource = resourceAt(path.replace(/[^/]*$/, ''));
  const subject = plain ?? (resource && ROUTES[resource.route]);
  const ending = path.replace(/.*[.]/, '').replace('xsd', 'xml');
  const own = plain && ending !== 'xml' ? plain.contentType : null;
  const type = own ?? MEDIA_TYPES[ending] ?? 'application/octet-stream';
  return {
    ...(isDocument ? { ...EVERY_ANSWER, 'Content-Security-Policy': DOCUMENT_POLICY } : PUBLIC_HEADERS),
    ...(isDocument && subject ? { Allow: allowOf(subject) } : {}),
    'Content-Type': type,
    ETag: `"${size}-${mtimeMs}"`,
    'Cache-Control': REVALIDATED,
  };
}

/** The first and last byte that a request asks for; null for all. */
function rangeIn(header: string | null, size: number): { start: number; end: number } | null {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
  return start === undefined ? null : { start: Number(start), end: Math.min(Number(end || size), size - 1) };
}

function notFound(site: string): Response {
  const page = fileAt(site, '404.html') && readFileSync(join(site, '404.html'));
  return new Response(page, { status: 404, headers: { ...PUBLIC_HEADERS, 'Content-Type': `${MEDIA_TYPES['html']}` } });
}

/** The answer to what is not a request for a file. */
function refused(status: number, body: object = { detail: REFUSED[status] }): Response {
  const headers = { 'Content-Type': RENDITIONS.json.contentType, Allow: PUBLIC_ALLOW };
  return new Response(`${JSON.stringify(body)}\n`, { status, headers });
}

const refusedMethod = (method: string): Response =>
  refused(ANSWERS.refuse.status, answerBody('refuse', { method, allow: PUBLIC_ALLOW }));

/** Sends an answer; a text compressed, if the client can read that. */
async function send({ headers }: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  const { status, headers: sent, body } = answer;
  let content = body && Buffer.from(await answer.arrayBuffer());
  if (TEXT_TYPES.includes(sent.get('Content-Type') ?? '')) {
    sent.append('Vary', 'Accept-Encoding');
    if (
      content &&
      status === 200 &&
      /\bgzip\b(?!\s*;\s*q=0(?:[.]0*)?\s*(?:,|$))/i.test(`${headers['accept-encoding']}`)
    ) {
      content = gzipSync(content);
      sent.set('Content-Encoding', 'gzip');
      sent.set('ETag', `W/${sent.get('ETag')}`);
    }
  }
  response.writeHead(status, Object.fromEntries(sent)).end(content);
}
