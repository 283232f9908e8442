/** One tile of each map whose provider allows it, published beside the scripts of pages. */

import { sha256Of } from '../../../contract/base/sha256.ts';
import { ASSETS_FOLDER } from '../../../contract/pages/pages.ts';
import { allowsPicture, catalogMaps, mapId } from '../../model/catalog.ts';
import { memoizedByObject } from '../../model/computed-once.ts';
import { type MapStatus, statusOfMap } from '../../model/statuses.ts';
import { html } from '../pages/layout/html.ts';
import type { Publication, SiteView } from '../publication.ts';
import type { ShownPicture } from '../site-parts.ts';
import type { MapAspect } from './map-aspect.ts';
import { mapCredits } from './record.ts';

export const PICTURE = {
  of: (map, { pictures }) => pictures?.get(mapId(map)) ?? null,
  thumb: (picture, _, { root }) =>
    picture &&
    html`<img class="thumb" src="${root}${picture.path}" width="${picture.width}" height="${picture.height}" alt="" loading="lazy" decoding="async">\n`,
  sight: (picture, map, { texts, root }) =>
    picture &&
    html`<figure class="sight"><img src="${root}${picture.path}" width="${picture.width}" height="${picture.height}" alt="${texts.mapPage.picture(map.id)}">
<figcaption>${mapCredits(map)}</figcaption></figure>
`,
} satisfies MapAspect<ShownPicture | null>;

const UNLIKE_PICTURES: readonly MapStatus['verdict'][] = ['notice', 'blank', 'dead'];

/** Published before the pages that show them. A map that now looks different has none. */
export const MAP_PICTURES: Publication = {
  when: ({ parts }) => parts.page !== null,
  *files(site) {
    const { readPicture, statuses } = site.parts;
    const allows = allowsPicture(site.catalog.providers);
    for (const map of readPicture ? catalogMaps(site.catalog) : []) {
      const name = mapId(map);
      const status = statusOfMap(statuses, map);
      const isOutdated = status && !status.isOld && UNLIKE_PICTURES.includes(status.verdict);
      const found = allows(map) && !isOutdated ? readPicture?.(name) : null;
      if (!found) continue;
      const { content, extension, width, height } = found;
      // Browsers keep files of this folder for a year.
      const path = `${ASSETS_FOLDER}${name}-${sha256Of(content).slice(0, 8)}.${extension}`;
      shownPictures(site).set(name, { path, width, height });
      yield { role: 'asset', path, content, origin: `${name}.yaml` };
    }
  },
};

/** By map: `mapservers/openstreetmap`. */
export const shownPictures = memoizedByObject((_: SiteView) => new Map<string, ShownPicture>());
