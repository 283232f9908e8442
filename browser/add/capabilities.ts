import { layersOfCapabilities } from '../../build/programs/ogc/service-layers.ts';
import { normalisedAddress } from '../../build/tile-url/template-pieces.ts';
import { answersOfMap } from '../../commands/catalog/new/layer-answers.ts';
import type { Described } from '../../commands/catalog/new/map-description.ts';
import type { XmlElement } from '../../contract/base/xml-elements.ts';
import { splitServiceRequest } from '../../contract/maps/get-map.ts';

export function mapsOfCapabilities(text: string, address: string, typed: string): Described {
  const { documentElement: root } = new DOMParser().parseFromString(text, 'text/xml');
  const stated = layersOfCapabilities(asXmlElement(root), address);
  const service = root.querySelector('Service > Title, ServiceIdentification > Title')?.textContent?.trim();
  if (!stated || typeof stated === 'string') return 'unknown';
  const maps = stated
    .filter(({ problem }) => !problem)
    .map((map) => ({ title: map.name, fields: answersOfMap(map, address), ...(service && { service }) }));
  const drawn = splitServiceRequest(normalisedAddress(typed)).given.get('layers')?.split(',');
  const asked = maps.find(({ fields }) => drawn?.includes(fields['layers'] ?? ''));
  // The typed address states how to draw the map.
  if (asked) return [{ ...asked, fields: { ...asked.fields, url: '', layers: '', format: '', version: '' } }];
  return maps.length > 0 ? maps : 'unfit';
}

/** Gives an element of the browser the members that readers of XML use: elsewhere, they have another parser. */
function asXmlElement(element: Element): XmlElement {
  const wrapped = (next: Element | null): XmlElement | null => next && asXmlElement(next);
  const view = {
    name: element.localName,
    namespaceUri: element.namespaceURI ?? '',
    attrs: [...element.attributes].map(({ localName, prefix, value }) => ({
      name: localName,
      prefix: prefix ?? '',
      value,
    })),
    get content() {
      return element.textContent ?? '';
    },
    get firstChild() {
      return wrapped(element.firstElementChild);
    },
    get next() {
      return wrapped(element.nextElementSibling);
    },
  };
  return view as unknown as XmlElement;
}
