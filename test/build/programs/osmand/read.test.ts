import { expect, test } from 'vitest';
import { OSMAND_READER } from '../../../../build/programs/osmand/read.ts';
import { isMapLink } from '../../../../build/programs/readers.ts';

test.each([
  ['tiles/OpenTopoMap/.metainfo', 'OpenTopoMap'],
  ['C:\\tiles\\OpenTopoMap\\.metainfo', 'OpenTopoMap'],
  ['OpenTopoMap.metainfo', 'OpenTopoMap'],
  ['.metainfo', ''],
])('%s is named after its folder, or its file', (path, name) =>
  expect(OSMAND_READER.text?.('[url_template]\nhttps://a.example.org/{0}/{1}/{2}.png\n', path, () => {})).toMatchObject(
    [{ name, path: [] }],
  ),
);

test.each([
  ['https://osmand.net/add-tile-source?name=A', true],
  ['http://www.osmand.net/map/add-tile-source?name=A', true],
  ['https://osmand.net/docs?add-tile-source', false],
  ['https://osmand.net.example.org/add-tile-source?name=A', false],
])('%s is a link to a map: %s', (address, is) => expect(isMapLink(address)).toBe(is));
