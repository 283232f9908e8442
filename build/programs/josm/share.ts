/** The link with which a page opens JOSM: https://josm.openstreetmap.de/wiki/Help/RemoteControlCommands */
import { linkTo, type SharedMap } from '../map-program.ts';

/** Adds the map of a page. The rest of the link is the address. */
export function josmShare({ id, minZoom, maxZoom, template }: SharedMap): string {
  const values = { title: id, type: 'tms', min_zoom: minZoom, max_zoom: maxZoom };
  return linkTo('http://127.0.0.1:8111/imagery', { ...values, url: template('{zoom}', '{x}', '{y}') });
}
