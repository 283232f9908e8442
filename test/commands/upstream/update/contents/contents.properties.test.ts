/** Whatever is in a file: nothing is thrown, little is read, and what is said fits into the catalog. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type Contents,
  contentsFormatOf,
  readContents,
} from '../../../../../commands/upstream/update/contents/contents.ts';
import validators from '../../../../../contract/generated/catalog.validators.cjs';
import { ROOT } from '../../../../support/cli.ts';
import { fc } from '../../../../support/property.ts';
import { bytesRead, fileOf } from '../../../../support/watched-file.ts';

const FOLDER = join(ROOT, 'test/fixtures/contents');
const FIXTURES = readdirSync(FOLDER)
  .filter((name) => name !== 'make.sh')
  .map((name) => ({ name, bytes: readFileSync(join(FOLDER, name)) }));
const ENDINGS = ['map', 'osm.pbf', 'poi', 'zip'];

async function checked(path: string, bytes: Buffer): Promise<Contents> {
  // It refuses to be read outside of its bounds.
  const file = fileOf(bytes);
  const contents = await readContents(path, file);
  expect(bytesRead(file.reads)).toBeLessThanOrEqual(contentsFormatOf(path)?.bytes as number);
  // What is not trusted is said, and can be printed as it is.
  for (const problem of contents.problems) expect(problem).toMatch(/^[^\p{C}]+$/u);
  if (contents.damage !== null) {
    expect(contents.damage).toMatch(/^[^\p{C}]+$/u);
    expect({ ...contents, damage: null }).toEqual({
      box: null,
      fragments: null,
      damage: null,
      foreign: null,
      problems: [],
    });
  }
  if (contents.problems.length > 0) expect(contents.box).toBeNull();
  // What is said fits into the catalog.
  const fragments = Object.fromEntries(
    (contents.fragments ?? []).map(({ path, contentLength, lastModified }) => [
      path,
      lastModified === null ? [] : [{ lastModified, contentLength, sha1: null }],
    ]),
  );
  const isValid = validators.files({ x: { fragments, ...(contents.box ? { boundingbox: contents.box } : {}) } });
  expect(isValid ? null : validators.files.errors).toBeNull();
  return contents;
}

test.each(ENDINGS)('random bytes in a file.%s', async (ending) => {
  const property = fc.asyncProperty(fc.uint8Array({ maxLength: 6000 }), async (bytes) => {
    expect((await checked(`a.${ending}`, Buffer.from(bytes))).box).toBeNull();
  });
  await fc.assert(property, { numRuns: 50 });
});

/** Changes of a few bytes to values that are likely to matter. */
const changes = fc.array(
  fc.record({
    // Mostly near the beginning or the end, where what matters is.
    at: fc.oneof(
      fc.nat(300),
      fc.nat(300).map((back) => -1 - back),
      fc.nat(20_000),
    ),
    value: fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0x2f, 0x2e, 0x5c), fc.nat(255)),
  }),
  { minLength: 1, maxLength: 4 },
);

const cut = fc.option(fc.tuple(fc.nat(20_000), fc.nat(20_000)), { nil: null, freq: 4 });

describe('files of real programs, changed', () => {
  test.each(FIXTURES)('$name', async ({ name, bytes }) => {
    const property = fc.asyncProperty(changes, cut, async (some, piece) => {
      let changed = Buffer.from(bytes);
      for (const { at, value } of some)
        changed[(((at % changed.length) + changed.length) % changed.length) as number] = value;
      if (piece) {
        const [start, length] = [piece[0] % (changed.length + 1), piece[1] % (changed.length + 1)];
        changed = Buffer.concat([changed.subarray(0, start), changed.subarray(start + length)]);
      }
      await checked(name, changed);
    });
    await fc.assert(property, { numRuns: 50 });
  });

  test.each(FIXTURES)('$name under other names', async ({ bytes }) => {
    for (const ending of ENDINGS) await checked(`a.${ending}`, bytes);
  });
});
