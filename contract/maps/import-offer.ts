/** A server's document for `cartalog import`: it says what addresses of maps do not. */
import { askedCapabilities, capabilitiesOf, splitServiceRequest } from './get-map.ts';
import { SERVICE_PROTOCOL } from './map-types.ts';

export interface ImportOffer {
  /** Begins a sentence that ends with the command. */
  readonly why: string;
  readonly address: string;
  readonly layers?: readonly string[];
  /** Whether the layers are drawn on one another, as one map. */
  readonly areOneMap?: boolean;
}

export const layersOfTile = (address: string): readonly string[] =>
  [splitServiceRequest(address).given.get('layer') ?? ''].filter(Boolean);

export function capabilitiesOffer(
  stated: string,
  service: typeof SERVICE_PROTOCOL | 'WMTS',
  layers: readonly string[] = layersOfTile(stated),
): ImportOffer {
  const url = stated.replace(/\{switch:([^,{}]{0,60})[^{}]{0,500}\}/g, '$1');
  const address = capabilitiesOf(url, service);
  // Some lists do not tell the two apart.
  const asked = /[?&]service=wmts(?:&|$)|\/WMTSCapabilities\.xml/i.test(address) ? 'WMTS' : service;
  const why = `it is a ${asked}, whose capabilities describe its layers`;
  return { why, address, layers, areOneMap: asked === SERVICE_PROTOCOL && layers.length > 1 };
}

/** A service of vector tiles describes them in a style. */
export const styleOffer = (service: string): ImportOffer => ({
  why: 'it is a service of vector tiles, whose style says how they are drawn',
  address: `${service.replace(/\/$/, '')}/resources/styles/root.json`,
});

/** Null if the address names no such service. */
export function offerAt(url: string): ImportOffer | null {
  if (/\/VectorTileServer\/?$/i.test(url)) return styleOffer(url);
  const address = askedCapabilities(url);
  if (address === null || /[?&]service=(?!wmt?s(?:&|$))\w/i.test(url)) return null;
  return capabilitiesOffer(address, SERVICE_PROTOCOL, layersOfTile(url));
}
