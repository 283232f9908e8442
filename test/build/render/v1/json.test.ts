/** Paths that JavaScript treats in a way of its own: from YAML to the published JSON they are ordinary. */
import { expect, test } from 'vitest';
import { memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { rendered } from '../../../support/check.ts';

const ODD = ['toString', '"7"', 'hasOwnProperty', '"10"', '__proto__', '"007"', 'constructor', 'b', '"😀"', '～'];
const IN_ORDER = ['007', '10', '7', '__proto__', 'b', 'constructor', 'hasOwnProperty', 'toString', '～', '😀'];
const CHECKSUM = '{ lastModified: 2025-01-01T00:00:00Z, contentLength: 1, sha1: null }';

/** The keys of the object that is the value of a key, in the order of the text; `JSON.parse` would sort some. */
function keysUnder(json: string, key: string): string[] {
  let depth = 0;
  let pieces = '';
  for (const [token] of json.slice(json.indexOf(`"${key}":{`) + key.length + 3).matchAll(/"(?:[^"\\]|\\.)*"|[^"]/gu)) {
    if (/^[[{]$/.test(token)) depth++;
    if (depth === 1) pieces += token;
    if (/^[\]}]$/.test(token) && --depth === 0) break;
  }
  return [...pieces.matchAll(/("(?:[^"\\]|\\.)*"):/gu)].map(([, name]) => JSON.parse(name as string));
}

test.each(['files', 'maps', 'themes'] as const)('in %s.yaml, as paths and as fragments', async (group) => {
  const entries = ODD.map((key) => `${key}:\n  checksums:\n    - ${CHECKSUM}\n`).join('');
  const fragments = `z:\n  fragments:\n${ODD.map((key) => `    ${key}: [${CHECKSUM}]\n`).join('')}`;
  const folder = memoryFolder({ ...SMALL, [`datasources/empty/${group}.yaml`]: entries + fragments });
  const { findings, site } = await rendered(folder);
  expect(findings).toEqual([]);
  const asset = site?.assets.find(({ path }) => path === 'v1/datasources/empty/index.json');
  const json = Buffer.from(asset?.content ?? '').toString();
  const expected = [...IN_ORDER];
  expected.splice(IN_ORDER.indexOf('～'), 0, 'z');
  expect(keysUnder(json, group)).toEqual(expected);
  const inGroup = json.slice(json.indexOf(`"${group}":`));
  expect(keysUnder(inGroup.slice(inGroup.indexOf('"z":')), 'fragments')).toEqual(IN_ORDER);
  const published = Object.entries(JSON.parse(json)[group] as Record<string, { checksums: unknown[] }>);
  expect(published.filter(([key]) => key !== 'z').map(([, { checksums }]) => checksums.length)).toEqual(
    ODD.map(() => 1),
  );
});

test('a record cannot have them as keys', async () => {
  const server = `${SMALL['mapservers/one.yaml']}__proto__: {}\nconstructor: x\n`;
  const { findings } = await rendered(memoryFolder({ ...SMALL, 'mapservers/one.yaml': server }));
  expect(findings.map(({ code, line }) => `${code} ${line}`)).toEqual(['unknown-key 8', 'unknown-key 9']);
});

test('nor does an inherited name replace a key that is missing', async () => {
  const files = { ...SMALL, 'mapservers/one.yaml': '__proto__: { id: One, name: One }\n' };
  const { findings } = await rendered(memoryFolder(files));
  expect(findings.map(({ message }) => message)).toContain('"id" is missing');
});
