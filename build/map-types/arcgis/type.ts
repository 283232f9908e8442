import { withoutUndefined } from '../../../contract/base/json-values.ts';
import { arcgisServiceIn, isImageService, mediaTypeOfExport } from '../../../contract/maps/export-image.ts';
import { SERVICE_PROTOCOL } from '../../../contract/maps/map-types.ts';
import { withVariables } from '../../tile-url/convert.ts';
import { draftOfPictures, opaqueFault } from '../drawn-pictures.ts';
import type { TypeDefinition } from '../map-type.ts';
import words from './words.json' with { type: 'json' };

/** Paths below the address of a service that lead to maps of other types. */
const OTHER_MAPS = /^(?:tile|WMTS|WMSServer)(?:\/|$)/i;

/** Parameters that change the picture, but for which records have no key. */
const DECIDING = /^(?:layerDefs|dynamicLayers|time|gdbVersion|renderingRule|mosaicRule|bandIds|token)$/i;

export const ARCGIS_TYPE: TypeDefinition<'arcgis'> = {
  words,
  shape: (map) => ({ ...map, is: 'export', protocol: SERVICE_PROTOCOL }),
  entered: 'a service of ArcGIS',
  looks: 'a service of ArcGIS ends in /MapServer or /ImageServer',
  drawsAnyZoom: true,
  questions: [
    { key: 'layers', asks: 'Layers to draw, the lowest first', example: '0,3', isList: true },
    { key: 'format', asks: 'Format of the pictures', example: 'image/png', usual: 'image/png' },
  ],
  // Also reads the address of a layer, a request, or a page of the service.
  stated(address, variables) {
    const { service: found, operation } = arcgisServiceIn(address) ?? { service: '', operation: '' };
    if (found === '' || OTHER_MAPS.test(operation) || /[?&]service=w/i.test(address)) return null;
    const { text: service, notes } = withVariables(found, variables);
    const [, query = ''] = address.replace(/#.*$/s, '').split(/\?(.*)/s);
    const given = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value] as const));
    const stated = given.get('layers') ?? '';
    const shown = /^(\d+)(?:\/|$)/.exec(operation)?.[1] ?? /^(?:show[:,])?(\d[\d,]*)$/.exec(stated)?.[1];
    const members = {
      service,
      layers: isImageService(service) ? undefined : shown?.split(',').filter((id) => id !== ''),
      format: mediaTypeOfExport(given.get('format') ?? ''),
      transparent: /^true$/i.test(given.get('transparent') ?? '') || undefined,
    };
    const lost = [...new URLSearchParams(query)].flatMap(([name, value]) => (value && DECIDING.test(name) ? name : []));
    if (stated !== '' && stated !== 'show:' && !shown) lost.push('layers');
    const left = lost.map((found) => ({ code: 'parameter-left-out', found }) as const);
    return { type: 'arcgis', members: withoutUndefined(members), notes: [...notes, ...left] };
  },
  // Otherwise, a later type would take an address given with layers.
  spelled: (address) => (arcgisServiceIn(address) ? address : null),
  drafted: draftOfPictures,
  listed: {
    usual: { format: 'image/png' },
    unread: () =>
      'it is not a service of ArcGIS: those end in /MapServer or /ImageServer; the page of a folder (/rest/services) lists its services',
    problem: () => null,
  },
  faults(record) {
    const { service = '', layers } = record;
    const plain = arcgisServiceIn(service)?.service;
    return [
      [
        plain !== service,
        'service',
        plain === undefined
          ? 'a service has /rest/services/ in its address, and ends in /MapServer or /ImageServer'
          : `write ${plain}; the rest of a request is layers, format and transparent`,
        'bad-map',
      ],
      [isImageService(service) && layers !== undefined, 'layers', 'an ImageServer has no layers', 'bad-map'],
      opaqueFault(record),
    ];
  },
};
