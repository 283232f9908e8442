/** The lists that are written for programs, shown to all readers. */
import { describe, expect, test } from 'vitest';
import { programLists } from '../../../build/programs/forms.ts';
import { JOSM_READER } from '../../../build/programs/josm/read.ts';
import { LAYERINDEX_READER } from '../../../build/programs/layerindex/read.ts';
import { LEAFLET_READER } from '../../../build/programs/leaflet/read.ts';
import { QGIS_READER } from '../../../build/programs/qgis/read.ts';
import { READERS } from '../../../build/programs/readers.ts';
import type { ListReader, StatedMap } from '../../../build/programs/stated/stated-map.ts';
import { XYZSERVICES_READER } from '../../../build/programs/xyzservices/read.ts';
import { withXml } from '../../../cli/network/read-xml.ts';
import { objectIn } from '../../../contract/base/parse-json.ts';
import { typedMap } from '../../support/typed-maps.ts';
import { catalogOf, xyzMap } from '../../support/xyz-maps.ts';

const catalog = { ...catalogOf([xyzMap()]), maps: [typedMap('vector', { fileName: 'drawn', id: 'Drawn' })] };
const LIST_ROUTES = new Map([...programLists(catalog)].map(({ path, content }) => [path, content]));

/** What a reader finds in a list. */
function found(reader: ListReader, text: string): readonly StatedMap[] | string | null {
  if (!text.startsWith('<')) return reader.json?.(objectIn(text), undefined) ?? null;
  const xml = READERS.reduce((made, { wellFormed }) => wellFormed?.(made) ?? made, text);
  return withXml(Buffer.from(xml), (root) => reader.xml?.(root) ?? null);
}

describe.each<[string, ListReader, StatedMap['path']]>([
  ['programs/editor-layer-index.geojson', LAYERINDEX_READER, ['features', 0, 'properties']],
  ['programs/josm.xml', JOSM_READER, ['entry', 0]],
  ['programs/leaflet-providers.json', LEAFLET_READER, ['mapservers/one']],
  ['programs/qgis.xml', QGIS_READER, ['xyztiles', 0]],
  ['programs/qgis-vector-tiles.xml', QGIS_READER, ['vectortile', 0]],
  ['programs/xyzservices.json', XYZSERVICES_READER, ['mapservers/one']],
])('%s', (path, reader, place) => {
  const text = LIST_ROUTES.get(path) as string;

  test('is read by the reader of its program first, and by one of XML alone', () => {
    const others = READERS.filter((other) => found(other, text) !== null);
    expect(others[0]).toBe(reader);
    if (text.startsWith('<')) expect(others).toEqual([reader]);
  });

  test('states the place, the address and the zoom levels of its map', () => {
    const [map] = found(reader, text) as readonly StatedMap[];
    const { minZoom, maxZoom } = path.includes('vector') ? typedMap('vector') : xyzMap();
    expect(map).toMatchObject({ path: place, url: expect.stringContaining('{z'), minZoom, maxZoom });
  });
});

test.each(['{}', '[]', '{"a": {"b": {}}}', '<a/>', '<catalog/>', '<imagery2/>', '<toString/>'])(
  '%s is a list of no program',
  (text) => {
    expect(READERS.filter((reader) => found(reader, text) !== null)).toEqual([]);
  },
);

test('a style without an address is refused', () => {
  const [refusal] = READERS.map((reader) => found(reader, '{"version": 8, "layers": [], "sources": {}}'));
  expect(refusal).toMatch(/^is a MapLibre style; import it by its address/);
});
