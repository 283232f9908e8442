/** A file that is saved again while positions are searched: the positions are those of the text that was parsed. */
import { expect, test } from 'vitest';
import type { CatalogFolder } from '../../../build/read/folder.ts';
import { type ReadBefore, rereadableFolder } from '../../../build/read/rereadable.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { asText, rendered } from '../../support/check.ts';

const PATH = 'mapservers/one.yaml';
const FAULTY = String(SMALL[PATH]).replace('#{zoom}', '#{z}');

function savedTwice(first: string, second: string | Error): CatalogFolder {
  const folder = memoryFolder({ ...SMALL, [PATH]: first });
  let reads = 0;
  return {
    ...folder,
    read(path) {
      if (path !== PATH || ++reads === 1) return folder.read(path);
      if (second instanceof Error) throw second;
      return Buffer.from(second);
    },
  };
}

test('a file that is the same has its positions', async () => {
  const { findings } = await rendered(savedTwice(FAULTY, FAULTY));
  expect(asText(findings)).toContain(`catalog/${PATH}:6:13 error unknown-placeholder`);
});

test.each<[string, string | Error]>([
  ['a line longer', `# saved again\n${FAULTY}`],
  ['shorter', 'id: One\n'],
  ['no YAML any more', 'id: [\n"'],
  ['empty', ''],
  ['gone', Object.assign(new Error('gone'), { code: 'ENOENT' })],
])('a file that is then %s has none, and nothing of the new text is shown', async (_, second) => {
  const { findings } = await rendered(savedTwice(FAULTY, second));
  expect(asText(findings)).toBe(
    `catalog/${PATH}:1:1 error unknown-placeholder  "#{z}" is not a placeholder; write #{zoom}\n`,
  );
});

test('of a file that a process has read and that has not changed, the digest is known', () => {
  let state: string | null = 'one';
  const inMemory = { ...memoryFolder({ [PATH]: 'text' }), state: () => state };
  const before: ReadBefore = new Map();
  const again = () => {
    const folder = rereadableFolder(inMemory, before);
    return { folder, isUnchanged: folder.isUnchanged(PATH), digest: folder.digest(PATH) };
  };
  const first = again();
  expect(first).toMatchObject({ isUnchanged: false, digest: null });
  first.folder.read(PATH);
  const digest = first.folder.digest(PATH);
  expect(again()).toMatchObject({ isUnchanged: true, digest });
  state = 'two';
  expect(again()).toMatchObject({ isUnchanged: false, digest: null });
  state = null;
  again().folder.read(PATH);
  expect(again()).toMatchObject({ isUnchanged: false, digest: null });
  state = 'one';
  before.set(PATH, { state, digest: 'of another text' });
  const { folder } = again();
  expect(() => folder.read(PATH)).toThrow(`${PATH} has changed since it was read`);
});

test('a folder gives a file again as it was, and no other', () => {
  const folder = rereadableFolder(savedTwice('one', 'two'));
  expect(String(folder.read(PATH))).toBe('one');
  expect(() => folder.read(PATH)).toThrow(`${PATH} has changed since it was read`);
  expect(folder.size(PATH)).toBe(3);
});
