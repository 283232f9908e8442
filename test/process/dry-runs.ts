/** `cartalog server install --dry-run` in a checkout that lacks something: what is refused. */
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { WEB_SERVERS } from '../../commands/site/server/web-servers.ts';
import { type Files, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { commitAll, git } from '../support/git.ts';
import { inProcess } from '../support/in-process.ts';

export const EXAMPLE = 'https://maps.example.org';
export const canInstall = existsSync(WEB_SERVERS.nginx.folder) && process.platform === 'linux';
export const NOT_NAMED = /no package\.json with a name/;

/** Takes something away from a checkout, or from the repository that it is a clone of. */
export type TakeAway = (checkout: string, origin: string) => void;
/** A name, what is taken away, and what is said; null where nothing is missing. */
export type LackingRun = [name: string, takeAway: TakeAway, message: RegExp | null];

export const site = (address: string, target: string): string =>
  `title: T\nserviceUrl: ${address}\nrepository: https://git.alps.ch/a\ntarget: ${target}\n`;

export const FAILS = `#!/bin/sh
printf '%s\\n' 'a.yaml:1:1 error x  Wrong' '  1 | a warning' 'a.yaml:2:1 warning y  Odd'
exit 1
`;
export const commitFiles = (repository: string, files: Files): void => {
  writeFiles(repository, files);
  commitAll(repository, '2026-01-02T00:00:00Z');
};

export const checkoutOf = (siteFile: string) => {
  const [origin, cwd] = [temporaryFolder(), join(temporaryFolder(), 'checkout')];
  const files = { 'package.json': '{"name":"maps"}', 'package-lock.json': '{}', '.gitignore': 'node_modules' };
  writeFiles(origin, { ...files, 'catalog/site.yaml': siteFile });
  commitAll(origin, '2026-01-01T00:00:00Z');
  git(origin, ['clone', '--quiet', `file://${origin}`, cwd]);
  writeFiles(cwd, { 'node_modules/.bin/cartalog': '#!/bin/sh\n' });
  chmodSync(join(cwd, 'node_modules/.bin/cartalog'), 0o755);
  return { origin, cwd };
};

/** Expects that a run is refused for which something was taken away; with no message, that it is not. */
export async function refuses(takeAway: TakeAway, message: RegExp | null): Promise<void> {
  const { origin, cwd } = checkoutOf(site('https://maps.alps.ch', 'nginx'));
  takeAway(cwd, origin);
  const { status, stdout, stderr } = await inProcess(['server', 'install', '--dry-run'], cwd);
  // The nginx of this machine may have a default server.
  const note = expect.stringMatching(
    /^What install says at its end:\nFor https, .*:\n {2}sudo certbot --nginx -d maps\.alps\.ch\n(?:\S+ is the default server of port 80: .*\n)?$/,
  );
  if (message === null) expect([status, stderr, stdout]).toEqual([0, note, expect.stringContaining('Writes /etc/')]);
  else expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
}
