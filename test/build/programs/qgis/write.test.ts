import { expect, test } from 'vitest';
import { qgisXml } from '../../../../build/programs/qgis/write.ts';
import { textsIn } from '../../../support/words.ts';
import { xyzMap } from '../../../support/xyz-maps.ts';

test('names of connections differ and have no slashes, of which QGIS would make folders', () => {
  const ids = ['One', 'A/B', 'A\\B', 'A-B'].map((id) => xyzMap({ id }));
  const xml = qgisXml([...ids, xyzMap({ id: 'One', list: 'overlayservers' })], 'https://maps.example.org');
  expect([...xml.matchAll(/ name="([^"]*)"/g)].map(([, name]) => name)).toEqual(
    textsIn('One | A-B | A-B (base map) | A-B (base map) (base map) | One (overlay)'),
  );
});
