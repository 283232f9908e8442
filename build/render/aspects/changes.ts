/** When and how the record of a map changed. */
import { timestampOf } from '../../../contract/base/times.ts';
import { MAP_LISTS } from '../../../contract/maps/map-types.ts';
import type { ToldChange } from '../../history/history.ts';
import { mapId } from '../../model/catalog.ts';
import { ownChanges } from '../pages/changes-page.ts';
import { html } from '../pages/layout/html.ts';
import { dayOfChange } from '../pages/map/shown-maps.ts';
import type { MapAspect } from './map-aspect.ts';

interface MapChanges {
  readonly day: string | null;
  readonly changes: readonly ToldChange[] | undefined;
}

export const CHANGES: MapAspect<MapChanges> = {
  of: (map, { history }) => ({
    day: dayOfChange(history, `${mapId(map)}.yaml`),
    changes: history.records?.ofRecord.get(`${MAP_LISTS[map.list]} ${map.fileName}`),
  }),
  members(_, map, { history }) {
    const { needsToken, provider } = map;
    const sources = [`${mapId(map)}.yaml`, ...(provider === undefined ? [] : [`providers/${provider}.yaml`])];
    // Git does not know when an access token changed.
    const changed = needsToken === null ? history.lastChange(sources) : null;
    return changed === null ? {} : { updated: timestampOf(changed * 1000) };
  },
  attributes: ({ day }): Record<string, string> => (day === null ? {} : { changed: day }),
  facts: ({ day }, _, { texts }) => [
    [texts.mapPage.changed, day !== null && html`<time datetime="${day}">${texts.data.date(day)}</time>`],
  ],
  section: (_, map, context) => ownChanges(context, MAP_LISTS[map.list], map.fileName),
};
