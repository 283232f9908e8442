import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textAsset } from '../../../build/pipeline.ts';
import { syncSite } from '../../../build/write/sync.ts';
import { temporaryFolder } from '../../support/catalogs.ts';
import { contentOf } from '../../support/files.ts';

const sync = (folder: string, files: Readonly<Record<string, string>>): number =>
  syncSite(
    folder,
    Object.entries(files).map(([path, text]) => textAsset(path, text, null)),
  );

test('a folder holds these files and no others, and only what changed is touched', () => {
  const folder = join(temporaryFolder(), 'served');
  const first = { kept: '1', changed: '1', 'folder/removed': '1' };
  expect(sync(folder, first)).toBe(3);
  expect(contentOf(folder)).toEqual(first);

  const inode = (): number => statSync(join(folder, 'kept')).ino;
  const before = inode();
  const second = { kept: '1', changed: '2', 'folder/added': '1' };
  expect(sync(folder, second)).toBe(3);
  expect(contentOf(folder)).toEqual(second);
  expect(inode()).toBe(before);

  expect(sync(folder, second)).toBe(0);
});
