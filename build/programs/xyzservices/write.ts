import { attributionText } from '../../../contract/maps/credit.ts';
import { ACCESS_TOKEN } from '../../../contract/maps/placeholders.ts';
import { type CatalogMap, isOverlay, mapId } from '../../model/catalog.ts';
import { formOf } from '../map-forms.ts';
import type { Forms, MapProgram } from '../map-program.ts';
import { attributionHtml, choiceTemplate, type TemplateChoice, WITH_OPTIONS } from '../tile-template.ts';
import { cornersOf, programLanguageOf, statedZooms } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

const FORMS: Forms<TemplateChoice & { readonly options: object }> = {
  tiles: (_, shape) => ({
    ...choiceTemplate(shape, WITH_OPTIONS, () => '{s}'),
    options: shape.isFlipped ? { tms: true } : {},
  }),
};

export const XYZSERVICES_PROGRAM: MapProgram = {
  words,
  forms: FORMS,
  hasLanguage: true,
  asksForToken: true,
  lists: [{ file: 'xyzservices.json', make: (maps, catalog) => xyzProviders(maps, programLanguageOf(catalog)) }],
};

/** The library asks for a missing key. @param language the default of `{language}` */
export function xyzProviders(maps: readonly CatalogMap[], language: string): Readonly<Record<string, object>> {
  return Object.fromEntries(
    maps.map((map) => {
      const { template, parts, options } = formOf(FORMS, map);
      const provider = {
        name: map.id,
        url: template.replaceAll(ACCESS_TOKEN, '{apikey}'),
        attribution: attributionText(map),
        html_attribution: attributionHtml(map),
        ...statedZooms(map, 'min_zoom', 'max_zoom'),
        ...(parts.length > 0 ? { subdomains: parts } : {}),
        ...(map.tileSize === undefined ? {} : { tileSize: map.tileSize }),
        ...cornersOf(map),
        ...options,
        ...(isOverlay(map) ? { overlay: true } : {}),
        ...(template.includes('{language}') ? { language } : {}),
        ...(map.unsetTokens.length > 0 ? { apikey: '<insert your API key here>' } : {}),
      };
      return [mapId(map), provider];
    }),
  );
}
