/** Detects common causes of many failures. */
import type { HttpResponse, Send } from '../../../cli/http.ts';
import { RENDITIONS } from '../../../contract/renditions.ts';
import { pathOf } from '../../../contract/routes.ts';
import { shortened } from '../../../contract/text.ts';

const FOLDER = pathOf('mapservers');
const INDEX = RENDITIONS.json.file;

/**
 * Looks for the known causes: a plain static host that does not serve `index.json` for a folder, and links that begin
 * with another address than the one that is verified.
 *
 * @param serviceUrl the expected service URL in links, without a trailing slash
 * @returns one line with the cause and its fix; null if no cause is found, or the host does not respond
 */
export async function commonCause(send: Send, serviceUrl: string): Promise<string | null> {
  try {
    const folder = await send({ path: FOLDER });
    if (isJson(folder)) return otherAddress(await send({ path: pathOf('service') }), serviceUrl);
    if (!isJson(await send({ path: FOLDER + INDEX }))) return null;
    const type = folder.header('Content-Type');
    const found = `GET ${FOLDER} answers ${folder.status}${type === null ? '' : ` with ${type}`}`;
    return `Cause: this host does not serve ${INDEX} for a folder (${found}, ${FOLDER}${INDEX} is there). ${FIX}`;
  } catch {
    return null;
  }
}

/** The cause if the links of the service document begin with another address. */
function otherAddress(service: HttpResponse, serviceUrl: string): string | null {
  if (!isJson(service)) return null;
  const { mapservers: link } = (service.json() ?? {}) as { mapservers?: unknown };
  if (typeof link !== 'string' || !link.endsWith(FOLDER) || link === serviceUrl + FOLDER) return null;
  const found = shortened(link.slice(0, -FOLDER.length), 200);
  return `Cause: links begin with ${found}, not with ${serviceUrl}. Fix: verify with --service-url ${found}, or build for the other one.`;
}

// index.html comes first: it is the page at the root.
const FIX = `Fix: make it an index file (nginx: "index index.html ${INDEX};", Apache: "DirectoryIndex index.html ${INDEX}"), or use a host that can.`;

function isJson(response: HttpResponse): boolean {
  try {
    response.json();
    return response.status === 200;
  } catch {
    return false;
  }
}
