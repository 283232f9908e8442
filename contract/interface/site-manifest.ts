/** A build writes it: the files of a site, their sizes, and what each is for. */
import { jsonMembersOf } from '../base/json-values.ts';
import { jsonObjectIn } from '../base/parse-json.ts';
import { sortedByCodePoint } from '../base/text.ts';
import type { Role } from './v1-routes.ts';

/** Only listed files are ever deleted. */
export const SITE_MANIFEST = 'site-manifest.json';

const LETTER_OF_ROLE: Readonly<Record<Role, string>> = {
  document: 'd',
  derived: 'r',
  part: 't',
  copy: 'z',
  page: 'p',
  asset: 'a',
  configuration: 'c',
};

const ROLES = new Map(Object.entries(LETTER_OF_ROLE).map(([role, letter]) => [letter, role as Role]));

/** Roles are letters, in the code-point order of paths. */
export function siteManifest(
  files: Iterable<{ readonly path: string; readonly size: number; readonly role: Role }>,
): string {
  const sorted = sortedByCodePoint([...files], ({ path }) => path);
  // As text: an object with thousands of keys is slow.
  const lines = sorted.map(({ path, size }) => `${JSON.stringify(path)}:${size}`);
  const roles = sorted.map(({ role }) => LETTER_OF_ROLE[role]).join('');
  return `{"version":1,"files":{${lines.join(',')}},"roles":"${roles}"}\n`;
}

/** Older programs write no roles. */
export function listedRoles(manifest: string): ReadonlyMap<string, Role | undefined> {
  const { files, roles }: { files?: unknown; roles?: unknown } = jsonObjectIn(manifest);
  // `JSON.parse` puts names that are numbers first.
  const paths = sortedByCodePoint(jsonMembersOf(files), ([path]) => path);
  const letters = typeof roles === 'string' && roles.length === paths.length ? roles : '';
  return new Map(paths.map(([path], index) => [path, ROLES.get(letters[index] ?? '')]));
}
