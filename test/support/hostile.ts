/** Catalogs with one file that is meant to keep a program busy, in any size. */
import { expect } from 'vitest';
import { type Files, memoryFolder, SMALL } from './catalogs.ts';
import { asText, rendered } from './check.ts';
import { inTime } from './in-time.ts';

const ONE = SMALL['mapservers/one.yaml'] as string;
const SERVER = 'mapservers/one.yaml';
const MAPS = 'datasources/maps/maps.yaml';
const FILES = 'datasources/maps/files.yaml';
const EDITION = 'editions/offline.yaml';
const MAP = 'maps/one.yaml';
const VECTOR = 'type: vector\nname: One\nstyle: https://x.example/style.json\ncopyright: OpenStreetMap\n';

const repeated = (count: number, make: (index: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(between);

const withHosts = (items: string): string => ONE.replace(/hosts: .*/, `hosts: [${items}]`);
const withPattern = (rest: string): string =>
  ONE.replace(/urlPattern: .*/, `urlPattern: "https://#{host}/#{zoom}/#{tilex}/#{tiley}/${rest}"`);
const category = (id: number, parent: number): string =>
  `- { id: ${id}, name: A${parent ? `, parent: ${parent}` : ''} }\n`;

type HostileFile = { readonly path: string; readonly content: (count: number) => string };

export const HOSTILE = {
  hosts: { path: SERVER, content: (count) => withHosts(repeated(count, (n) => `h${n}.example.org`, ', ')) },
  'mappings for hosts': { path: SERVER, content: (count) => withHosts(repeated(count, (n) => `{ a: ${n} }`, ', ')) },
  'data sources in an edition': {
    path: EDITION,
    content: (count) => `name: Offline\ndatasources: [${repeated(count, (n) => `source-${n}`, ', ')}]\n`,
  },
  'categories in a chain': { path: 'categories.yaml', content: (count) => repeated(count, (n) => category(n + 1, n)) },
  'faulty checksums': {
    path: MAPS,
    content: (count) => `a.zip:\n  checksums: [${repeated(count, (n) => `{ a: ${n} }`, ', ')}]\n`,
  },
  'unknown keys': { path: MAP, content: (count) => `type: vector\n${repeated(count, (n) => `k${n}: 1\n`)}` },
  'unknown keys of a whole map': { path: MAP, content: (count) => VECTOR + repeated(count, (n) => `k${n}: 1\n`) },
  'unknown keys of a server': { path: SERVER, content: (count) => ONE + repeated(count, (n) => `k${n}: 1\n`) },
  'faulty entries': { path: MAPS, content: (count) => repeated(count, (n) => `${n}.zip: 1\n`) },
  'faulty keys': { path: MAPS, content: (count) => repeated(count, (n) => `"/${n}.zip": {}\n`) },
  'equal keys': { path: MAPS, content: (count) => repeated(count, () => 'a.zip: {}\n') },
  'characters in a urlPattern': { path: SERVER, content: (count) => withPattern('x'.repeat(count)) },
  'placeholders in a urlPattern': { path: SERVER, content: (count) => withPattern('{s}'.repeat(count)) },
  'slashes in a path': { path: MAPS, content: (count) => `? "${'/'.repeat(count)}"\n: {}\n` },
  'digits and underscores in a number': {
    path: SERVER,
    content: (count) => ONE.replace('minZoom: 0', `minZoom: ${'1_'.repeat(count)}x`),
  },
  'nested lists': { path: EDITION, content: (count) => `${'['.repeat(count)}${']'.repeat(count)}\n` },
  'nested lists that do not end': { path: EDITION, content: (count) => '[ '.repeat(count) },
  'nested mappings': {
    path: EDITION,
    content: (count) => repeated(Math.min(count, 2_500), (n) => `${' '.repeat(n)}a:\n`),
  },
  'closing braces': { path: EDITION, content: (count) => '}'.repeat(count) },
  'question marks before a key': { path: EDITION, content: (count) => `${'? '.repeat(count)}b\nd\n` },
  'nested lists in block style': { path: EDITION, content: (count) => `${'- '.repeat(count)}a\n` },
  'aliases of aliases': {
    path: EDITION,
    content: (count) =>
      `a0: &a0 [x, x]\n${repeated(count, (n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}, *a${n}]\n`)}`,
  },
  comments: { path: EDITION, content: (count) => `${repeated(count, (n) => `# ${n}\n`)}${SMALL[EDITION]}` },
  'empty lines': { path: EDITION, content: (count) => `name: Offline\n${'\n'.repeat(count)}datasources: [maps]\n` },
  'carriage returns': { path: EDITION, content: (count) => '\r'.repeat(count) },
  'lines of a space': { path: EDITION, content: (count) => ' \n'.repeat(count) },
  'spaces in a line that is no member': { path: EDITION, content: (count) => `name: a\nb${' '.repeat(count)}c\n` },
  'spaces in a line between quotes': { path: EDITION, content: (count) => `name: 'a'${' '.repeat(count)}'b'\n` },
  'dashes in a line that is no member': { path: EDITION, content: (count) => `name: a\n${'- '.repeat(count)}b c\nd\n` },
  'tabs before a comment': { path: EDITION, content: (count) => `name: a\nb ${'\t'.repeat(count)}#\n` },
  'commas in a number': {
    path: SERVER,
    content: (count) => ONE.replace('minZoom: 0', `minZoom: ${'1,'.repeat(count)}`),
  },
  'backslashes before a quote': { path: EDITION, content: (count) => `name: "a"${'\\'.repeat(count)}"\n` },
  'comments that allow something': {
    path: EDITION,
    content: (count) => `${'# cartalog: allow unknown-terms\n'.repeat(count)}${SMALL[EDITION]}`,
  },
  'spaces in a comment that allows something': {
    path: EDITION,
    content: (count) => `# cartalog: allow${' '.repeat(count)}!\n${SMALL[EDITION]}`,
  },
  'letters in a host': { path: SERVER, content: (count) => withHosts('a'.repeat(count)) },
  'braces in a urlPattern': { path: SERVER, content: (count) => withPattern('{'.repeat(count)) },
  'letters in an address': {
    path: 'site.yaml',
    content: (count) => `name: A\nserviceUrl: https://${'a.'.repeat(count)}\n`,
  },
  'letters in a time': {
    path: MAPS,
    content: (count) => `a.zip:\n  checksums: [{ lastModified: "${'1'.repeat(count)}" }]\n`,
  },
  'empty documents': { path: EDITION, content: (count) => '---\n'.repeat(count) },
  quotes: { path: EDITION, content: (count) => `name: ${"'".repeat(count)}\n` },
  escapes: { path: EDITION, content: (count) => `name: "${'\\u001b'.repeat(count)}"\n` },
  tabs: { path: EDITION, content: (count) => `name: a\n${'\t'.repeat(count)}b: c\n` },
  'NUL characters': { path: EDITION, content: (count) => `name: ${'\0'.repeat(count)}\n` },
  'spaces before a colon': { path: EDITION, content: (count) => `name${' '.repeat(count)}: a\n` },
  'paths with a thousand marks on one letter': {
    path: FILES,
    content: (count) => repeated(count, (n) => `a${'\u0323\u0307\u0301'.repeat(300)}${n}: {}\n`),
  },
  'paths of ligatures': {
    path: FILES,
    content: (count) => repeated(count, (n) => `${'\ufb03'.repeat(200)}${n}: {}\n`),
  },
  'paths of 800 characters': {
    path: FILES,
    content: (count) => repeated(count, (n) => `${'abcdefgh/'.repeat(88)}${n}: {}\n`),
  },
  'paths in 490 folders of their own': {
    path: FILES,
    content: (count) => repeated(count, (n) => `n${n}${'/a'.repeat(490)}: {}\n`),
  },
  'faulty removals': {
    path: 'removals.yaml',
    content: (count) => repeated(count, (n) => `- { url: "x${n}", reason: "", a: 1 }\n`),
  },
  'faulty fragments': {
    path: MAPS,
    content: (count) => `a.zip:\n  fragments:\n${repeated(count, (n) => `    f${n}: 1\n`)}`,
  },
  'lines in a block scalar': {
    path: SERVER,
    content: (count) => ONE.replace(/name: .*/, `name: |\n${'  a\n'.repeat(count)}`),
  },
  'comments after a tile server': { path: SERVER, content: (count) => ONE + '# a comment\n'.repeat(count) },
  'question marks': { path: EDITION, content: (count) => '? '.repeat(count) },
} satisfies Record<string, HostileFile>;

const MOST = 30_000_000;

/** The small catalog with a hostile file: it has so many of something, or as many as fit. */
export function hostile(what: keyof typeof HOSTILE, count: number): Files {
  const { path, content } = HOSTILE[what];
  const length = (content(11).length - content(1).length) / 10;
  return { ...SMALL, [path]: content(Math.min(count, Math.floor(MOST / length))) };
}

/** Checks such a catalog in time. @returns the printed findings, of which a file has at most 2,000 */
export async function checkedInTime(what: keyof typeof HOSTILE, count: number): Promise<string> {
  const folder = memoryFolder(hostile(what, count));
  let text = '';
  await inTime(async () => {
    const { findings } = await rendered(folder);
    expect(findings.length).toBeLessThanOrEqual(2_002);
    text = asText(findings);
  });
  return text;
}
