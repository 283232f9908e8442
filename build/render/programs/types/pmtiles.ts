/** PMTiles archives, for each map program. */
import type { TypedMap } from '../../../model/catalog.ts';
import type { TypeForms } from './type-forms.ts';

type PmtilesMap = Extract<TypedMap, { readonly type: 'pmtiles' }>;

/** The forms of an archive. Whether it has pictures or vectors only its header says, so it needs its style. */
export const PMTILES_FORMS: TypeForms<PmtilesMap> = {
  maplibre: ({ style }) => style ?? null,
  leaflet: ({ style }) => (style ? { make: 'L.maplibreGL', url: null, options: { style } } : null),
  // The address of a source in a style, by the protocol of the library pmtiles.
  tilejson: ({ url }) => `pmtiles://${url}`,
};
