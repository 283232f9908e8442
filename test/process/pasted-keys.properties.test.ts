/** No key that somebody pasted anywhere into a catalog is printed. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isScalar, parseDocument, type Scalar, visit } from 'yaml';
import { type Files, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { ROOT } from '../support/cli.ts';
import { inProcess } from '../support/in-process.ts';
import { fc, timesRuns } from '../support/property.ts';

const FOLDER = join(ROOT, 'test/golden/corners/input');
const CATALOG: Files = Object.fromEntries(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.\w+$/.test(path))
    .map((path) => [path, readFileSync(join(FOLDER, path), 'utf8')]),
);
const RECORDS = Object.keys(CATALOG).filter((path) => path.endsWith('.yaml'));

const digits = (unit: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...unit), minLength: length, maxLength: length });
const HEX = digits('0123456789abcdef', 32);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MIXED = digits(`${LETTERS}0123456789`, 40);
const SHORT = digits('bcdfghjkmnpqrtvwxz23456789', 9).map((text) => `${text}7q4`);

/** The key and the text that has it. */
const pasted = fc.oneof(
  fc.tuple(
    fc.oneof(HEX, MIXED),
    fc.constantFrom(
      (key: string) => key,
      (key: string) => `Map ${key}, new`,
      (key: string) => `https://#{host}/t/${key}/#{zoom}/#{tilex}/#{tiley}.png`,
      (key: string) => `[© Maps](https://maps.example.org/${key}/a)`,
    ),
  ),
  fc.tuple(
    fc.oneof(HEX, MIXED, SHORT),
    fc.constantFrom(
      (key: string) => `https://tile.example.org/?key=${key}&a=1`,
      (key: string) => `https://tile.example.org/a?b=1#access_token=${key}`,
      (key: string) => `https://tile.example.org/go?to=https%3A%2F%2Fa.example.org%2F%3Fkey%3D${key}`,
      (key: string) => `https://editor:${key}@tile.example.org/`,
      (key: string) => `editor:${key}@tile.example.org`,
      (key: string) => `${key}:geheim@tile.example.org:8080`,
      (key: string) => `© <a href="https://maps.example.org/?a=1&amp;apikey=${key}">Maps</a>`,
      (key: string) => `© [Maps](https://maps.example.org/?token=${key})`,
      (key: string) => `Authorization: Bearer ${key}`,
      (key: string) => `Basic ${key}=`,
      (key: string) => `token: ${key}`,
    ),
  ),
);

const STYLES = ['PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_FOLDED', 'BLOCK_LITERAL'] as const;
const anyCase = fc.record({
  file: fc.constantFrom(...RECORDS),
  position: fc.nat(),
  pasted,
  style: fc.constantFrom(...STYLES),
  isKey: fc.boolean(),
  lineWidth: fc.constantFrom(0, 30),
  form: fc.constantFrom('yaml', 'yaml', 'json', 'flow'),
  renamed: fc.boolean(),
  broken: fc.option(fc.tuple(fc.constantFrom('\t', ' [', ': ', '"', '\n  - ', ' #', '{', '\u0000'), fc.nat())),
});

test('whatever the record, the position and the form', async () => {
  const cwd = temporaryFolder();
  const catalog = join(cwd, 'catalog');
  const page = join(cwd, 'page.md');
  const property = fc.asyncProperty(
    anyCase,
    async ({ file, position, pasted: [key, around], style, isKey, lineWidth, form, renamed, broken }) => {
      const document = parseDocument(CATALOG[file] as string);
      const scalars: Scalar[] = [];
      visit(document, {
        Scalar(at, node, path) {
          const pair = path.at(-1) as { key?: { value?: unknown } };
          // There a number of digits is a hash.
          if (String(pair?.key?.value) !== 'sha1' && (at === 'key') === isKey) scalars.push(node);
        },
        Pair: () => undefined,
      });
      const chosen = scalars[position % Math.max(1, scalars.length)];
      if (!isScalar(chosen)) return;
      chosen.value = around(key);
      chosen.type = style;
      const whole =
        form === 'yaml'
          ? document.toString({ lineWidth })
          : form === 'json'
            ? JSON.stringify(document.toJS(), null, lineWidth && 2)
            : document.toString({ lineWidth, collectionStyle: 'flow' });
      const at = (broken?.[1] ?? 0) % (whole.length + 1);
      const isInside = whole.slice(at - key.length, at + key.length).includes(key);
      const isNamed = renamed && key.length > 30;
      const name = isNamed ? file.replace(/[\w-]+(?=\.yaml$)/, key) : file;
      if (isNamed) rmSync(join(catalog, file));
      writeFiles(catalog, { [name]: broken && !isInside ? whole.slice(0, at) + broken[0] + whole.slice(at) : whole });
      writeFiles(cwd, { 'page.md': '' });
      const env = { GITHUB_STEP_SUMMARY: page };
      for (const format of ['text', 'json', 'github']) {
        const { stdout, stderr } = await inProcess(['check', '--verbose', '--format', format], cwd, env);
        expect(stdout + stderr).not.toContain(key.slice(0, 12));
        expect(stdout + stderr).not.toContain(key.slice(-12));
      }
      expect(readFileSync(page, 'utf8')).not.toContain(key);
    },
  );
  const restored = property.beforeEach(() => {
    rmSync(catalog, { recursive: true, force: true });
    writeFiles(catalog, CATALOG);
  });
  await fc.assert(restored, { numRuns: timesRuns(10) });
});
