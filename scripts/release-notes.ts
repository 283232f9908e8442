/** `npm run --silent release:notes -- v1.2.0` prints a release's section of CHANGELOG.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT, packageVersion, repositoryUrl } from '../cli/program/package.ts';

/** Links to files become absolute. @throws Error if the version cannot be released */
export function releaseNotes(tag: string, version: string, changelog: string, repository: string): string {
  if (!/^v\d+\.\d+\.\d+$/.test(tag)) throw new Error(`The tag ${JSON.stringify(tag)} is not like v1.2.0.`);
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has version ${version}.`);
  const heading = `## ${version} - <date>`;
  const sections = changelog.split(/^(?=## )/m).map((part) => [part.split('\n', 1)[0] ?? '', part] as const);
  const bodyOf = (titlePattern: RegExp): string | undefined =>
    sections.find(([title]) => titlePattern.test(title))?.[1].replace(/^.*\n/, '');
  if (!isEmpty(bodyOf(/^## Unreleased/) ?? '')) {
    throw new Error(`CHANGELOG.md still has entries under Unreleased; move them below "${heading}".`);
  }
  const section = bodyOf(new RegExp(`^## ${version.replaceAll('.', '[.]')} - \\d{4}-\\d{2}-\\d{2}$`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "${heading}".`);
  if (isEmpty(section)) throw new Error(`The section of ${version} in CHANGELOG.md is empty.`);
  const address = `${repository}/blob/${tag}/`;
  return `${section.trim().replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, path: string) => `](${address}${path})`)}\n`;
}

function isEmpty(section: string): boolean {
  return section.replaceAll(/^#+ .*$/gm, '').trim() === '';
}

if (process.argv[1] === import.meta.filename) {
  const [tag = ''] = process.argv.slice(2);
  const changelog = readFileSync(join(PACKAGE_ROOT, 'CHANGELOG.md'), 'utf8');
  process.stdout.write(releaseNotes(tag, packageVersion(), changelog, repositoryUrl()));
}
