/** WMS 1.1.1 or 1.3.0. It is longer than other readers, because layers inherit from the layers around them. */
import { itemsByKey, withThousands } from '../../../contract/base/text.ts';
import { childrenNamed, type XmlElement, xmlChildrenOf } from '../../../contract/base/xml-elements.ts';
import { isCapabilitiesFile, splitServiceRequest } from '../../../contract/maps/get-map.ts';
import { creditAndLicence } from '../../../contract/maps/licences.ts';
import { namesWebMercator } from '../../../contract/maps/web-mercator.ts';
import { zoomOfScale } from '../../../contract/maps/web-scales.ts';
import { statedAreaOfBox } from '../stated/stated-area.ts';
import type { StatedMap } from '../stated/stated-map.ts';
import { attributeOf, elementsAt, MAX_LAYERS, termsIn, textAt } from './ogc-elements.ts';

/** Those that can be transparent before JPEG, which no overlay can use. */
const FORMATS = ['image/png', 'image/webp', 'image/png8', 'image/jpeg', 'image/gif'];
/** A record can list 100, a service may draw in thousands; programs need few. */
const MAX_PROJECTIONS = 20;
const MAX_DEPTH = 20;

/** @param address of the capabilities; without it, or for a file, they name the service */
export function wmsLayers(root: XmlElement, address?: string): StatedMap[] | string {
  const capability = elementsAt([root], 'Capability');
  const request = elementsAt(capability, 'Request/GetMap');
  const online = elementsAt(request, 'DCPType/HTTP/Get/OnlineResource')[0];
  const named = attributeOf(online, 'href');
  const { service } = splitServiceRequest(address && !(named && isCapabilitiesFile(address)) ? address : named);
  const offered = elementsAt(request, 'Format').map(({ content }) => content.trim());
  // MapServer adds a mode: `image/png; mode=24bit`.
  const format = FORMATS.flatMap((one) => offered.find((other) => other.split(';', 1)[0] === one) ?? [])[0];
  const holder = textAt(root, 'Service/ContactInformation/ContactPersonPrimary/ContactOrganization');
  const { terms, termsMember } = termsIn(root, 'Service');
  const version = root.name === 'WMS_Capabilities' ? '1.3.0' : '1.1.1';
  const maps: StatedMap[] = [];
  for (const { name, title, path, stated } of layersIn(elementsAt(capability, 'Layer'))) {
    if (maps.length === MAX_LAYERS) return `has more than ${withThousands(MAX_LAYERS)} layers`;
    const { crs = [], area = null, nearest = null, farthest = null, creditUrl, remark = null } = stated;
    const { credit, licence } = creditAndLicence(stated.credit, ...terms);
    const problem = crs.some(namesWebMercator)
      ? !format &&
        `it is drawn only as ${offered.slice(0, 5).join(', ') || 'nothing'}, and not as a picture for the web`
      : `it is drawn in ${crs.slice(0, 5).join(', ') || 'no stated projection'}, and not in Web Mercator (EPSG:3857)`;
    maps.push({
      path,
      layer: name,
      name: title || name,
      url: service,
      type: 'wms',
      typeMembers: { service, layers: [name], format, version, crs },
      formats: offered,
      minZoom: farthest,
      maxZoom: nearest,
      credit: credit || null,
      operator: holder || undefined,
      ...termsMember,
      creditUrl,
      area,
      known: { licence },
      remark,
      problem: problem || (name.includes(',') ? 'its name has a comma, which separates names in a request' : null),
    });
  }
  return maps;
}

type LayerFacts = Partial<ReturnType<typeof factsOf>>;

interface NestedLayer {
  readonly path: readonly (string | number)[];
  readonly name: string;
  readonly title: string;
  readonly stated: LayerFacts;
}

/** A layer with a name can be drawn; without one, it is a heading. */
function* layersIn(
  layers: readonly XmlElement[],
  around: LayerFacts = {},
  above: NestedLayer['path'] = ['Capability'],
): Generator<NestedLayer> {
  for (const [index, layer] of layers.entries()) {
    const path = [...above, 'Layer', index];
    // It may state thousands of projections: each layer is read once.
    const children = itemsByKey(xmlChildrenOf(layer), ({ name }) => name);
    const own = factsOf(children, around.crs);
    const isStated = ([key, fact]: [string, unknown]): boolean => Boolean(fact || (key === 'creditUrl' && own.credit));
    const stated: LayerFacts = { ...around, ...Object.fromEntries(Object.entries(own).filter(isStated)) };
    const [name = '', title = ''] = ['Name', 'Title'].map((key) => children.get(key)?.[0]?.content.trim());
    if (name !== '') yield { path, name, title, stated };
    if (path.length < 2 * MAX_DEPTH) yield* layersIn(children.get('Layer') ?? [], stated, path);
  }
}

function factsOf(children: ReadonlyMap<string, readonly XmlElement[]>, inherited: readonly string[] = []) {
  const first = (name: string): XmlElement | undefined => children.get(name)?.[0];
  const hint = first('ScaleHint');
  // Version 1.1.1 has the diagonal of a pixel in metres.
  const scale = (name: string, of: 'min' | 'max'): number =>
    Number.parseFloat(first(name)?.content ?? '') || Number.parseFloat(attributeOf(hint, of)) / (Math.SQRT2 * 0.000_28);
  const attribution = first('Attribution');
  const credit = attribution && textAt(attribution, 'Title');
  const href = attribution && attributeOf(childrenNamed(attribution, 'OnlineResource')[0], 'href');
  const dimensions = [...(children.get('Dimension') ?? []), ...(children.get('Extent') ?? [])];
  const times = dimensions.filter((one) => /^time$/i.test(attributeOf(one, 'name')));
  return {
    crs: projectionsIn([...(children.get('CRS') ?? []), ...(children.get('SRS') ?? [])], inherited),
    area: boxOf(first('EX_GeographicBoundingBox'), first('LatLonBoundingBox')),
    nearest: zoomOfScale(scale('MinScaleDenominator', 'min'), Math.floor),
    farthest: zoomOfScale(scale('MaxScaleDenominator', 'max'), Math.ceil),
    credit,
    creditUrl: credit && href && /^https?:/i.test(href) ? href : undefined,
    remark:
      times.length > 0
        ? `its times (TIME) are left out: ${times.some((one) => attributeOf(one, 'default')) ? 'it is drawn for the usual one' : 'the service states no usual one, so the map may be empty'}`
        : null,
  };
}

/** Web Mercator and degrees first. Version 1.1.1 may have several in one element. */
function projectionsIn(elements: readonly XmlElement[], inherited: readonly string[]): readonly string[] {
  const stated = elements.flatMap(({ content }) => content.trim().toUpperCase().split(/\s+/));
  const known = new Set([...inherited, ...stated.filter((code) => /^(?:EPSG|CRS):\w{1,20}$/.test(code))]);
  const rank = (code: string): number => (namesWebMercator(code) ? 0 : /:(?:4326|84)$/.test(code) ? 1 : 2);
  return [...known].sort((a, b) => rank(a) - rank(b)).slice(0, MAX_PROJECTIONS);
}

function boxOf(box: XmlElement | undefined, old: XmlElement | undefined): StatedMap['area'] {
  const edges = ['westBoundLongitude', 'southBoundLatitude', 'eastBoundLongitude', 'northBoundLatitude'];
  return statedAreaOfBox(
    box
      ? edges.map((edge) => textAt(box, edge))
      : ['minx', 'miny', 'maxx', 'maxy'].map((edge) => attributeOf(old, edge)),
  );
}
