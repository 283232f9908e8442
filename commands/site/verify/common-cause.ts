import type { HttpResponse, Send } from '../../../cli/network/http.ts';
import { isObject } from '../../../contract/base/json-values.ts';
import { parseUrl, shortenedText } from '../../../contract/base/text.ts';
import { HOSTS } from '../../../contract/hosts.ts';
import { RENDITIONS } from '../../../contract/interface/v1-renditions.ts';
import { LIST_ROUTES, v1Path } from '../../../contract/interface/v1-routes.ts';

const FOLDER = v1Path('mapservers');
const INDEX = RENDITIONS.json.file;

/**
 * A static host does not serve a folder's `index.json`, or links begin with another address.
 * @returns one line with cause and fix; null if no cause is found or the host does not respond
 */
export async function commonCause(send: Send, serviceUrl: string): Promise<string | null> {
  try {
    const folder = await send({ path: FOLDER });
    if (isJson(folder)) return otherAddress(await send({ path: v1Path('service') }), serviceUrl);
    if (!isJson(await send({ path: FOLDER + INDEX }))) return null;
    return `Cause: this host does not serve ${INDEX} for a folder (${answerText(folder)}, ${FOLDER}${INDEX} is there). ${FIX}`;
  } catch {
    return null;
  }
}

/** Without index files, a host serves at least a list's file. @returns what is wrong without a catalog */
export async function missingCatalog(send: Send, url: string): Promise<string | null> {
  const service = v1Path('service');
  const lists = LIST_ROUTES.map((list) => v1Path(list));
  for (const path of [service, ...lists, ...lists.map((list) => list + INDEX)]) {
    const response = await send({ path });
    if (!isJson(response)) continue;
    const value = response.json();
    if (path === service ? isObject(value) && LIST_ROUTES[0] in value : Array.isArray(value)) return null;
  }
  const answer = await send({ path: service });
  const { status, header } = answer;
  const location = header('Location') ?? '';
  const isRedirect = status >= 300 && status < 400;
  const target = (isRedirect && parseUrl(location, url + service)?.href) || '';
  if (target.endsWith(service) && target !== url + service)
    return `${url} is redirected: ${answerText(answer)}, and leads to ${shortenedText(target, 200)}. Verify ${shortenedText(target.slice(0, -service.length), 200)}.`;
  return `There is no catalog at ${url}: ${answerText(answer)}, and none of its lists is there. Publish it first, or name the address that it is published at.`;
}

function answerText({ request: { path }, status, header }: HttpResponse): string {
  const type = header('Content-Type');
  return `GET ${path} answers ${status}${type === null ? '' : ` with ${shortenedText(type, 200)}`}`;
}

function otherAddress(service: HttpResponse, serviceUrl: string): string | null {
  if (!isJson(service)) return null;
  const { mapservers: link } = (service.json() ?? {}) as { mapservers?: unknown };
  if (typeof link !== 'string' || !link.endsWith(FOLDER) || link === serviceUrl + FOLDER) return null;
  const other = shortenedText(link.slice(0, -FOLDER.length), 200);
  return `Cause: links begin with ${other}, not with ${serviceUrl}. Fix: verify with --service-url ${other}, or build for the other one.`;
}

const SETTINGS = Object.values(HOSTS).flatMap(({ title, indexSetting: setting }) =>
  setting === undefined ? [] : [`${title}: "${setting}"`],
);
const FIX = `Fix: make it an index file (${SETTINGS.join(', ')}), or use a host that can.`;

function isJson(response: HttpResponse): boolean {
  try {
    response.json();
    return response.status === 200;
  } catch {
    return false;
  }
}
