import { asJsonMembers, jsonItemsOf } from '../../../contract/base/json-values.ts';
import { firstNames } from '../../../contract/base/text.ts';
import { kindOfCategory, NO_GEOMETRY } from '../../../contract/maps/layer-categories.ts';
import { layerAddressOf, layerDateOf, layerTypeOf, statedLayerPlace } from '../stated/editor-layers.ts';
import { areaOfGeometry } from '../stated/stated-area.ts';
import {
  creditOf,
  type ListReader,
  sharedMembersIn,
  statedMembersIn,
  tileSizeOf,
  trimmedText,
  unreadMembersIn,
} from '../stated/stated-map.ts';

const READ_MEMBERS =
  'name id url attribution category country_code overlay privacy_policy_url license_url eula available_projections start_date end_date type tile-size tile_size';

const ROOT_MEMBERS = `type features properties geometry id bbox name crs ${NO_GEOMETRY}`;

/** A layer has a `url` and a `type`; a map of a catalog service also has a `list`. */
function isLayer(feature: unknown): boolean {
  const { url, type, list } = asJsonMembers(asJsonMembers(feature)?.['properties']) ?? {};
  return url !== undefined && typeof type === 'string' && list === undefined;
}

export const LAYERINDEX_READER: ListReader = {
  reads: 'an editor-layer-index GeoJSON',
  json(root, _, unread) {
    if (root['type'] !== 'FeatureCollection' && root['type'] !== 'Feature') return null;
    const features = Array.isArray(root['features']) ? root['features'] : null;
    if (features?.length !== 0 && !(features ?? [root]).some(isLayer)) return null;
    const others = unreadMembersIn(root, ROOT_MEMBERS);
    if (others.length > 0) unread(firstNames(others));
    // Lists that cartalog wrote call the area unknown; in others, a layer without a geometry is worldwide.
    const withoutArea = root[NO_GEOMETRY] === 'unknown' ? null : 'world';
    return (features ?? [root]).map((item: unknown, index) => {
      const properties = statedMembersIn(asJsonMembers(asJsonMembers(item)?.['properties']) ?? {});
      const id = trimmedText(properties['id']);
      const geometry = asJsonMembers(item)?.['geometry'];
      const country = trimmedText(properties['country_code']);
      const area = geometry !== null ? areaOfGeometry(geometry) : country ? null : withoutArea;
      const { countries, ...where } = statedLayerPlace(id, country, area);
      return {
        ...where,
        path: features ? ['features', index, 'properties'] : ['properties'],
        name: trimmedText(properties['name']) || id,
        // In lists that cartalog wrote, the description is the map's name.
        description: where.fileName && trimmedText(properties['description']),
        url: trimmedText(properties['url']),
        credit: creditOfIndex(properties['attribution']),
        creditUrl: layerAddressOf(asJsonMembers(properties['attribution'])?.['url']),
        isOverlay: properties['overlay'] === true,
        known: {
          countries,
          kind: kindOfCategory(trimmedText(properties['category'])),
          privacy: layerAddressOf(properties['privacy_policy_url']),
          licence: layerAddressOf(properties['license_url']),
          terms: layerAddressOf(properties['eula']),
          since: layerDateOf(properties['start_date']),
          until: layerDateOf(properties['end_date']),
          tileSize: tileSizeOf(properties['tile-size'] ?? properties['tile_size']),
        },
        ...sharedMembersIn(properties, READ_MEMBERS),
        ...layerTypeOf(
          trimmedText(properties['type']),
          trimmedText(properties['url']),
          jsonItemsOf(properties['available_projections']).map(trimmedText),
        ),
      };
    });
  },
};

function creditOfIndex(attribution: unknown): string | null {
  const { text, html } = asJsonMembers(attribution) ?? { text: attribution };
  return creditOf(text) ?? creditOf(html);
}
