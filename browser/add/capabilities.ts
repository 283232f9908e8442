/** The maps in the capabilities of a Web Map Service or a Web Map Tile Service. */
import { normalisedAddress } from '../../build/tile-url/template-pieces.ts';
import { isUsual, MERCATOR_CODE, WORLD_SCALE } from '../../contract/maps/export-image.ts';
import { serviceAddress, splitServiceRequest } from '../../contract/maps/get-map.ts';
import { type Described, type DescribedMap, statedCredit, zoomFields, zoomOf } from './map-description.ts';

export function mapsOfCapabilities(text: string, address: string, typed: string): Described {
  const { documentElement: root } = new DOMParser().parseFromString(text, 'text/xml');
  const isWms = /^WM(?:S|T_MS)_Capabilities$/.test(root.localName);
  if (!isWms && root.localName !== 'Capabilities') return 'unknown';
  const maps = isWms ? mapsOfWms(root, address, splitServiceRequest(normalisedAddress(typed)).given) : mapsOfWmts(root);
  return maps.length > 0 ? maps : 'unfit';
}

const childrenNamed = (element: Element | undefined, name: string): Element[] =>
  [...(element?.children ?? [])].filter(({ localName }) => localName === name);

/** The text at a path of names; empty if there is none. */
const textAt = (element: Element | undefined, path: string): string =>
  path
    .split('/')
    .reduce((found, name) => childrenNamed(found, name)[0], element)
    ?.textContent?.trim() ?? '';

function mapsOfWms(root: Element, address: string, given: ReadonlyMap<string, string>): DescribedMap[] {
  const formats = [...root.querySelectorAll('GetMap > Format')].map(({ textContent }) => textContent?.trim());
  const version = root.getAttribute('version') ?? '';
  const maps = [...root.querySelectorAll('Layer')].flatMap((layer) => {
    const layers = textAt(layer, 'Name');
    const above = [layer];
    while (above[0]?.parentElement?.localName === 'Layer') above.unshift(above[0].parentElement);
    const offered = above.flatMap((one) => [...childrenNamed(one, 'CRS'), ...childrenNamed(one, 'SRS')]);
    const crs = offered
      .flatMap(({ textContent }) => `${textContent}`.split(/\s+/))
      .find((code) => MERCATOR_CODE.test(code));
    const stated = (path: string): string | undefined => above.map((one) => textAt(one, path)).findLast((text) => text);
    const holder = textAt(root, 'Service/ContactInformation/ContactPersonPrimary/ContactOrganization');
    const fields = {
      url: address,
      layers,
      format: ['image/png', 'image/jpeg'].find((format) => formats.includes(format)),
      version: /^1\.(?:1\.1|3\.0)$/.test(version) ? version : '1.3.0',
      crs,
      copyright: statedCredit(stated('Attribution/Title') ?? holder),
      'min-zoom': zoomOf(Math.ceil(zoomOfScale(stated('MaxScaleDenominator')))),
      'max-zoom': zoomOf(Math.floor(zoomOfScale(stated('MinScaleDenominator')))),
    };
    return crs === undefined || layers === '' ? [] : [{ title: textAt(layer, 'Title') || layers, fields }];
  });
  const drawn = maps.find(({ fields }) => given.get('layers')?.split(',').includes(fields.layers));
  if (drawn === undefined) return maps;
  // The typed address states how it is drawn.
  return [{ ...drawn, fields: { ...drawn.fields, url: '', layers: '', format: '', version: '' } }];
}

/** Not a number without a scale, or if it limits nothing. */
function zoomOfScale(scale = ''): number {
  const zoom = Math.log2(WORLD_SCALE / Number(scale));
  return zoom > 0 && zoom < 22 ? zoom : Number.NaN;
}

function mapsOfWmts(root: Element): DescribedMap[] {
  const [contents] = childrenNamed(root, 'Contents');
  const sets = childrenNamed(contents, 'TileMatrixSet').flatMap((set) => {
    const names = childrenNamed(set, 'TileMatrix').map((matrix) => textAt(matrix, 'Identifier'));
    const scales = childrenNamed(set, 'TileMatrix').map((matrix) => Number(textAt(matrix, 'ScaleDenominator')));
    // Some name the matrices of zoom levels EPSG:3857:0 and so on.
    const prefix = names[0]?.replace(/\d{1,2}$/, '') ?? '';
    const zoomIn = (name: string): number => Number(name.startsWith(prefix) ? name.slice(prefix.length) : Number.NaN);
    const isWebMercator = MERCATOR_CODE.test(textAt(set, 'SupportedCRS'));
    const isFit = isWebMercator && isUsual(names.map((name, index) => [zoomIn(name), scales[index] ?? 0]));
    return isFit ? [{ set: textAt(set, 'Identifier'), names, prefix, zoomIn }] : [];
  });
  return childrenNamed(contents, 'Layer').flatMap((layer) => {
    const links = childrenNamed(layer, 'TileMatrixSetLink');
    const linkTo = (set: string) => links.find((link) => textAt(link, 'TileMatrixSet') === set);
    const used = sets.find(({ set }) => linkTo(set));
    const [resource] = childrenNamed(layer, 'ResourceURL').filter((one) => one.getAttribute('resourceType') === 'tile');
    if (used === undefined) return [];
    const limits = [...(linkTo(used.set)?.querySelectorAll('TileMatrixLimits') ?? [])];
    const limited = limits.map((limit) => textAt(limit, 'TileMatrix'));
    const values = new Map([
      ...childrenNamed(layer, 'Dimension').map(
        (one) => [textAt(one, 'Identifier').toLowerCase(), textAt(one, 'Default')] as const,
      ),
      [
        'style',
        textAt(layer.querySelector('Style[isDefault="true"]') ?? childrenNamed(layer, 'Style')[0], 'Identifier'),
      ],
      ['tilematrixset', used.set],
      ['tilematrix', `${used.prefix}{z}`],
      ['tilerow', '{y}'],
      ['tilecol', '{x}'],
    ]);
    const names = ['Identifier', 'Format'].map((name) => encodeURIComponent(textAt(layer, name)));
    const request = `SERVICE=WMTS&VERSION=1.0.0&REQUEST=GetTile&LAYER=${names[0]}&FORMAT=${names[1]}&STYLE={style}`;
    const tile = 'TILEMATRIXSET={tilematrixset}&TILEMATRIX={tilematrix}&TILEROW={tilerow}&TILECOL={tilecol}';
    const address = root.querySelector('Operation[name="GetTile"] Get')?.getAttribute('xlink:href') ?? '';
    const template = resource?.getAttribute('template') ?? serviceAddress(address, [[request], [tile]]);
    const fields = {
      url: template.replace(/\{(\w+)\}/g, (found, name: string) => values.get(name.toLowerCase()) ?? found),
      ...zoomFields((limited.length > 0 ? limited : used.names).map(used.zoomIn)),
      copyright: statedCredit(textAt(root, 'ServiceProvider/ProviderName')),
    };
    return [{ title: textAt(layer, 'Title') || textAt(layer, 'Identifier'), fields }];
  });
}
