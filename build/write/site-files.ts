import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { firstNames } from '../../contract/base/text.ts';
import { HOSTS } from '../../contract/hosts.ts';
import { PLAIN_FILES } from '../../contract/interface/plain-files.ts';
import { listedRoles, SITE_MANIFEST } from '../../contract/interface/site-manifest.ts';
import { SIGNATURE_ENDING } from '../../contract/signing/minisign.ts';
import { FolderError } from './lock.ts';

const SYSTEM_FILES = ['.DS_Store', 'Thumbs.db', 'desktop.ini'];

/** Files that `cartalog sign` writes. A build drops them: the new site is not signed. */
const SIGNATURES = Object.values(HOSTS).flatMap(({ root }) =>
  [SIGNATURE_ENDING, `${SIGNATURE_ENDING}.new`].map((ending) => root + PLAIN_FILES.manifest.path.slice(1) + ending),
);

/** A mistake in --out must not delete anybody's files. @throws FolderError if no build wrote something in the folder */
export function refuseForeignFolder(site: string): void {
  if (!existsSync(site)) return;
  if (!statSync(site).isDirectory()) throw new FolderError('is a file; name a folder');
  if (readdirSync(site).length === 0) return;
  const listed = listedIn(site);
  const known = new Set([SITE_MANIFEST, ...SIGNATURES, ...listed]);
  const foreign = filesBelow(site).filter((path) => !known.has(path) && !SYSTEM_FILES.includes(basename(path)));
  const isSite = listed.length > 0;
  if (isSite && foreign.length === 0) return;
  const names = firstNames(foreign);
  throw new FolderError(
    isSite
      ? `contains files that no build wrote: ${names}; move them away, or name another folder`
      : `contains something that is not a site: ${names || 'folders'}; name another folder`,
  );
}

export function unsignedFiles(site: string): string[] {
  return filesBelow(site).filter((path) => !SIGNATURES.includes(path));
}

function listedIn(site: string): string[] {
  try {
    return [...listedRoles(readFileSync(join(site, SITE_MANIFEST), 'utf8')).keys()];
  } catch {
    return [];
  }
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}
