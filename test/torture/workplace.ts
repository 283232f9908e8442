/** A folder in which versions of a catalog are built into one site, and what the site may then be. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST } from '../../build/render/asset.ts';
import { readSiteParts } from '../../cli/program-parts.ts';
import { type Files, memoryFolder, SMALL, writeFiles } from '../support/catalogs.ts';
import { rendered } from '../support/check.ts';
import type { Outcome } from '../support/cli.ts';
import { filesBelow } from '../support/files.ts';
import type { Child } from './children.ts';
import { hold, type Round } from './trial.ts';

/** The state of a folder without a site. */
export const NONE = 'no site';

/** The version of the catalog that has a fault. */
export const FAULTY = 'faulty';

/** A catalog that differs from that of every other version, in several documents and in the number of files. */
export function versionOf(version: string, categories: number): Files {
  const list = Array.from({ length: categories }, (_, index) => `- { id: ${index + 1}, name: ${version} ${index} }\n`);
  return {
    ...SMALL,
    'categories.yaml': list.join('') || '[]\n',
    [`editions/${version}.yaml`]: `name: ${version}\ndatasources: [maps]\n`,
  };
}

/** Versions of a catalog and the site folder `dist`. What each version publishes is known before it is built. */
export class Workplace {
  readonly #round: Round;
  readonly #names = new Map<string, string>();
  readonly site: string;

  constructor(round: Round) {
    this.#round = round;
    this.site = join(round.folder, 'dist');
    writeFiles(join(round.folder, 'catalogs', FAULTY), { ...SMALL, 'editions/offline.yaml': 'name: Offline\n' });
  }

  /** Writes the catalog of a version. */
  async prepare(version: string, categories: number): Promise<void> {
    const files = versionOf(version, categories);
    writeFiles(join(this.#round.folder, 'catalogs', version), files);
    const { site } = await rendered(memoryFolder(files), { readParts: readSiteParts });
    const contents = new Map(site?.assets.map(({ path, content }) => [path, content]));
    this.#names.set(digestOf(contents), version);
  }

  /** The command line that builds a version. */
  command(version: string): string[] {
    return [...this.#round.program, 'build', '--catalog', `catalogs/${version}`];
  }

  /** Starts to build a version. */
  start(version: string, program: readonly string[] = []): Child {
    return this.#round.start([...program, ...this.command(version)]);
  }

  /** Builds a version to its end, which must be a good one. */
  async build(version: string): Promise<void> {
    const { status, stderr } = await this.start(version).ended();
    hold(status === 0, `a build of ${version} that is not disturbed to succeed`, `exit ${status}: ${stderr}`);
    this.expect([version], `after the build of ${version}`);
  }

  /** The version whose site is complete in `dist`, `NONE`, or what is wrong. */
  state(): string {
    return existsSync(this.site) ? this.#nameOf(this.site) : NONE;
  }

  /** @throws Lost unless the site is one of these, byte for byte. @returns which */
  expect(versions: readonly string[], when: string): string {
    const state = this.state();
    hold(versions.includes(state), `${[...new Set(versions)].join(' or ')} ${when}`, state);
    return state;
  }

  /** @throws Lost where a build has left anything next to the site but what the next one begins with */
  expectNoLitter(): void {
    const found = readdirSync(this.#round.folder).filter((name) => !['catalogs', 'dist'].includes(name));
    hold(found.length === 0, 'nothing next to the site', found.join(', '));
  }

  /** Builds a version at the end of a round, a minute later: what was being prepared until then was given up. */
  async finish(version: string): Promise<void> {
    const minuteAgo = new Date(Date.now() - 61_000);
    for (const name of readdirSync(this.#round.folder).filter((one) => one.includes('.lock.new-'))) {
      utimesSync(join(this.#round.folder, name), minuteAgo, minuteAgo);
    }
    await this.build(version);
    this.expectNoLitter();
  }

  #nameOf(folder: string): string {
    const contents = new Map(filesBelow(folder).map((path) => [path, readFileSync(join(folder, path))]));
    const manifest = contents.get(MANIFEST);
    contents.delete(MANIFEST);
    const listed = Object.entries(manifest ? filesListedIn(`${manifest}`) : {});
    const missing = listed.filter(([path, size]) => contents.get(path)?.length !== size).length;
    const name = this.#names.get(digestOf(contents));
    if (name && manifest && missing === 0 && listed.length === contents.size) return name;
    return `${contents.size} files, ${manifest ? `${missing} of ${listed.length} listed ones missing` : 'no manifest'}`;
  }
}

/** @throws Lost unless a build that could not finish says so in one sentence */
export function expectOneSentence({ status, stdout, stderr }: Outcome): void {
  const isOne = /^cartalog: [^\n]+\.\n$/.test(stderr.replace(/^(?:Waiting for|What an earlier build) .*\n/gm, ''));
  hold(status === 2 && isOne && stdout === '', 'exit 2 and one sentence', `exit ${status}: ${stdout}${stderr}`);
}

/** The files that a manifest lists, with their sizes; none where it is not whole. */
function filesListedIn(manifest: string): Record<string, number> {
  try {
    return (JSON.parse(manifest) as { files: Record<string, number> }).files;
  } catch {
    return {};
  }
}

/** A digest of the files of a site, by path. */
function digestOf(contents: ReadonlyMap<string, Uint8Array>): string {
  const hash = createHash('sha256');
  for (const path of [...contents.keys()].sort()) {
    const content = contents.get(path) as Uint8Array;
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
