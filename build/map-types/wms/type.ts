import { withoutUndefined } from '../../../contract/base/json-values.ts';
import { shortenedText } from '../../../contract/base/text.ts';
import { mercatorNameOf, splitServiceRequest } from '../../../contract/maps/get-map.ts';
import { capabilitiesOffer } from '../../../contract/maps/import-offer.ts';
import { SERVICE_PROTOCOL } from '../../../contract/maps/map-types.ts';
import { isOfService, serviceInPath, withoutServiceMark } from '../../../contract/maps/named-service.ts';
import { namesWebMercator, withAuthority } from '../../../contract/maps/web-mercator.ts';
import { flowYaml } from '../../parse/written.ts';
import { withVariables } from '../../tile-url/convert.ts';
import { draftOfPictures, opaqueFault } from '../drawn-pictures.ts';
import type { TypeDefinition } from '../map-type.ts';
import words from './words.json' with { type: 'json' };

const MEMBER_PARAMETERS = ['layers', 'styles', 'version', 'format', 'transparent'] as const;

export const WMS_TYPE: TypeDefinition<'wms'> = {
  words,
  shape: (map) => ({ ...map, is: 'picture', protocol: SERVICE_PROTOCOL }),
  entered: 'a WMS',
  looks: 'a WMS has request=GetMap or GetCapabilities in it, or comes with its layers',
  drawsAnyZoom: true,
  questions: [
    { key: 'layers', asks: 'Layers to draw, the lowest first', example: 'roads,names', usual: null, isList: true },
    { key: 'styles', asks: 'Style of each layer, if not the usual one', example: 'default', isList: true },
    { key: 'format', asks: 'Format of the pictures', example: 'image/png', usual: 'image/png' },
    // --version prints the version of the program.
    { key: 'version', asks: 'Version of WMS', example: '1.3.0', usual: '1.3.0', flag: 'wms-version' },
    {
      key: 'crs',
      asks: 'Projections that it draws in',
      example: 'EPSG:3857,EPSG:4326',
      usual: null,
      likely: 'EPSG:3857',
      isList: true,
      meant: withAuthority,
    },
  ],
  // Takes a request, `wms:https://…` of OpenStreetMap editors, or a template with `{bbox}`.
  stated(address, variables) {
    const plain = isOfService(address) ? withoutServiceMark(address) : address;
    // Other services have GetCapabilities, too.
    const asksForWms =
      /[?&](?:service=wms|request=get(?:map|capabilities))(?:&|$)/i.test(plain) ||
      (/^wms/.test(serviceInPath(plain)) && !/\?.*\{-?[xyz]\}/i.test(plain));
    const isWms = plain !== address || (asksForWms && !/[?&]service=(?!wms(?:&|$))\w/i.test(plain));
    if ((!isWms && !/\{bbox/i.test(plain)) || !/^https?:\/\//i.test(plain)) return null;
    const { service: stated, given } = splitServiceRequest(plain);
    const { text: service, notes } = withVariables(stated, variables);
    const value = (name: string): string => given.get(name) ?? '';
    const list = (name: string): string[] | undefined => {
      const items = value(name)
        .split(',')
        .map((item) => item.trim());
      return items.some((item) => item !== '') ? items : undefined;
    };
    const [, boxCode] = /\{bbox-epsg-(\d{4,6})\}/i.exec(plain) ?? [];
    const crs = (value('crs') || value('srs') || (boxCode ? `EPSG:${boxCode}` : '')).toUpperCase();
    const isCapabilities = /^getcapabilities$/i.test(value('request'));
    const format = (!isCapabilities && value('format').toLowerCase()) || undefined;
    const styles = list('styles');
    // A record cannot have an empty style.
    const isStyled = styles?.every((style) => style !== '');
    const left = { code: 'parameter-left-out', found: `styles=${shortenedText(value('styles'))}` } as const;
    const members = {
      service,
      layers: list('layers'),
      styles: isStyled ? styles : undefined,
      format,
      version: value('version') || undefined,
      crs: /^[A-Z0-9]+:\w+$/.test(crs)
        ? [crs.startsWith('EPSG:') && namesWebMercator(crs) ? 'EPSG:3857' : crs]
        : undefined,
      // A JPEG is opaque.
      transparent: (format !== 'image/jpeg' && /^true$/i.test(value('transparent'))) || undefined,
    };
    return { type: 'wms', members: withoutUndefined(members), notes: isStyled === false ? [...notes, left] : notes };
  },
  spelled: (address, { layers = '' }) => (layers.trim() !== '' && !address.includes('{') ? `wms:${address}` : null),
  drafted: draftOfPictures,
  listed: {
    // What programs request if nothing states it.
    usual: { format: 'image/png', version: '1.1.1' },
    unread: (address) =>
      address.includes('{')
        ? 'its address does not ask a WMS for a picture, with REQUEST=GetMap'
        : capabilitiesOffer(address, SERVICE_PROTOCOL),
    problem: ({ service, layers, crs }) => {
      if (layers && crs) return null;
      const offer = capabilitiesOffer(String(service), SERVICE_PROTOCOL, layers as readonly string[]);
      return layers ? { ...offer, why: 'only its capabilities say which projections its service draws' } : offer;
    },
  },
  faults(record) {
    const { service = '', layers, styles, crs } = record;
    const { service: plain, given } = splitServiceRequest(service);
    const moved = MEMBER_PARAMETERS.flatMap((key) => {
      const text = given.get(key) ?? '';
      const value = /^(?:transparent|format)$/.test(key) ? text.toLowerCase() : text;
      const own = record[key];
      // Empty styles are the usual ones.
      if (/^,*$/.test(value) || value === String(own ?? (key === 'transparent' ? false : ''))) return [];
      const names = value.split(',').map((name) => name || 'the usual one');
      const written = `${key}: ${key.endsWith('s') ? flowYaml(names) : value}`;
      return own === undefined ? written : `${written} (or keep ${flowYaml(own)})`;
    });
    // Each invalid item was replaced by an object.
    const names = crs?.filter((name) => typeof name === 'string');
    const lacksMercator =
      crs !== undefined && names?.length === crs.length && mercatorNameOf({ crs: names as [string] }) === null;
    return [
      [
        given.size > 0,
        'service',
        moved.length > 0
          ? `leave out the parameters of a request, and write these as keys of the map: ${shortenedText(moved.join(', '), 200)}`
          : `leave out the parameters of a request, which programs add, and write ${plain}`,
        'bad-map',
      ],
      [
        styles !== undefined && layers !== undefined && styles.length !== layers.length,
        'styles',
        'styles has a name for each layer, in their order; leave it out for the usual ones',
        'bad-map',
      ],
      opaqueFault(record),
      [lacksMercator, 'crs', 'it is not drawn in EPSG:3857, which web maps need', 'odd-map'],
    ];
  },
};
