/** What a program can check in all documents: links, anchors, paths, scripts, commands, and what they must not say. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandSummaries } from '../../commands/program.ts';
import { MAP_TYPES } from '../../contract/maps/map-types.ts';
import { ROOT } from '../support/cli.ts';
import { sourceFiles } from '../support/imports.ts';
import { inProcess } from '../support/in-process.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const isPage = (path: string): boolean => path.endsWith('.md');
const pages = [...readdirSync(ROOT), ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter(isPage);
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const names = (await commandSummaries()).map(({ name }) => name);

const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link]) => link as string);

/** The help of a command, and of its own command if the word after it is one. */
async function helpOf(name: string, topic: string): Promise<string> {
  const { stdout } = await inProcess([name, '--help']);
  return new RegExp(`^ {2}${topic}\\b`, 'm').test(stdout.split('Commands:')[1] ?? '')
    ? (await inProcess([name, topic, '--help'])).stdout
    : stdout;
}

/** The files of the package. npm packs what `files` of package.json names; --dry-run writes nothing. */
const packed = ((): string[] => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'];
  const [{ files }] = JSON.parse(
    execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  return files.map(({ path }: { path: string }) => path);
})();

test('every page is in the package', () => expect(pages.filter((page) => !packed.includes(page))).toEqual([]));

describe.each(pages)('%s', (page) => {
  const text = read(page);

  test('has links that lead somewhere', () => {
    const broken = linksIn(text).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('has links that lead somewhere in the package, too', () => {
    const targets = linksIn(text).map((link) => normalize(join(dirname(page), link.split('#')[0] || basename(page))));
    expect(
      targets.filter((target) => !packed.some((path) => path === target || path.startsWith(`${target}/`))),
    ).toEqual([]);
  });

  test('links to files of our repository that are there', () => {
    const links = [
      ...text.matchAll(/\]\((https:\/\/github\.com\/cartalog\/cartalog)\/(?:blob|tree)\/([^/)]+)\/([^)#]+)\)/g),
    ];
    expect(links.filter(([, , ref, path = '']) => ref !== 'main' || !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('names scripts and commands that exist', () => {
    const named = [...text.matchAll(/npm run (?:--silent )?([a-z:-]+)/g)].map(([, name]) => name as string);
    // A catalog that "init" has written has a few more scripts.
    expect(named.filter((name) => !Object.hasOwn(scripts, name) && name !== 'new')).toEqual([]);
    const called = [...text.matchAll(/`(?:npx (?:--no -- )?)?cartalog ([a-z]+)/g)].map(([, name]) => name as string);
    expect(called.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('calls commands with options that they have', async () => {
    const calls = [
      ...text.replaceAll(/\\\n/g, '').matchAll(/(?:[`$]|--|sudo) ?(?:cartalog|sh server\.sh) ([a-z][^\n`|&;#]*)/g),
    ];
    for (const [whole, call = ''] of calls) {
      const [name = '', topic = ''] = whole.includes('server.sh') ? ['server', call.split(' ')[0]] : call.split(' ');
      const options = [...call.matchAll(/ (--[a-z][a-z-]*)/g)].map(([, option]) => option as string);
      const help = await helpOf(name, topic);
      expect(
        options.filter((option) => !help.includes(`${option} `) && !help.includes(`${option}\n`)),
        whole,
      ).toEqual([]);
    }
  });

  test('has no marks of a merge', () => expect(text).not.toMatch(/^(?:<{7}|>{7}) /m));
});

test.each(['docs/code.md', 'docs/decisions.md', 'docs/reliability.md', 'SECURITY.md'])('paths in %s exist', (page) => {
  const quoted = [...read(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`/g)].map(([, path]) => path as string);
  const roots = readdirSync(ROOT);
  const ours = quoted.filter((path) => roots.includes(path.split('/')[0] as string));
  expect(ours.filter((path) => !/^(?:dist|lib)\//.test(path) && !existsSync(join(ROOT, path)))).toEqual([]);
});

test.each(['docs/messages.md', 'docs/deploy.md', 'docs/fields.md'])(
  '%s names the addresses that can have an access key',
  (page) => {
    const members = [...new Set(Object.values(MAP_TYPES).flatMap(({ addresses }) => addresses))].join(', ');
    expect(read(page)).toContain(`(${members})`);
  },
);

/** The name is not ours on npm: if the package is not installed, npx would run what somebody else has published. */
test('npx cartalog is named only by pages about a checkout or an installation, and by code that has looked', () => {
  const isNamed = (path: string): boolean => read(path).includes('npx cartalog');
  expect(pages.filter(isNamed)).toEqual(['CONTRIBUTING.md', 'README.md', 'SECURITY.md', 'docs/decisions.md']);
  const code = sourceFiles().map(({ path }) => path);
  expect(code.filter((path) => !path.startsWith('scripts/') && isNamed(path))).toEqual([]);
});
