import { existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { FileRole } from '../../../build/read/layout.ts';
import { listCatalogFiles } from '../../../build/read/list-files.ts';
import { loadCatalogFile } from '../../../build/run/load-file.ts';
import { openCatalogFolder } from '../../../cli/catalog/catalog-folder.ts';
import { readJsonIfThere, readTextIfThere } from '../../../cli/files/files.ts';
import { refuseLinks } from '../../../cli/files/refuse-links.ts';
import { writeWhole } from '../../../cli/files/write-file.ts';
import { INIT_RECORD } from '../../../cli/git/repository-place.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { describeSystemError } from '../../../contract/base/system-errors.ts';
import { listOfNames, plural, visible } from '../../../contract/base/text.ts';
import type { SiteSource } from '../../../contract/generated/catalog.types.ts';
import { DEFAULT_HOST, type HostName } from '../../../contract/hosts.ts';
import { initSources } from './command.ts';
import {
  hostScripts,
  type InitRecord,
  isNewerVersion,
  planUpgrade,
  readInitRecord,
  repositoryFiles,
  upgradableFiles,
  withLinksTo,
} from './init.ts';

/** @param print a file to print; nothing is written @param isMinimal undefined keeps the setting */
export function runUpgrade(io: Io, dir: string, print: string | null, isMinimal?: boolean): ExitStatus {
  const root = resolve(io.cwd, dir);
  const record = recordIn(root, dir);
  const sources = initSources();
  const { version } = sources;
  if (isNewerVersion(record.version, version)) {
    throw new CannotRunError(
      `Version ${record.version} of cartalog wrote these files; this is ${version}. Install ${record.version} or newer.`,
    );
  }
  const lock = readJsonIfThere(join(root, 'package-lock.json'));
  const { version: locked = version } = Object(Object(lock?.['packages'])['node_modules/cartalog']);
  if (locked !== version)
    throw new CannotRunError(
      `package-lock.json has cartalog ${locked}, which the workflows run, and this is ${version}. Install the version that you want with npm, as README.md says, and then: npx --no -- cartalog init --upgrade`,
    );
  if (!existsSync(join(root, 'catalog')))
    throw new CannotRunError(`There is no catalog/ in ${dir}; restore it from the history of git.`);
  const catalog = openCatalogFolder({ ...io, cwd: root }, 'catalog');
  const { files } = listCatalogFiles(catalog);
  const loaded = (role: FileRole): unknown =>
    files.filter((file) => file.role === role).map((file) => loadCatalogFile(catalog, file).value)[0];
  const site = loaded('site') as Partial<SiteSource> | undefined;
  const tokens = site?.accessTokens ?? [];
  const { target: before } = record.answers;
  const target = site ? (site.target ?? DEFAULT_HOST) : before;
  const signed = record.answers.signed || loaded('keys') !== undefined;
  const minimal = (isMinimal ?? record.answers.minimal) || undefined;
  const answers = { ...record.answers, target, minimal, ...(signed ? { signed } : {}) };
  const read = (path: string): string | null => readTextIfThere(join(root, path));
  // A repository that becomes minimal keeps only what it needs.
  const isKept = (path: string) => !isMinimal && path in record.files && read(path) !== null;
  const wanted = upgradableFiles(answers, tokens, sources, isKept);
  if (print !== null) {
    const text = wanted.get(print);
    if (text === undefined) {
      const names = [...wanted.keys()].join(', ');
      throw new CannotRunError(`${print} is not a file that is brought up to date; there are ${names}.`);
    }
    io.stdout.write(text);
    return 0;
  }
  const packages = read('package.json') ?? '';
  const moved = before === target ? packages : movedPackage(root, before, target, sources.wrangler);
  const plan = planUpgrade(record, wanted, answers, version, read);
  const newFiles = (minimal?: boolean) => repositoryFiles({ ...answers, minimal, title: '', address: '' }, sources);
  const minimalFiles = newFiles(true);
  // Only a whole repository has these; upgrades do not change them.
  const wholeOnly = [...newFiles()].filter(
    ([path]) => !minimalFiles.has(path) && !wanted.has(path) && !path.startsWith('catalog/'),
  );
  const surplus = isMinimal ? wholeOnly.filter(([path]) => read(path) !== null) : [];
  const unchangedSurplus = surplus.filter(([path, text]) => read(path) === text).map(([path]) => path);
  const remove = [...new Set([...plan.remove, ...unchangedSurplus])].sort();
  const changedSurplus = surplus.flatMap(([path]) => (remove.includes(path) ? [] : path));
  for (const path of remove) writeInto(root, path, null);
  const pages = ['README.md', 'CONTRIBUTING.md'].flatMap((path) => {
    const text = read(path) ?? '';
    const linked = withLinksTo(sources.docsUrl, text);
    return linked === text ? [] : [[path, linked] as const];
  });
  const added = wholeOnly.filter(([path]) => record.answers.minimal && !minimal && read(path) === null);
  const moves = moved === packages ? [] : [['package.json', moved] as const];
  const writes = [...added, ...pages, ...moves, ...plan.write];
  // The record comes last: an interrupted upgrade can be repeated.
  for (const [path, text] of writes) writeInto(root, path, text);
  const written = writes.map(([path]) => path).filter((path) => path !== INIT_RECORD);
  for (const path of written) io.stdout.write(`${visible(path)}\n`);
  for (const path of remove) io.stdout.write(`${visible(path)} removed\n`);
  // Without full stops: people copy the commands.
  const say = (path: string, note: string): void => void io.stderr.write(`${visible(path)}: ${note}\n`);
  const again = (path: string): string => `npx --no -- cartalog init --upgrade --print ${path}`;
  const noted = (path: string): string => goneTasks(read(path) ?? '', sources.templates.values());
  for (const path of plan.changed)
    say(path, `you have changed it, and it stays${noted(path)}; compare: ${again(path)} | diff ${path} -`);
  for (const path of plan.deleted) {
    const make = existsSync(join(root, dirname(path))) ? '' : `mkdir -p ${dirname(path)} && `;
    say(path, `you have deleted it, and it is not written again; to have it back: ${make}${again(path)} > ${path}`);
  }
  for (const path of new Set([...plan.unneeded, ...changedSurplus]))
    say(path, `you have changed it, so it stays${noted(path)}; cartalog no longer writes it: delete it, or keep it.`);
  if (moved !== packages) say('package.json', 'has changed; run npm install, and commit package-lock.json.');
  const minimalNote = minimal
    ? 'what it says of removed files'
    : 'its paragraph "More files": the repository is not minimal any more';
  if (minimal !== (record.answers.minimal || undefined)) say('README.md', `it stays; delete ${minimalNote}.`);
  const nothing = writes.length === 0 ? 'Nothing to write' : `Only ${INIT_RECORD} written`;
  const counts = [
    ...(written.length > 0 ? [`${plural(written.length, 'file')} written`] : []),
    ...(remove.length > 0 ? [`${plural(remove.length, 'file')} removed`] : []),
  ];
  const state = counts.join(', ') || nothing;
  const move =
    before === target
      ? ''
      : `Moved from ${before} to ${target}; README.md and what you have changed may still be for ${before}. `;
  io.stderr.write(`${move}${state}; up to date with cartalog ${version}.\n`);
  return 0;
}

function recordIn(root: string, dir: string): InitRecord {
  const text = readTextIfThere(join(root, INIT_RECORD));
  const record = text === null ? null : readInitRecord(text);
  if (record !== null) return record;
  throw new CannotRunError(
    text === null
      ? `There is no ${INIT_RECORD} in ${dir}, so nothing is known of its files. Restore it from the history of git; or write a new catalog into another folder with cartalog init, and replace the catalog/ in it with yours.`
      : `${INIT_RECORD} is not as cartalog init writes it; restore it from the history of git.`,
  );
}

/** A clause about tasks of `cartalog ci` that this version does not have; empty without any. */
function goneTasks(workflow: string, templates: Iterable<string>): string {
  const tasksIn = (text: string) => [...text.matchAll(/\bcartalog@? ci ([a-z-]+)/g)].map(([, task = '']) => task);
  const known = new Set([...templates].flatMap(tasksIn));
  const gone = listOfNames([...new Set(tasksIn(workflow))].filter((task) => !known.has(task)));
  return gone && `; it runs cartalog ci ${gone}, which this version does not have`;
}

/** Keeps changes of the maintainers. */
function movedPackage(root: string, before: HostName, target: HostName, wrangler: string): string {
  const content = readJsonIfThere(join(root, 'package.json'));
  if (content === null) return '';
  const [old, next] = [hostScripts(before, wrangler), hostScripts(target, wrangler)];
  const scripts = { ...(content['scripts'] as Record<string, string> | undefined) };
  if (scripts['deploy'] === old.deploy) scripts['deploy'] = next.deploy;
  const { wrangler: _, ...others } = { ...(content['dependencies'] as Record<string, string> | undefined) };
  const made = { ...content, scripts, dependencies: { ...others, ...next.dependencies } };
  return `${JSON.stringify(made, null, 2)}\n`;
}

function writeInto(root: string, path: string, text: string | null): void {
  const file = join(root, path);
  try {
    refuseLinks(file, root);
    if (text === null) rmSync(file);
    else writeWhole(file, text);
  } catch (error) {
    throw new CannotRunError(
      `${path} cannot be written: ${describeSystemError(error)}. What was written before stays; the same command goes on.`,
    );
  }
}
