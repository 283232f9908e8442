/** Causes that make nearly every check fail at once, so that nobody has to work them out from the failures. */
import { RENDITIONS } from '../../contract/renditions.ts';
import { pathOf } from '../../contract/routes.ts';
import type { HttpResponse, Send } from './deployment.ts';

const FOLDER = pathOf('mapservers');
const INDEX = RENDITIONS.json.file;

/**
 * Looks for the one known cause: a plain static host that does not serve `index.json` for a folder.
 *
 * @returns one line with the cause and its fix; null where the host is not like that, or does not respond
 */
export async function commonCause(send: Send): Promise<string | null> {
  try {
    const folder = await send({ path: FOLDER });
    if (isJson(folder)) return null;
    if (!isJson(await send({ path: FOLDER + INDEX }))) return null;
    const type = folder.header('Content-Type');
    const found = `GET ${FOLDER} answers ${folder.status}${type === null ? '' : ` with ${type}`}`;
    return `Cause: this host does not serve ${INDEX} for a folder (${found}, ${FOLDER}${INDEX} is there). ${FIX}`;
  } catch {
    return null;
  }
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
