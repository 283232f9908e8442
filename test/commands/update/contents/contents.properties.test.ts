/** Whatever is in a file: nothing is thrown, little is read, and nothing is said that is not in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Contents, contentsKind, readContents } from '../../../../commands/update/contents/contents.ts';
import validators from '../../../../contract/generated/catalog.validators.cjs';
import { ROOT } from '../../../support/cli.ts';
import { fc } from '../../../support/property.ts';
import { bytesRead, fileOf } from '../../../support/watched-file.ts';

const FOLDER = join(ROOT, 'test/fixtures/contents');
const FIXTURES = readdirSync(FOLDER)
  .filter((name) => name !== 'make.sh')
  .map((name) => ({ name, bytes: readFileSync(join(FOLDER, name)) }));
const ENDINGS = ['map', 'osm.pbf', 'pmtiles', 'mbtiles', 'poi', 'zip'];

/** Reads a file, and checks what must hold of every file. */
async function checked(path: string, bytes: Buffer): Promise<Contents> {
  // It refuses to be read outside of its bounds.
  const file = fileOf(bytes);
  const contents = await readContents(path, file);
  expect(bytesRead(file.reads)).toBeLessThanOrEqual(contentsKind(path)?.bytes as number);
  // What is not trusted is said, and can be printed as it is.
  for (const problem of contents.problems) expect(problem).toMatch(/^[^\p{C}]+$/u);
  if (contents.damage !== null) {
    expect(contents.damage).toMatch(/^[^\p{C}]+$/u);
    expect({ ...contents, damage: null }).toEqual({ box: null, fragments: null, damage: null, problems: [] });
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

/** Every number of a file that is written as protocol buffers do, signed, in degrees. */
function varintsOf(bytes: Buffer): Set<number> {
  const found = new Set<number>();
  for (let start = 0; start < bytes.length; start++) {
    let value = 0n;
    for (let index = 0; index < 10; index++) {
      const byte = BigInt(bytes[start + index] ?? 0);
      value |= (byte & 0x7fn) << BigInt(7 * index);
      if (byte < 0x80n) break;
    }
    value = BigInt.asUintN(64, value);
    const signed = value & 1n ? -(value >> 1n) - 1n : value >> 1n;
    found.add(micro(Number(signed) / 1e9));
  }
  return found;
}

const micro = (degrees: number): number => Math.round(degrees * 1e6);

/** The edges of a box that a file of a kind states, in microdegrees, by another way than the program's. */
const STATED: Readonly<Record<string, (bytes: Buffer) => (edge: number) => boolean>> = {
  map: (bytes) => {
    const edges = [44, 48, 52, 56].map((at) => bytes.readInt32BE(at));
    return (edge) => edges.includes(edge);
  },
  pmtiles: (bytes) => {
    const edges = [102, 106, 110, 114].map((at) => micro(bytes.readInt32LE(at) / 1e7));
    return (edge) => edges.includes(edge);
  },
  'osm.pbf': (bytes) => {
    const edges = varintsOf(bytes);
    return (edge) => edges.has(edge);
  },
  mbtiles: (bytes) => {
    const texts = [bytes.toString('latin1')];
    for (const start of [0, 1]) {
      const units = Buffer.from(bytes.subarray(start, bytes.length - ((bytes.length - start) % 2)));
      texts.push(units.toString('utf16le'), units.swap16().toString('utf16le'));
    }
    const numbers = texts.flatMap((text) => [...text.matchAll(/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/gi)].map(([one]) => one));
    // A mutation can also make digits of the byte before the text.
    const edges = new Set(numbers.flatMap((one) => [...one].map((_, from) => micro(Number(one.slice(from))))));
    return (edge) => edges.has(edge) || edges.has(edge + 360e6) || edges.has(edge - 360e6);
  },
};

function expectStated(path: string, bytes: Buffer, { box, fragments }: Contents): void {
  for (const { path: inside } of fragments ?? []) expect(bytes.includes(inside)).toBe(true);
  const kind = contentsKind(path)?.kind ?? '';
  const stated = STATED[kind === 'poi' ? 'mbtiles' : kind];
  if (!box || !stated) return;
  const isStated = stated(bytes);
  for (const edge of Object.values(box)) expect([edge, isStated(micro(edge))]).toEqual([edge, true]);
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
  // What is compressed cannot be searched for by another way.
  const fixtures = FIXTURES.filter(({ name }) => !['monaco.osm.pbf', 'west.osm.pbf'].includes(name));

  test.each(fixtures)('$name', async ({ name, bytes }) => {
    const property = fc.asyncProperty(changes, cut, async (some, piece) => {
      let changed = Buffer.from(bytes);
      for (const { at, value } of some) {
        changed[(((at % changed.length) + changed.length) % changed.length) as number] = value;
      }
      if (piece) {
        const [start, length] = [piece[0] % (changed.length + 1), piece[1] % (changed.length + 1)];
        changed = Buffer.concat([changed.subarray(0, start), changed.subarray(start + length)]);
      }
      expectStated(name, changed, await checked(name, changed));
    });
    await fc.assert(property, { numRuns: 50 });
  });

  test.each(FIXTURES)('$name under other names', async ({ bytes }) => {
    for (const ending of ENDINGS) expectStated(`a.${ending}`, bytes, await checked(`a.${ending}`, bytes));
  });
});
