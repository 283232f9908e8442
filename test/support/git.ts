import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Files, temporaryFolder, writeFiles } from './catalogs.ts';

/** The `.git` of first commits that were made, by what is in them: a copy takes a tenth of what git takes. They go with the run. */
const firstCommits = new Map<string, string>();

/** Commits everything in a folder at a date; makes the folder a repository where it is not one. */
export function commitAll(folder: string, date: string, message = 'Change'): void {
  const place = join(folder, '.git');
  const key = existsSync(place) ? null : contentKey(folder, date, message);
  const made = key === null ? undefined : firstCommits.get(key);
  if (made === undefined) commitWithGit(folder, date, message);
  else cpSync(made, place, { recursive: true });
  if (key === null || made !== undefined) return;
  const kept = mkdtempSync(join(tmpdir(), 'cartalog-commit-'));
  cpSync(place, kept, { recursive: true });
  firstCommits.set(key, kept);
}

/** What a first commit depends on; null where there is more than files. */
function contentKey(folder: string, ...facts: string[]): string | null {
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    if (!entry.isFile()) return null;
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    hash.update(JSON.stringify([path.slice(folder.length), statSync(path).mode, content.length])).update(content);
  }
  return hash.digest('hex');
}

function commitWithGit(folder: string, date: string, message: string): void {
  // One process of ours for all: starting one from a large process takes long.
  const script =
    '[ -e .git ] || git init --quiet --initial-branch=main; git add --all; exec git commit --quiet --allow-empty -m "$1"';
  execFileSync('sh', ['-e', '-c', script, 'sh', message], { cwd: folder, env: gitEnvironment(date), stdio: 'pipe' });
}

/** Runs git in a folder, without the settings of the person. */
export const git = (
  folder: string,
  args: readonly string[],
  date = '2026-01-02T03:04:05Z',
  input?: string | Uint8Array,
): string =>
  execFileSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
    env: gitEnvironment(date),
  });

/** Adds settings to those of a repository, as `git config` does, without a process for each. */
export function configure(folder: string, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([name, value]) => {
    const [, section, part, key] = /^([^.]+)(?:\.(.+))?\.([^.]+)$/.exec(name) ?? [];
    return `[${section}${part === undefined ? '' : ` "${part}"`}]\n\t${key} = ${JSON.stringify(value)}\n`;
  });
  writeFileSync(join(folder, '.git', 'config'), lines.join(''), { flag: 'a' });
}

/** The variables of git, for a person and a time that are always the same. */
function gitEnvironment(date: string): Record<string, string> {
  const who = { NAME: 'Test', EMAIL: 'test@example.org', DATE: date };
  const identity = Object.entries(who).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  return {
    PATH: process.env['PATH'] ?? '',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    // Two processes and a dozen files less each time.
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'maintenance.auto',
    GIT_CONFIG_VALUE_0: 'false',
    GIT_CONFIG_KEY_1: 'init.templateDir',
    GIT_CONFIG_VALUE_1: '',
    ...Object.fromEntries(identity),
  };
}

const DATE = '2026-01-02T03:04:05Z';

/** A repository with a catalog in `catalog/`, committed on `main`. */
export class Repository {
  readonly path = temporaryFolder();

  constructor(catalog: Files) {
    this.write(catalog);
    this.commit();
  }

  git(...args: string[]): void {
    git(this.path, args);
  }

  commit(): void {
    commitAll(this.path, DATE);
  }

  write(files: Files): void {
    writeFiles(join(this.path, 'catalog'), files);
  }

  remove(path: string): void {
    rmSync(join(this.path, 'catalog', path), { recursive: true });
  }

  rename(from: string, to: string): void {
    const target = join(this.path, 'catalog', to);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(this.path, 'catalog', from), target);
  }
}
