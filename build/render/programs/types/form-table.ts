/** All types of maps, with their forms for map programs. */
import type { MapType } from '../../../../contract/map-types.ts';
import type { CatalogMap } from '../../../model/catalog.ts';
import { PMTILES_FORMS, VECTOR_FORMS } from './style-forms.ts';
import { TMS_FORMS, XYZ_FORMS } from './tile-forms.ts';
import type { TypeForms } from './type-forms.ts';
import { WMS_FORMS } from './wms-forms.ts';

const TYPES: Readonly<Record<MapType, TypeForms<never>>> = {
  xyz: XYZ_FORMS,
  tms: TMS_FORMS,
  wms: WMS_FORMS,
  vector: VECTOR_FORMS,
  pmtiles: PMTILES_FORMS,
};

/** The forms of the type of a map. */
export function formsOfType({ type }: CatalogMap['server']): TypeForms<CatalogMap['server']> {
  return TYPES[type] as TypeForms<CatalogMap['server']>;
}
