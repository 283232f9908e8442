import { NEVER_CACHED } from '../contract/interface/http-answers.ts';
import { V1_PREFIX } from '../contract/interface/v1-routes.ts';
import { LIVE_FILE, type LiveReport } from '../contract/pages/page-data.ts';

const LOCAL_NAMES = ['127.0.0.1', '[::1]', 'localhost'];

type Answering<A> = (request: Request) => Promise<A>;

/**
 * Any web page can make a browser ask this machine under another name, so only known names are answered.
 * @param documents answers below `/v1/`
 * @param allowed host names besides this machine's
 * @param report what is wrong with the files here; without CORS, so that no other web page may read it
 */
export function localHandler<F>(
  documents: Answering<Response>,
  files: Answering<F>,
  allowed: readonly string[],
  report: () => LiveReport,
): Answering<Response | F> {
  const names = new Set([...LOCAL_NAMES, ...allowed]);
  return async (request) => {
    const { hostname, pathname } = new URL(request.url);
    if (!names.has(hostname)) {
      return new Response(`cartalog serve does not answer as ${hostname}; --allow-host ${hostname} changes that.\n`, {
        status: 403,
      });
    }
    if (pathname === V1_PREFIX || pathname.startsWith(`${V1_PREFIX}/`)) return documents(request);
    if (pathname !== `/${LIVE_FILE}`) return files(request);
    return Response.json(report(), {
      headers: { 'Cache-Control': NEVER_CACHED, 'X-Content-Type-Options': 'nosniff' },
    });
  };
}
