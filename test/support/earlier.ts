/** What earlier versions wrote: test/fixtures/earlier/README.md. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HostName } from '../../contract/hosts.ts';
import { temporaryFolder } from './catalogs.ts';
import { ROOT } from './cli.ts';

export const EARLIER = join(ROOT, 'test/fixtures/earlier');

/** The versions, oldest first. */
export const EARLIER_VERSIONS = readdirSync(EARLIER).filter((name) => /^\d/.test(name));

export function unpackEarlier(version: string, archive: 'repositories' | 'published'): string {
  const folder = temporaryFolder();
  execFileSync('tar', ['-xzf', join(EARLIER, version, `${archive}.tgz`), '-C', folder]);
  return join(folder, archive);
}

/** The repository that `init` of a version wrote. */
export function earlierRepository(version: string, host: HostName): string {
  const written = unpackEarlier(version, 'repositories');
  const folder = temporaryFolder();
  for (const part of ['all', host]) cpSync(join(written, part), folder, { recursive: true });
  return folder;
}
