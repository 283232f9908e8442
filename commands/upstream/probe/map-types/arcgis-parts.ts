import { asJsonMembers, jsonItemsOf } from '../../../../contract/base/json-values.ts';
import { cacheLevelsOf, drawsPictures, exportFormatOf } from '../../../../contract/maps/export-image.ts';
import { mercatorBox, mercatorTemplate } from '../../../../contract/maps/get-map.ts';
import type { CodedReason } from '../../../../contract/words/probe-reasons.ts';
import { type MapAsker, PartError, type TypeProbe } from '../ask/map-asker.ts';
import { contentOf } from '../picture/picture.ts';
import { pictureTiles } from './tile-pictures.ts';
import { jsonDocumentIn } from './vector-parts.ts';

const PICTURE_SIDE = '256';

type ArcgisRecord = Parameters<TypeProbe<'arcgis'>>[0];

export const arcgisTiles: TypeProbe<'arcgis'> = (record, ask) => ({
  ...pictureTiles(
    ({ zoom, x, y }) => mercatorTemplate(record, mercatorBox(zoom, x, y).join(','), PICTURE_SIDE) ?? '',
    (bytes) => (contentOf(bytes) === 'json' ? errorIn(jsonDocumentIn({ bytes }, 'an-image').value) : null),
  ),
  part: 'picture',
  beside: [['capabilities', () => checkService(record, ask)]],
});

async function checkService(record: ArcgisRecord, ask: MapAsker): Promise<void> {
  const { service, layers = [] } = record;
  const { value } = jsonDocumentIn(await ask.document(`${service}?f=json`), 'a-service-of-arcgis');
  const document = asJsonMembers(value) ?? {};
  const error = errorIn(document);
  if (error) throw new PartError(error);
  if (document['currentVersion'] === undefined) throw new PartError(['other-json']);
  if (!drawsPictures(document['capabilities'])) throw new PartError(['no-pictures']);
  const known = jsonItemsOf(document['layers']).map((layer) => String(asJsonMembers(layer)?.['id']));
  const lacking = layers.find((layer) => !known.includes(layer));
  if (lacking !== undefined) throw new PartError(['no-layer', lacking]);
  // Image services state none: all have the same.
  const formats = String(document['supportedImageFormatTypes'] ?? exportFormatOf(record)).toLowerCase();
  if (!formats.split(',').includes(exportFormatOf(record))) throw new PartError(['no-format']);
  if (document['singleFusedMapCache'] === true && layers.length === 0 && cacheLevelsOf(document))
    ask.notes.push(`it has tiles: ${service}/tile/{z}/{y}/{x} is the address for a map server, and faster`);
}

/** Errors of ArcGIS have status 200; their text is not repeated. */
function errorIn(document: object): CodedReason | null {
  const error = asJsonMembers((document as { readonly error?: unknown }).error);
  if (!error) return null;
  const { code } = error;
  return Number.isSafeInteger(code) ? ['reports-error', Number(code)] : ['reports-unknown-error'];
}
