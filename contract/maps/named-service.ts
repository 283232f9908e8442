/** What an address says of its service. */

/** Map editors mark a service: `wms:https://…`, `wmts[0,19]:https://…`. */
export const SERVICE_MARK = /^(wms|wms_endpoint|wmts)(?:\[[^\]]{0,200}\])?:/i;

export const withoutServiceMark = (address: string): string => address.replace(SERVICE_MARK, '');

export const isOfService = (address: string): boolean =>
  /^wms/i.test(SERVICE_MARK.exec(address)?.[1] ?? '') || /[?&](?:service=wms|request=getmap)(?:&|$)/i.test(address);

/** What the end of the path says: `ows`, `wms`, `wmts`, `wmsserver`; empty for other addresses. */
export const serviceInPath = (address: string): string =>
  /\/(ows|wmt?s|WMSServer)\/?$/i.exec(address.replace(/\?.*$/s, ''))?.[1]?.toLowerCase() ?? '';
