/** The link with which a page opens iD: https://github.com/openstreetmap/iD/blob/develop/API.md */
import type { SharedMap } from '../map-program.ts';

/** Opens the editor at the place of a page, with its map as the background. */
export function idShare({ place: { zoom, latitude, longitude }, template }: SharedMap): string {
  const background = `custom:${encodeURIComponent(template('{zoom}', '{x}', '{y}'))}`;
  return `https://www.openstreetmap.org/edit?editor=id#map=${zoom}/${latitude}/${longitude}&background=${background}`;
}
