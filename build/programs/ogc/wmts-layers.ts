/** WMTS 1.0.0: layers as addresses of tiles. It is longer than other readers, because sets of tiles must be those of web maps. */
import { withThousands } from '../../../contract/base/text.ts';
import { childrenNamed, type XmlElement } from '../../../contract/base/xml-elements.ts';
import { MERCATOR_EDGE, serviceAddress } from '../../../contract/maps/get-map.ts';
import { creditAndLicence } from '../../../contract/maps/licences.ts';
import { dataOfFormat } from '../../../contract/maps/map-formats.ts';
import { namesWebMercator } from '../../../contract/maps/web-mercator.ts';
import { isUsualScale } from '../../../contract/maps/web-scales.ts';
import { statedAreaOfBox } from '../stated/stated-area.ts';
import { importObstacleIn, joinedRemarks, type StatedMap, tileSizeOf, withProblem } from '../stated/stated-map.ts';
import { templateOfHosts } from '../stated/tile-set.ts';
import { attributeOf, elementsAt, MAX_LAYERS, termsIn, textAt } from './ogc-elements.ts';

export function wmtsLayers(root: XmlElement): StatedMap[] | string {
  const sets = new Map(
    elementsAt([root], 'Contents/TileMatrixSet')
      .map(tileSetOf)
      .map((set) => [set.name, set]),
  );
  const operations = elementsAt([root], 'OperationsMetadata/Operation');
  const operation = operations.filter((one) => attributeOf(one, 'name') === 'GetTile').slice(0, 1);
  const address = attributeOf(elementsAt(operation, 'DCP/HTTP/Get')[0], 'href');
  const { terms, termsMember } = termsIn(root, 'ServiceIdentification');
  const operator = textAt(root, 'ServiceProvider/ProviderName') || undefined;
  const { licence } = creditAndLicence('', ...terms);
  const layers = elementsAt([root], 'Contents/Layer');
  if (layers.length > MAX_LAYERS) return `has more than ${withThousands(MAX_LAYERS)} layers`;
  return layers.map((layer, index): StatedMap => {
    const links = childrenNamed(layer, 'TileMatrixSetLink').map((link) => {
      const name = textAt(link, 'TileMatrixSet');
      return { link, name, set: sets.get(name) };
    });
    const { link, set } = links.find((one) => one.set?.isUsual && one.set.isOfWorld) ?? {};
    const corners = ['LowerCorner', 'UpperCorner'].map((corner) => textAt(layer, `WGS84BoundingBox/${corner}`));
    const place = {
      path: ['Contents', 'Layer', index],
      layer: textAt(layer, 'Identifier'),
      name: textAt(layer, 'Title') || textAt(layer, 'Identifier'),
      operator,
      ...termsMember,
      area: statedAreaOfBox(corners.flatMap((corner) => corner.split(/\s+/).slice(0, 2))),
    };
    const unfitMap = (problem: string): StatedMap => ({ ...place, url: address || 'https://', problem });
    if (!link || !set) {
      const regional = links.find((one) => one.set?.isUsual)?.name;
      const names = links.slice(0, 5).map(({ name }) => name);
      return unfitMap(
        regional === undefined
          ? `its sets of tiles are ${names.join(', ') || 'not stated'}, and none has Web Mercator with the usual zoom levels`
          : `its set of tiles ${regional} does not count its tiles from the corner of the world`,
      );
    }
    const limits = elementsAt([link], 'TileMatrixSetLimits/TileMatrixLimits').map((one) => textAt(one, 'TileMatrix'));
    const limited = limits.flatMap((name) => set.levels.find((level) => level.name === name) ?? []);
    const levels = limited.length > 0 ? limited : set.levels;
    const zooms = levels.filter(({ name, zoom }) => name === `${set.prefix}${zoom}`).map(({ zoom }) => zoom);
    const padded = levels.filter(({ name, zoom }) => name !== `${set.prefix}${zoom}`).map(({ name }) => name);
    const why = 'the numbers in an address have no leading zeros';
    if (zooms.length === 0) return unfitMap(`its zoom levels are named ${padded[0]} and so on, but ${why}`);
    const dimensions = childrenNamed(layer, 'Dimension').map(
      (one) => [textAt(one, 'Identifier'), textAt(one, 'Default')] as const,
    );
    const { templates, format } = templatesOf(layer, address, set, dimensions);
    const remark = joinedRemarks(
      padded.length > 0 && `its zoom levels ${padded.slice(0, 10).join(', ')} are left out: ${why}`,
      dimensions.length > 0 &&
        `its ${dimensions.map(([name]) => name).join(' and ')} is left out: it is drawn for the usual value`,
    );
    return {
      ...place,
      known: { tileSize: tileSizeOf(set.tileSize), licence },
      ...templateOfHosts(templates),
      isVector: dataOfFormat(format) === 'vector',
      minZoom: zooms.reduce((least, zoom) => Math.min(least, zoom), 30),
      maxZoom: zooms.reduce((most, zoom) => Math.max(most, zoom), 0),
      remark,
      ...withProblem(importObstacleIn({ format })),
    };
  });
}

type TileSet = ReturnType<typeof tileSetOf>;

function tileSetOf(element: XmlElement) {
  const matrices = childrenNamed(element, 'TileMatrix');
  // Some servers name zoom levels EPSG:3857:0 and so on.
  const prefix = matrices[0] ? textAt(matrices[0], 'Identifier').replace(/\d{1,2}$/, '') : '';
  const levels = matrices.map((matrix) => {
    const name = textAt(matrix, 'Identifier');
    return { matrix, name, zoom: Number(name.startsWith(prefix) ? name.slice(prefix.length) : Number.NaN) };
  });
  return {
    name: textAt(element, 'Identifier'),
    tileSize: textAt(element, 'TileMatrix/TileWidth'),
    prefix,
    levels,
    isUsual:
      namesWebMercator(textAt(element, 'SupportedCRS')) &&
      isUsualScale(
        levels.map(({ matrix, zoom }) => [
          zoom,
          // A tile of 512 pixels shows four of 256.
          (Number(textAt(matrix, 'ScaleDenominator')) * Number(textAt(matrix, 'TileWidth') || 256)) / 256,
        ]),
      ),
    isOfWorld: levels.every(({ matrix, zoom }) => {
      const [corner, width] = [textAt(matrix, 'TopLeftCorner'), textAt(matrix, 'MatrixWidth')];
      return corner === '' ? width === '' || Number(width) === 2 ** zoom : isCornerOfWorld(corner);
    }),
  };
}

/** Some servers round coordinates or exchange the axes. A set may begin there with fewer columns than the world. */
function isCornerOfWorld(corner: string): boolean {
  const values = corner.split(/[\s,]+/).map(Number);
  const [least = 0, most = 0] = values.toSorted((a, b) => a - b);
  return values.length === 2 && Math.abs(least + MERCATOR_EDGE) < 100 && Math.abs(most - MERCATOR_EDGE) < 100;
}

/** Addresses that differ only in the host. */
function templatesOf(
  layer: XmlElement,
  address: string,
  { name, prefix }: TileSet,
  dimensions: readonly (readonly [name: string, usual: string])[],
): { readonly templates: readonly string[]; readonly format: string } {
  const styles = childrenNamed(layer, 'Style');
  const style = styles.find((one) => attributeOf(one, 'isDefault') === 'true') ?? styles[0];
  const resources = childrenNamed(layer, 'ResourceURL').filter((one) => attributeOf(one, 'resourceType') === 'tile');
  const formatOf = (resource: XmlElement): string => attributeOf(resource, 'format');
  const resource =
    resources.find((one) => /^image\//.test(formatOf(one)) && dataOfFormat(formatOf(one)) === null) ?? resources[0];
  const formats = childrenNamed(layer, 'Format').map(({ content }) => content.trim());
  const format = resource
    ? formatOf(resource)
    : (['image/png', 'image/jpeg'].find((one) => formats.includes(one)) ??
      formats.find((one) => dataOfFormat(one) === null) ??
      formats[0] ??
      '');
  const names = [textAt(layer, 'Identifier'), format].map(encodeURIComponent);
  const values = new Map([
    ...dimensions.map(([dimension, usual]) => [dimension.toLowerCase(), usual] as const),
    ['layer', names[0] ?? ''],
    ['style', style ? textAt(style, 'Identifier') : ''],
    ['tilematrixset', name],
    ['tilematrix', `${prefix}{z}`],
    ['tilerow', '{y}'],
    ['tilecol', '{x}'],
  ]);
  const request = `SERVICE=WMTS&VERSION=1.0.0&REQUEST=GetTile&LAYER=${names[0]}&FORMAT=${names[1]}&STYLE={style}`;
  const tile = 'TILEMATRIXSET={tilematrixset}&TILEMATRIX={tilematrix}&TILEROW={tilerow}&TILECOL={tilecol}';
  const filled = (template: string): string =>
    template.replace(/\{(\w+)\}/g, (found, key: string) => values.get(key.toLowerCase()) ?? found);
  if (!resource) return { templates: [filled(serviceAddress(address, [[request], [tile]]))], format };
  const pathOf = (one: XmlElement): string => attributeOf(one, 'template').replace(/^https?:\/\/[^/]*/i, '');
  const alike = resources.filter((one) => formatOf(one) === format && pathOf(one) === pathOf(resource));
  return { templates: alike.map((one) => filled(attributeOf(one, 'template'))), format };
}
