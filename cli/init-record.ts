/** What `init` has recorded of a repository. */
import { dirname, join } from 'node:path';
import { HOSTS, type HostName } from '../contract/hosts.ts';
import { isObject, type JsonObject } from '../contract/parse-json.ts';
import { readJsonIfThere, readTextIfThere } from './files.ts';

/** The file in which `init` records what it wrote. */
export const INIT_RECORD = '.cartalog-init.json';

/** The hosts of a repository. */
export interface WrittenHosts {
  /** The host that `init` wrote it for. */
  readonly target: HostName;
  /** The host that it moves from; null if it does not move. */
  readonly from: HostName | null;
  /** The files with lines for the host that it moves from. */
  readonly left: readonly string[];
}

/** The hosts that the repository of a catalog was written for; null if that is not known. @param catalog its folder */
export function writtenHosts(catalog: string): WrittenHosts | null {
  const root = dirname(catalog);
  try {
    const { answers, from, left } = readJsonIfThere(join(root, INIT_RECORD)) ?? {};
    const target = isObject(answers) ? answers['target'] : null;
    if (!isHost(target)) return null;
    return isHost(from)
      ? { target, from, left: filesLeft(root, isObject(left) ? left : {}) }
      : { target, from: null, left: [] };
  } catch {
    return null;
  }
}

const isHost = (name: unknown): name is HostName => typeof name === 'string' && Object.hasOwn(HOSTS, name);

/** The recorded files that still have one of their recorded lines; one without recorded lines is left while it exists. */
function filesLeft(root: string, recorded: JsonObject): string[] {
  const isLeft = (path: string): boolean => {
    const lines = recorded[path];
    // A stranger may have written the record.
    const isInside = !path.split(/[\\/]/).includes('..');
    const text = isInside && Array.isArray(lines) ? readTextIfThere(join(root, path)) : null;
    return (
      text !== null &&
      Array.isArray(lines) &&
      (lines.length === 0 || text.split('\n').some((line) => lines.includes(line)))
    );
  };
  return Object.keys(recorded).filter(isLeft);
}
