/** Common to services that draw a picture of any area. */
import type { MapOfAddress, TypeFault } from './map-type.ts';

const OPAQUE = 'an overlay needs transparent: true and a format such as image/png; a JPEG hides the map below';

export const draftOfPictures = (members: MapOfAddress['members'], isOverlay: boolean): MapOfAddress['members'] => ({
  ...members,
  transparent: members['format'] === 'image/jpeg' ? undefined : (members['transparent'] ?? (isOverlay || undefined)),
});

/** With `transparent: false`, an overlay is opaque on purpose. */
export function opaqueFault(record: { overlay?: unknown; transparent?: unknown; format?: unknown }): TypeFault {
  const { overlay, transparent, format } = record;
  return [(transparent ?? overlay) === true && (!transparent || format === 'image/jpeg'), 'format', OPAQUE, 'odd-map'];
}
