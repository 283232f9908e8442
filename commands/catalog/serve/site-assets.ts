/**
 * Like Cloudflare's asset server: redirects, then the file at the path or the nearest 404 page. Header rules apply to
 * all.
 */
import { posix } from 'node:path';
import { TEXT_LIMITS } from '../../../contract/base/limits.ts';
import { percentDecoded } from '../../../contract/base/text.ts';
import { HIDDEN_FILES } from '../../../contract/hosts.ts';
import { REVALIDATED } from '../../../contract/interface/http-answers.ts';
import { MEDIA_TYPES } from '../../../contract/interface/media-types.ts';
import { headerChanges, redirectRules } from './path-rules.ts';

export interface SiteFile {
  readonly content: Uint8Array;
  readonly sha256: string;
}

const DEFAULTS = { 'Access-Control-Allow-Origin': '*', 'Referrer-Policy': 'strict-origin-when-cross-origin' };

/** The body is no stream, because making one would be a fifth of the work of a request. */
export interface FileAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

interface Found {
  readonly name: string;
  readonly file: SiteFile;
}

type Find = (path: string) => Promise<Found | undefined>;

/** Paths have no leading slash. The file comes at once, or as soon as it is made. */
export type FileOf = (path: string) => SiteFile | undefined | Promise<SiteFile | undefined>;

export function siteAssets(files: FileOf): (request: Request) => Promise<FileAnswer> {
  const textOf = async (path: string): Promise<string> => Buffer.from((await files(path))?.content ?? []).toString();
  const readRules = async () =>
    [redirectRules(await textOf('_redirects')), headerChanges(await textOf('_headers'))] as const;
  let rules: ReturnType<typeof readRules> | undefined;
  const find: Find = async (path) => {
    const name = posix.join('/', path).slice(1);
    const file = HIDDEN_FILES.includes(name) ? undefined : await files(name);
    return file && { name, file };
  };
  return async (request) => {
    rules ??= readRules();
    const [redirect, addHeaders] = await rules;
    const { status, headers, body } = await answerTo(request, redirect, find);
    const typed = 'Content-Type' in headers ? { 'X-Content-Type-Options': 'nosniff' } : {};
    const sent = new Headers({ ...headers, ...DEFAULTS, ...typed });
    addHeaders(new URL(request.url), sent);
    if (status === 404) sent.set('Cache-Control', 'no-store');
    return { status, headers: sent, body: body ?? null };
  };
}

const PIECE_BYTES = 256 * 1024;

export function* piecesOf(content: Uint8Array): Generator<Uint8Array> {
  // An empty file is one piece, too.
  for (let at = 0; at === 0 || at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES);
}

export function responseOf({ status, headers, body }: FileAnswer): Response {
  return new Response(body && ReadableStream.from(piecesOf(body)), { status, headers });
}

async function answerTo(request: Request, redirect: ReturnType<typeof redirectRules>, find: Find): Promise<Answer> {
  const url = new URL(request.url);
  if (url.pathname.length > TEXT_LIMITS.requestPath) return notFound('/', find);
  const rule = redirect(url);
  if (rule && rule.status !== 200) {
    const headers = { Location: rule.location };
    if (rule.status === 308) return { status: 308, headers };
    const type = { 'Content-Type': 'text/plain;charset=UTF-8' };
    return {
      status: rule.status,
      headers: { ...headers, ...type },
      body: Buffer.from(`Redirecting to ${rule.location}`),
    };
  }
  if (!/^(?:GET|HEAD)$/.test(request.method)) return { status: 405, headers: {} };
  const path = percentDecoded(rule?.location ?? url.pathname);
  const moved = (to: string): Answer => ({ status: 308, headers: { Location: locationOf(to) + url.search } });
  const findPage = () => find(path.replace(/\/?$/, '.html'));
  if (path.endsWith('/')) {
    const index = await find(`${path}index.html`);
    if (index) return fileAnswer(request, index);
    if (path.endsWith('/index/')) return moved(path.slice(0, -'index/'.length));
    return (await findPage()) ? moved(path.slice(0, -1)) : notFound(path, find);
  }
  const whole = await find(path);
  if (whole) {
    const short = path.replace(/\.html$/, '');
    if (short.endsWith('/index') && short !== path) return moved(short.replace(/index$/, ''));
    return short === path || short === '/' || (await find(short)) ? fileAnswer(request, whole) : moved(short);
  }
  if (path.endsWith('/index')) return moved(path.slice(0, -'index'.length));
  const page = await findPage();
  if (page) return fileAnswer(request, page);
  return (await find(`${path}/index.html`)) ? moved(`${path}/`) : notFound(path, find);
}

/** Two slashes at the start of a `Location` would lead to another host. */
function locationOf(path: string): string {
  return path.replace(/^(?:[/\\\s]|%2f|%5c|%09)+/i, '/').replace(/[^\0-\xff]+/g, encodeURIComponent);
}

/** Cloudflare's types for the owner's files, where they differ from `MEDIA_TYPES` or are missing there. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  atom: 'application/atom+xml',
  gpx: 'application/gpx+xml',
  gz: 'application/gzip',
  ico: 'image/vnd.microsoft.icon',
  js: 'application/javascript',
  kml: 'application/vnd.google-earth.kml+xml',
  minisig: 'application/octet-stream',
  mjs: 'application/javascript',
  xml: 'application/xml',
  xsd: 'application/xml',
};

function mediaTypeOf(path: string): string {
  const ending = path.replace(/.*[.]/, '').toLowerCase();
  return OTHER_TYPES[ending] ?? MEDIA_TYPES[ending] ?? 'application/octet-stream';
}

function fileAnswer({ method, headers }: Request, { name, file }: Found): Answer {
  const etag = `"${file.sha256.slice(0, 32)}"`;
  const known = headers.get('If-None-Match');
  if (known === etag || known === `W/${etag}`) return { status: 304, headers: {} };
  const sent = { ETag: etag, 'Content-Type': mediaTypeOf(name) };
  const isUncached = ['Authorization', 'Range'].some((other) => headers.has(other));
  return {
    status: 200,
    headers: isUncached ? sent : { ...sent, 'Cache-Control': REVALIDATED },
    ...(method === 'HEAD' ? {} : { body: file.content }),
  };
}

/** Every built site has a 404 page at its root. */
async function notFound(path: string, find: Find): Promise<Answer> {
  const segments = path.split('/').slice(0, -1);
  const folders = segments.map((_, index) => segments.slice(0, segments.length - index).join('/'));
  for (const folder of folders) {
    const page = await find(`${folder}/404.html`);
    if (page) return { status: 404, headers: { 'Content-Type': mediaTypeOf(page.name) }, body: page.file.content };
  }
  return { status: 404, headers: {} };
}
