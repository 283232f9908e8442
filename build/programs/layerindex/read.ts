/** Reads layers of editor-layer-index: one, or a collection of them. */
import { asMembers, itemsOf } from '../../../contract/base/parse-json.ts';
import { kindOfCategory, NO_GEOMETRY } from '../../../contract/maps/layer-categories.ts';
import { addressOf, dateOf, placed, typeOfLayer } from '../stated/editor-layers.ts';
import { areaOfGeometry } from '../stated/stated-area.ts';
import {
  creditOf,
  decidingIn,
  type ListReader,
  levelIn,
  othersIn,
  statedIn,
  tileSizeOf,
  trimmedText,
} from '../stated/stated-map.ts';

const KNOWN =
  'name id url min_zoom max_zoom attribution category country_code overlay privacy_policy_url license_url eula available_projections start_date end_date type tile-size tile_size';

/** Each feature of GeoJSON is a layer. */
export const LAYERINDEX_READER: ListReader = {
  reads: 'an editor-layer-index GeoJSON',
  json(root) {
    if (root['type'] !== 'FeatureCollection' && root['type'] !== 'Feature') return null;
    const features = Array.isArray(root['features']) ? root['features'] : null;
    // In other lists, only what is not worldwide has a geometry.
    const withoutArea = root[NO_GEOMETRY] === 'unknown' ? null : 'world';
    return (features ?? [root]).map((item: unknown, index) => {
      const properties = statedIn(asMembers(asMembers(item)?.['properties']) ?? {});
      const id = trimmedText(properties['id']);
      const geometry = asMembers(item)?.['geometry'];
      const area = geometry === null ? withoutArea : areaOfGeometry(geometry);
      const { countries, ...where } = placed(id, trimmedText(properties['country_code']), area);
      return {
        ...where,
        path: features ? ['features', index, 'properties'] : ['properties'],
        name: trimmedText(properties['name']) || id,
        description: trimmedText(properties['description']),
        url: trimmedText(properties['url']),
        minZoom: levelIn(properties, 'min'),
        maxZoom: levelIn(properties, 'max'),
        credit: creditOfIndex(properties['attribution']),
        creditUrl: addressOf(asMembers(properties['attribution'])?.['url']),
        isOverlay: properties['overlay'] === true,
        known: {
          countries,
          kind: kindOfCategory(trimmedText(properties['category'])),
          privacy: addressOf(properties['privacy_policy_url']),
          licence: addressOf(properties['license_url']),
          terms: addressOf(properties['eula']),
          since: dateOf(properties['start_date']),
          until: dateOf(properties['end_date']),
          tileSize: tileSizeOf(properties['tile-size'] ?? properties['tile_size']),
        },
        ...decidingIn(properties),
        others: othersIn(Object.keys(properties), KNOWN),
        ...typeOfLayer(
          trimmedText(properties['type']),
          trimmedText(properties['url']),
          itemsOf(properties['available_projections']).map(trimmedText),
        ),
      };
    });
  },
};

/** The attribution in an editor-layer-index: a text, or an object with text or HTML. */
function creditOfIndex(attribution: unknown): string | null {
  const { text, html } = asMembers(attribution) ?? { text: attribution };
  return creditOf(text) ?? creditOf(html);
}
