/** Which of some maps is chosen: the same table as for the clients in Java and Python. */
import { expect, test } from 'vitest';
import { CatalogError } from '../../../clients/javascript/catalog-client.ts';
import { firstWorking } from '../../../clients/javascript/choose.ts';
import { CHOICE_FILES, CHOICES } from '../../support/choices.ts';

const reader = (files: Readonly<Record<string, unknown>>) => ({
  read: async <Path extends string>(path: Path) => {
    if (!(path in files)) throw new CatalogError('not-found', path);
    return files[path] as never;
  },
});

test.each(CHOICES)('%j: %s', async (maps, expected) => {
  expect((await firstWorking(reader(CHOICE_FILES), maps))?.id ?? null).toBe(expected);
});

test('without a status nothing is known, so the first map is taken', async () => {
  const { '/v2/status.json': _, ...files } = CHOICE_FILES;
  expect((await firstWorking(reader(files), ['mapservers/gone', 'mapservers/dead', 'mapservers/good']))?.id).toBe(
    'mapservers/dead',
  );
});

test('another error is no missing document', async () => {
  const read = async (): Promise<never> => {
    throw new CatalogError('wrong-document', 'x');
  };
  await expect(firstWorking({ read }, ['mapservers/good'])).rejects.toThrow(CatalogError);
});
