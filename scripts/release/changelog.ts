/** The text of a release: its section of the changelog. Pure. */

/** The version cannot be released yet; the message is one line. */
export class NotReleasable extends Error {}

/** The sources of a release. */
export interface Release {
  /** The pushed tag, `v1.2.0` for example. */
  readonly tag: string;
  /** The version in package.json. */
  readonly version: string;
  readonly changelog: string;
  /** The address of the repository, without a trailing slash. */
  readonly repository: string;
}

const HEADING = /^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/;

/** The section of a version, with absolute links to files of the repository. @throws NotReleasable */
export function releaseNotes({ tag, version, changelog, repository }: Release): string {
  if (!/^v\d+\.\d+\.\d+$/.test(tag)) throw new NotReleasable(`The tag ${JSON.stringify(tag)} is not like v1.2.0.`);
  if (tag !== `v${version}`) throw new NotReleasable(`The tag is ${tag}, but package.json has version ${version}.`);
  const sections = sectionsOf(changelog);
  if (textOf(sections.get('Unreleased') ?? '') !== '') {
    throw new NotReleasable(
      `CHANGELOG.md still has entries under Unreleased; move them below "## ${version} - <date>".`,
    );
  }
  const section = [...sections].find(([heading]) => HEADING.exec(`## ${heading}`)?.[1] === version)?.[1];
  if (section === undefined) throw new NotReleasable(`CHANGELOG.md has no section "## ${version} - <date>".`);
  if (textOf(section) === '') throw new NotReleasable(`The section of ${version} in CHANGELOG.md is empty.`);
  const address = `${repository}/blob/${tag}/`;
  return `${section.trim().replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, path: string) => `](${address}${path})`)}\n`;
}

/** The text below each heading of the second level. */
function sectionsOf(changelog: string): Map<string, string> {
  const parts = changelog.split(/^## /m).slice(1);
  return new Map(parts.map((part) => [part.split('\n', 1)[0]?.trim() ?? '', part.slice(part.indexOf('\n') + 1)]));
}

/** A section without the headings in it. */
function textOf(section: string): string {
  return section.replaceAll(/^#+ .*$/gm, '').trim();
}
