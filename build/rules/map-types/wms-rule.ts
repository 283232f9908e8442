/** The rules for a WMS. */
import type { WmsMapSource } from '../../../contract/generated/catalog.types.ts';
import type { TypeFault, TypeRule } from './type-rule.ts';

/** The parameters of a request of WMS, which a record has as members of their own. Some servers need `map`. */
const PARAMETERS =
  /^(?:service|request|version|layers|styles|crs|srs|bbox|width|height|format|transparent|bgcolor|exceptions|tiled|time|dpi|map_resolution|format_options)$/i;

/** The address of a service without the parameters of a request, with what the service itself needs. */
export function serviceOf(address: string): string {
  const [base = '', query = ''] = address.split('?', 2);
  const kept = query.split('&').filter((pair) => pair !== '' && !PARAMETERS.test(pair.replace(/=.*/, '')));
  return kept.length === 0 ? base : `${base}?${kept.join('&')}`;
}

/** The names by which programs know Web Mercator. */
const WEB_MERCATOR: readonly string[] = ['EPSG:3857', 'EPSG:900913', 'EPSG:102100'];

/** The parameters of a request are not part of the address, and each layer has a style. */
export const wmsRule: TypeRule<WmsMapSource> = function* ({ service, layers, styles, crs }): Generator<TypeFault> {
  if (service !== undefined) {
    const plain = serviceOf(service);
    const isPlain = !/[?&].*=/.test(service) || plain === service.replace(/[?&]$/, '');
    if (!isPlain) {
      const fix = `leave out the parameters of a request and write ${plain}: programs add them`;
      yield { code: 'bad-map', key: 'service', fix };
    }
  }
  if (styles && layers && styles.length !== layers.length) {
    const fix = 'styles has a name for each layer, in their order; leave it out for the usual ones';
    yield { code: 'bad-map', key: 'styles', fix };
  }
  if (crs && !crs.some((one) => WEB_MERCATOR.includes(String(one)))) {
    yield { code: 'odd-map', key: 'crs', fix: 'it is not drawn in EPSG:3857, which web maps need' };
  }
};
