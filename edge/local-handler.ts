/** The handler of `cartalog serve`: that of the site, for this machine alone. */
import { LOCAL_NAMES } from '../contract/hosts.ts';
import { LIVE_FILE } from '../contract/pages.ts';
import { decodedSegments, PREFIX } from '../contract/routes.ts';
import type { Handler, HandlerEnvironment } from './handler.ts';

/** What the host reads but does not publish. */
const NOT_PUBLISHED = /^\/(?:_headers|_redirects|_routes\.json|_worker\.js|\.assetsignore)$/;

/** What is wrong with the files on this machine: no other web page may read it. */
const LIVE_PATH = `/${LIVE_FILE}`;

/** No file has this path. */
const NOWHERE = '/-/-';

/**
 * Makes a handler of all requests, including those of static files. A web page of any name can make a browser ask this
 * machine, so only known names are answered.
 *
 * @param allowed host names besides those of this machine
 */
export function localHandler(site: Handler, allowed: readonly string[]): Handler {
  const names = new Set([...LOCAL_NAMES, ...allowed]);
  return {
    async fetch(request, env) {
      const { hostname, pathname } = new URL(request.url);
      if (!names.has(hostname)) {
        return new Response(`cartalog serve does not answer as ${hostname}; --allow-host ${hostname} changes that.\n`, {
          status: 403,
        });
      }
      if (pathname === PREFIX || pathname.startsWith(`${PREFIX}/`)) return site.fetch(request, env);
      const plain = plainPath(pathname);
      // Hosts find a file by other spellings of its path too.
      if (NOT_PUBLISHED.test(plain) || (plain === LIVE_PATH && pathname !== plain)) return notFound(request, env);
      const response = await env.ASSETS.fetch(request);
      if (pathname !== LIVE_PATH) return response;
      const own = new Response(response.body, response);
      own.headers.delete('Access-Control-Allow-Origin');
      return own;
    },
  };
}

/** A path decoded, in lower case, and without needless slashes. No file has a path with a broken encoding. */
function plainPath(pathname: string): string {
  const decoded = (decodedSegments(pathname) ?? []).join('/').toLowerCase();
  return `/${decoded
    .split(/[\\/]+/)
    .filter(Boolean)
    .join('/')}`;
}

function notFound({ url, method }: Request, env: HandlerEnvironment): Promise<Response> {
  return env.ASSETS.fetch(new Request(new URL(NOWHERE, url), { method: method === 'HEAD' ? method : 'GET' }));
}
