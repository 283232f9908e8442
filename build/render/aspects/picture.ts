/** The pictures of maps: one tile of each that its provider allows to show, published beside the scripts of the pages. */

import { sha256Of } from '../../../contract/base/sha256.ts';
import { ASSETS_FOLDER } from '../../../contract/pages/pages.ts';
import { allowsPicture, type CatalogOutline, catalogMaps, mapId } from '../../model/catalog.ts';
import { memoizedByObject } from '../../model/computed-once.ts';
import { type MapStatus, type Statuses, statusOfMap } from '../../model/statuses.ts';
import type { Asset } from '../core/asset.ts';
import { html } from '../pages/layout/html.ts';
import type { Publication, SiteView } from '../publication.ts';
import type { ReadPicture, ShownPicture } from '../site-parts.ts';
import type { MapAspect } from './map-aspect.ts';
import { mapCredits } from './record.ts';

export const PICTURE: MapAspect<ShownPicture | null> = {
  of: (map, { pictures }) => pictures?.get(mapId(map)) ?? null,
  thumb: (picture, _, { root }) =>
    picture &&
    html`<img class="thumb" src="${root}${picture.path}" width="${picture.width}" height="${picture.height}" alt="" loading="lazy" decoding="async">\n`,
  sight: (picture, map, { texts, root }) =>
    picture &&
    html`<figure class="sight"><img src="${root}${picture.path}" width="${picture.width}" height="${picture.height}" alt="${texts.mapPage.picture(map.id)}">
<figcaption>${mapCredits(map)}</figcaption></figure>
`,
};

/** The verdicts of maps that no longer look like their picture. */
const UNLIKE_PICTURES: readonly MapStatus['verdict'][] = ['notice', 'blank', 'dead'];

/** The pictures of maps. They come before the pages that show them. */
export const MAP_PICTURES: Publication = {
  when: ({ parts }) => parts.page !== null,
  *files(site) {
    const { readPicture, statuses } = site.parts;
    for (const [name, picture, asset] of readPicture ? allowedPictures(site.catalog, readPicture, statuses) : []) {
      shownPictures(site).set(name, picture);
      yield asset;
    }
  },
};

/** The pictures of a site that are published so far, by the names of their maps. */
export const shownPictures = memoizedByObject((_: SiteView) => new Map<string, ShownPicture>());

/**
 * The pictures that may be shown, each with its file and the name of its map: `mapservers/openstreetmap`. A map that is
 * known to look different now has none.
 */
export function* allowedPictures(
  catalog: CatalogOutline,
  read: ReadPicture,
  statuses: Statuses | null = null,
): Generator<readonly [name: string, picture: ShownPicture, asset: Asset]> {
  const allows = allowsPicture(catalog.providers);
  for (const map of catalogMaps(catalog)) {
    const name = mapId(map);
    const status = statusOfMap(statuses, map);
    const isOutdated = status && !status.isOld && UNLIKE_PICTURES.includes(status.verdict);
    const found = allows(map) && !isOutdated ? read(name) : null;
    if (!found) continue;
    const { content, extension, width, height } = found;
    // The address changes with the content, because browsers keep files of this folder for a year.
    const path = `${ASSETS_FOLDER}${name}-${sha256Of(content).slice(0, 8)}.${extension}`;
    yield [name, { path, width, height }, { role: 'asset', path, content, origin: `${name}.yaml` }];
  }
}
