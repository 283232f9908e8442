import { timestampOf } from '../../../contract/base/times.ts';
import { MAP_LISTS } from '../../../contract/maps/map-types.ts';
import { mapId } from '../../model/catalog.ts';
import { ownChanges } from '../pages/changes-page.ts';
import { html } from '../pages/layout/html.ts';
import { dayOfChange } from '../pages/map/shown-maps.ts';
import type { MapAspect } from './map-aspect.ts';

/** A provider's change counts for `updated` in documents, not for the day on the page. */
export const CHANGES = {
  of: ({ list, fileName }, { history }) => ({
    day: dayOfChange(history, `${mapId({ list, fileName })}.yaml`),
    // Only for `serve`, which makes the page again if they change.
    changes: history.records?.ofRecord.get(`${MAP_LISTS[list]} ${fileName}`),
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
  section: (_, { list, fileName }, context) => ownChanges(context, MAP_LISTS[list], fileName),
} satisfies MapAspect<{ readonly day: string | null; readonly changes: unknown }>;
