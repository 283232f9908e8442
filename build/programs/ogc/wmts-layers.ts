/** WMTS 1.0.0: layers as addresses of tiles. */
import { withThousands } from '../../../contract/base/text.ts';
import { childrenNamed, type XmlElement } from '../../../contract/base/xml-elements.ts';
import { MERCATOR_EDGE, serviceAddress } from '../../../contract/maps/get-map.ts';
import { creditAndLicence } from '../../../contract/maps/licences.ts';
import { namesWebMercator } from '../../../contract/maps/web-mercator.ts';
import { isUsualScale } from '../../../contract/maps/web-scales.ts';
import { statedAreaOfBox } from '../stated/stated-area.ts';
import { type StatedMap, tileSizeOf } from '../stated/stated-map.ts';
import { attributeOf, elementsAt, MAX_LAYERS, termsIn, textAt } from './ogc-elements.ts';

interface TileSet {
  readonly name: string;
  readonly matrices: readonly string[];
  readonly prefix: string;
  readonly tileSize: string;
  readonly isUsual: boolean;
  readonly isOfWorld: boolean;
}

export function wmtsLayers(root: XmlElement): StatedMap[] | string {
  const sets = new Map(
    elementsAt([root], 'Contents/TileMatrixSet')
      .map(tileSetOf)
      .map((set) => [set.name, set]),
  );
  const operation = elementsAt([root], 'OperationsMetadata/Operation').find(
    (one) => attributeOf(one, 'name') === 'GetTile',
  );
  const address = attributeOf(operation && elementsAt([operation], 'DCP/HTTP/Get')[0], 'href');
  const { terms, termsMember } = termsIn(root, 'ServiceIdentification');
  const provider = textAt(root, 'ServiceProvider/ProviderName');
  const { licence } = creditAndLicence('', ...terms);
  const layers = elementsAt([root], 'Contents/Layer');
  if (layers.length > MAX_LAYERS) return `has more than ${withThousands(MAX_LAYERS)} layers`;
  return layers.map((layer, index): StatedMap => {
    const links = childrenNamed(layer, 'TileMatrixSetLink').map((link) => ({
      link,
      name: textAt(link, 'TileMatrixSet'),
    }));
    const used = links.find(({ name }) => {
      const { isUsual, isOfWorld } = sets.get(name) ?? {};
      return isUsual && isOfWorld;
    });
    const [west = '', south = ''] = textAt(layer, 'WGS84BoundingBox/LowerCorner').split(/\s+/);
    const [east = '', north = ''] = textAt(layer, 'WGS84BoundingBox/UpperCorner').split(/\s+/);
    const place = {
      path: ['Contents', 'Layer', index],
      layer: textAt(layer, 'Identifier'),
      name: textAt(layer, 'Title') || textAt(layer, 'Identifier'),
      operator: provider || undefined,
      ...termsMember,
      area: statedAreaOfBox(west, south, east, north),
    };
    const set = sets.get(used?.name ?? '');
    if (used === undefined || set === undefined) {
      const names = links.map(({ name }) => name);
      const regional = names.find((name) => sets.get(name)?.isUsual);
      const problem =
        regional === undefined
          ? `its sets of tiles are ${names.slice(0, 5).join(', ') || 'not stated'}, and none has Web Mercator with the usual zoom levels`
          : `its set of tiles ${regional} counts its tiles from another corner than that of the world`;
      return { ...place, url: address || 'https://', problem };
    }
    const limits = elementsAt([used.link], 'TileMatrixSetLimits/TileMatrixLimits').map((limit) =>
      textAt(limit, 'TileMatrix'),
    );
    const limited = limits.filter((name) => set.matrices.includes(name));
    const levels = (limited.length > 0 ? limited : set.matrices).map((name) => ({ name, zoom: zoomIn(set, name) }));
    const addressed = levels.filter(({ name, zoom }) => name === `${set.prefix}${zoom}`);
    const zooms = addressed.map(({ zoom }) => zoom);
    const padded = levels.filter((level) => !addressed.includes(level)).map(({ name }) => name);
    if (zooms.length === 0) {
      const problem = `its zoom levels are named ${padded[0]} and so on, and the numbers of an address have no zeros before them`;
      return { ...place, url: address || 'https://', problem };
    }
    const dimensions = childrenNamed(layer, 'Dimension').map(
      (one) => [textAt(one, 'Identifier'), textAt(one, 'Default')] as const,
    );
    const remarks = [
      padded.length > 0 &&
        `its zoom levels ${padded.slice(0, 10).join(', ')} are left out: the numbers of an address have no zeros before them`,
      dimensions.length > 0 &&
        `its ${dimensions.map(([name]) => name).join(' and ')} is left out: it is drawn for the usual value`,
    ];
    return {
      ...place,
      known: { tileSize: tileSizeOf(set.tileSize), licence },
      url: templateOf(layer, address, set, dimensions),
      minZoom: zooms.reduce((least, zoom) => Math.min(least, zoom), 30),
      maxZoom: zooms.reduce((most, zoom) => Math.max(most, zoom), 0),
      remark: remarks.filter((one) => one).join('; ') || null,
    };
  });
}

function tileSetOf(element: XmlElement): TileSet {
  const found = childrenNamed(element, 'TileMatrix').map((matrix) => ({
    name: textAt(matrix, 'Identifier'),
    corner: textAt(matrix, 'TopLeftCorner'),
    width: textAt(matrix, 'MatrixWidth'),
    // A tile of 512 pixels shows four of 256.
    scale: (Number(textAt(matrix, 'ScaleDenominator')) * Number(textAt(matrix, 'TileWidth') || 256)) / 256,
  }));
  const matrices = found.map(({ name }) => name);
  const tileSize = textAt(element, 'TileMatrix/TileWidth');
  const set = {
    name: textAt(element, 'Identifier'),
    tileSize,
    matrices,
    // Some servers name zoom levels EPSG:3857:0 and so on.
    prefix: matrices[0]?.replace(/\d{1,2}$/, '') ?? '',
  };
  const isMercator = namesWebMercator(textAt(element, 'SupportedCRS'));
  return {
    ...set,
    isUsual: isMercator && isUsualScale(found.map(({ name, scale }) => [zoomIn(set, name), scale])),
    isOfWorld: found.every(({ name, corner, width }) =>
      corner === '' ? width === '' || Number(width) === 2 ** zoomIn(set, name) : isCornerOfWorld(corner),
    ),
  };
}

/** Some servers round coordinates or exchange the axes. A set may begin there with fewer columns than the world. */
function isCornerOfWorld(corner: string): boolean {
  const values = corner.split(/[\s,]+/).map(Number);
  const [least = 0, most = 0] = values.toSorted((a, b) => a - b);
  return values.length === 2 && Math.abs(least + MERCATOR_EDGE) < 100 && Math.abs(most - MERCATOR_EDGE) < 100;
}

const zoomIn = ({ prefix }: { readonly prefix: string }, name: string): number =>
  Number(name.startsWith(prefix) ? name.slice(prefix.length) : Number.NaN);

function templateOf(
  layer: XmlElement,
  address: string,
  { name, prefix }: TileSet,
  dimensions: readonly (readonly [name: string, usual: string])[],
): string {
  const styles = childrenNamed(layer, 'Style');
  const style = styles.find((one) => attributeOf(one, 'isDefault') === 'true') ?? styles[0];
  const resources = childrenNamed(layer, 'ResourceURL').filter((one) => attributeOf(one, 'resourceType') === 'tile');
  const resource = resources.find((one) => attributeOf(one, 'format').startsWith('image/')) ?? resources[0];
  const formats = childrenNamed(layer, 'Format').map(({ content }) => content.trim());
  const format = ['image/png', 'image/jpeg'].find((one) => formats.includes(one)) ?? formats[0] ?? '';
  const values = new Map([
    ...dimensions.map(([dimension, usual]) => [dimension.toLowerCase(), usual] as const),
    ['style', style ? textAt(style, 'Identifier') : ''],
    ['tilematrixset', name],
    ['tilematrix', `${prefix}{z}`],
    ['tilerow', '{y}'],
    ['tilecol', '{x}'],
  ]);
  const names = [textAt(layer, 'Identifier'), format].map(encodeURIComponent);
  const request = `SERVICE=WMTS&VERSION=1.0.0&REQUEST=GetTile&LAYER=${names[0]}&FORMAT=${names[1]}&STYLE={style}`;
  const tile = 'TILEMATRIXSET={tilematrixset}&TILEMATRIX={tilematrix}&TILEROW={tilerow}&TILECOL={tilecol}';
  const template = attributeOf(resource, 'template') || serviceAddress(address, [[request], [tile]]);
  return template.replace(/\{(\w+)\}/g, (found, key: string) => values.get(key.toLowerCase()) ?? found);
}
