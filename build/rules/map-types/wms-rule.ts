/** The rules for a WMS. */
import type { WmsMapSource } from '../../../contract/generated/catalog.types.ts';
import { mercatorOf, splitRequest } from '../../../contract/get-map.ts';
import type { TypeFault, TypeRule } from './type-rule.ts';

/** The parameters of a request are not part of the address, and each layer has a style. */
export const wmsRule: TypeRule<WmsMapSource> = function* ({ service, layers, styles, crs }): Generator<TypeFault> {
  if (service !== undefined) {
    const { service: plain, given } = splitRequest(service);
    if (given.size > 0) {
      const fix = `leave out the parameters of a request and write ${plain}: programs add them`;
      yield { code: 'bad-map', key: 'service', fix };
    }
  }
  if (styles && layers && styles.length !== layers.length) {
    const fix = 'styles has a name for each layer, in their order; leave it out for the usual ones';
    yield { code: 'bad-map', key: 'styles', fix };
  }
  if (crs && mercatorOf({ crs: crs.map(String) as [string] }) === null) {
    yield { code: 'odd-map', key: 'crs', fix: 'it is not drawn in EPSG:3857, which web maps need' };
  }
};
