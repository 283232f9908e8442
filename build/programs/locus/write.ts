import { cdataElement, textElement, xmlElement, xmlListElement, xmlText } from '../../../contract/base/xml-writer.ts';
import { attributionText } from '../../../contract/maps/credit.ts';
import { LAST_ZOOM } from '../../../contract/maps/placeholders.ts';
import { PROGRAMS_FOLDER } from '../../../contract/pages/pages.ts';
import { TILE_SIZE } from '../../map-types/map-shape.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import { formOf } from '../map-forms.ts';
import type { Forms, MapProgram } from '../map-program.ts';
import { choiceTemplate, type TemplateChoice, XYZ_NOTATION } from '../tile-template.ts';
import { keyComment, programHeadersOf, stableNumbers } from '../written-facts.ts';
import { LOCUS_ACTIONS_FILE, ZOOM_OFFSET } from './share.ts';
import words from './words.json' with { type: 'json' };

const LIST_FILE = 'locus.xml';

/**
 * `type` 0 counts rows from the north (to Locus, inverse), 1 from the south:
 * https://docs.locusmap.app/doku.php?id=manual:advanced:customization:online_maps
 */
const FORMS: Forms<TemplateChoice & { readonly type: number }> = {
  tiles: (_, shape) => ({ ...choiceTemplate(shape, XYZ_NOTATION, () => '{s}'), type: shape.isFlipped ? 1 : 0 }),
};

export const LOCUS_PROGRAM: MapProgram = {
  words,
  forms: FORMS,
  lists: [{ file: LIST_FILE, make: (maps, { title, serviceUrl }) => locusXml(maps, title, serviceUrl) }],
  opener: { file: LOCUS_ACTIONS_FILE, make: locusActionsXml },
};

/** @param group in which Locus lists the maps */
export function locusXml(maps: readonly CatalogMap[], group: string, serviceUrl: string): string {
  const numbers = stableNumbers(maps);
  const providers = maps.map((map, index) => {
    const { template, parts, type } = formOf(FORMS, map);
    const { minZoom = 0, maxZoom = LAST_ZOOM } = map;
    const content = [
      keyComment(map),
      textElement('name', group),
      textElement('mode', map.id),
      cdataElement('url', template),
      ...(parts.length > 0 ? [textElement('serverPart', parts.join(';'))] : []),
      textElement('zoomPart', `{z}-${ZOOM_OFFSET}`),
      textElement('zoomMin', String(minZoom + ZOOM_OFFSET)),
      textElement('zoomMax', String(maxZoom + ZOOM_OFFSET)),
      textElement('tileSize', String(map.tileSize ?? TILE_SIZE)),
      textElement('attribution', attributionText(map)),
      ...programHeadersOf(map, serviceUrl).map((header) => textElement('extraHeader', header.join('#'))),
    ];
    const attributes = { id: numbers[index] as number, type, visible: true, background: -1 };
    return xmlElement('provider', attributes, content.join(''));
  });
  return xmlText(xmlListElement('providers', {}, providers));
}

/**
 * For a link `locus-actions://https/…` to this file, Locus downloads the list into its folder.
 * https://docs.locusmap.app/doku.php?id=manual:advanced:customization:actions
 */
function locusActionsXml(serviceUrl: string): string {
  const source = cdataElement('source', `${serviceUrl}/${PROGRAMS_FOLDER}${LIST_FILE}`);
  const destination = cdataElement('dest', `/mapsOnline/custom/${new URL(serviceUrl).hostname}.xml`);
  const download = xmlElement('download', {}, source + destination + textElement('after', 'refreshMap'));
  return xmlText(xmlListElement('locusActions', {}, [download]));
}
