import { cdataElement, textElement, xmlElement, xmlListElement, xmlText } from '../../../contract/base/xml-writer.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import { formOf } from '../map-forms.ts';
import type { Forms, MapProgram } from '../map-program.ts';
import { attributionHtml, choiceTemplate, type TemplateChoice } from '../tile-template.ts';
import { keyComment, programHeadersOf, stableNumbers } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** No document says how to count rows from the south. */
const FORMS: Forms<TemplateChoice> = {
  tiles: (_, shape) =>
    shape.isFlipped ? undefined : choiceTemplate(shape, { zoom: '{$z}', tilex: '{$x}', tiley: '{$y}' }, () => '{$s}'),
};

export const ORUXMAPS_PROGRAM: MapProgram = {
  words,
  forms: FORMS,
  // OruxMaps requires this name.
  lists: [{ file: 'onlinemapsources.xml', make: (maps, { serviceUrl }) => oruxMapsXml(maps, serviceUrl) }],
};

/** Has the form of the sample file of OruxMaps. */
export function oruxMapsXml(maps: readonly CatalogMap[], serviceUrl: string): string {
  const numbers = stableNumbers(maps);
  const sources = maps.map((map, index) => {
    // OruxMaps replaces {om} with its name.
    const userAgent: [string, string][] = map.needs?.includes('user-agent') ? [['User-Agent', '{om}']] : [];
    const { template, parts } = formOf(FORMS, map);
    const content = [
      keyComment(map),
      textElement('name', map.id),
      cdataElement('url', template),
      cdataElement('website', attributionHtml(map)),
      textElement('minzoom', String(map.minZoom)),
      textElement('maxzoom', String(map.maxZoom)),
      textElement('projection', 'MERCATORESFERICA'),
      ...(parts.length > 0 ? [textElement('servers', parts.join(','))] : []),
      ...[...programHeadersOf(map, serviceUrl), ...userAgent].map(([name, value]) =>
        textElement('httpparam', value, { name }),
      ),
      textElement('cacheable', '1'),
      // Most providers forbid downloading areas.
      textElement('downloadable', '0'),
    ];
    return xmlElement('onlinemapsource', { uid: numbers[index] as number }, content.join(''));
  });
  return xmlText(xmlListElement('onlinemapsources', {}, sources));
}
