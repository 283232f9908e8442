import { expect, test } from 'vitest';
import { allowedPictures } from '../../../build/render/map-pictures.ts';
import { catalogOf, server } from '../../support/tile-servers.ts';

const PROVIDERS = [
  { id: 'good', name: 'Good', homepage: 'https://good.example.org/', pictures: 'allowed' },
  { id: 'silent', name: 'Silent', homepage: 'https://silent.example.org/' },
] as const;
const CATALOG = {
  ...catalogOf(
    [
      server({ fileName: 'one', provider: 'good' }),
      server({ fileName: 'not-this', provider: 'good', picture: false }),
      server({ fileName: 'silent', provider: 'silent' }),
      server({ fileName: 'nobodys' }),
    ],
    [server({ fileName: 'one', provider: 'good' })],
  ),
  providers: PROVIDERS,
};
const picture = (content: string) => ({ extension: 'png', content: Buffer.from(content), width: 256, height: 256 });

test('only pictures that the catalog allows are read, each under an address of its content', () => {
  const asked: string[] = [];
  const shown = [
    ...allowedPictures(CATALOG, (name) => {
      asked.push(name);
      return name.startsWith('map') ? picture('a') : null;
    }),
  ];
  expect(asked).toEqual(['mapservers/one', 'overlayservers/one']);
  const path = 'assets/mapservers/one-ca978112.png';
  expect(shown).toEqual([
    [
      'mapservers/one',
      { path, width: 256, height: 256 },
      { path, content: Buffer.from('a'), origin: 'mapservers/one.yaml' },
    ],
  ]);
  const [renewed] = allowedPictures(CATALOG, () => picture('b'));
  expect(renewed?.[1].path).not.toBe(path);
});
