/** `npm run --silent release:notes -- v1.2.0` prints the text of a release: its section of CHANGELOG.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT, packageVersion } from '../cli/package.ts';
import { repositoryUrl } from '../cli/program-pages.ts';
import { NotReleasable, releaseNotes } from './release/changelog.ts';

try {
  const [tag = ''] = process.argv.slice(2);
  const changelog = readFileSync(join(PACKAGE_ROOT, 'CHANGELOG.md'), 'utf8');
  process.stdout.write(releaseNotes({ tag, changelog, version: packageVersion(), repository: repositoryUrl() }));
} catch (error) {
  if (!(error instanceof NotReleasable)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
