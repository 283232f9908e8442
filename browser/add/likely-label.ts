import { domainOf } from '../../build/tile-url/secrets.ts';
import { jsonItemsOf } from '../../contract/base/json-values.ts';
import { arcgisServiceIn } from '../../contract/maps/export-image.ts';
import { MAP_TYPES, mapAddresses, mapHosts } from '../../contract/maps/map-types.ts';

/** Parts of paths that name no map. */
const COMMON_PART =
  /^(?:api|cache|current|data|default|geo|gis|maps?|ows|public|rest|services?|static|styles?|tiles?|wmts|\w*server)$/i;

/** If nothing states a label: from the layer, the service, or the domain of tiles and the last folder. */
export function likelyLabel(record: object): string {
  const { layers, service } = record as { readonly layers?: unknown; readonly service?: unknown };
  const [[, pattern = ''] = []] = mapAddresses(record);
  const [host = ''] = mapHosts(record);
  const drawn = arcgisServiceIn(pattern.replace('#{host}', host))?.service;
  const address = drawn ?? pattern;
  const [path = ''] = address.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]|\.[a-z]{4,8}$/);
  const [layer] = jsonItemsOf(layers);
  const part = [...path.split('/'), String(layer ?? '')].findLast(
    (one) =>
      /^\p{L}[\p{L}\d.:_ -]{2,60}$/u.test(one) &&
      !COMMON_PART.test(one) &&
      !Object.hasOwn(MAP_TYPES, one.toLowerCase()),
  );
  const words = part?.split(/[.:]/).at(-1)?.replaceAll(/[_-]/g, ' ').trim() ?? '';
  const domain = /^[\d.]+$/.test(host) ? '' : (domainOf(host).split('.')[0] ?? '');
  const namesMap = typeof (drawn ?? service) === 'string' || part?.includes('.');
  const label = namesMap ? words : `${domain} ${words}`.trim();
  if (label === 'example') return '';
  return label.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
