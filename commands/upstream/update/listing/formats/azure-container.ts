/** Azure Blob Storage: `?restype=container&comp=list`. */
import { xmlAttributesOf } from '../../../../../contract/base/xml-elements.ts';
import { WebError } from '../../../web/request.ts';
import { statedFacts } from '../listed-facts.ts';
import { type ListingFormat, withQueryParameters } from '../listing-format.ts';
import { childrenByName, decodedName, objectPage, xmlChildText } from '../stored-objects.ts';

export const AZURE_FORMAT: ListingFormat<'xml'> = {
  name: 'the XML of a container (Azure)',
  syntax: 'xml',
  read(root, { address }) {
    const result = childrenByName(root);
    if (root.name !== 'EnumerationResults' || !result.has('Blobs')) return null;
    const inside = childrenByName(result.get('Blobs')?.[0]);
    const objects = (inside.get('Blob') ?? []).map(childrenByName).flatMap((blob) => {
      const properties = childrenByName(blob.get('Properties')?.[0]);
      // Some listed blobs have no address.
      const isOld = blob.has('Snapshot') || blob.has('Deleted') || xmlChildText(blob, 'IsCurrentVersion') === 'false';
      if (isOld || xmlChildText(properties, 'ResourceType') === 'directory') return [];
      const facts = statedFacts(xmlChildText(properties, 'Last-Modified'), xmlChildText(properties, 'Content-Length'));
      return [{ key: nameOf(blob), facts }];
    });
    const prefixes = (inside.get('BlobPrefix') ?? []).map((one) => nameOf(childrenByName(one)));
    const [prefix, isDeep] = [xmlChildText(result, 'Prefix'), xmlChildText(result, 'Delimiter') === ''];
    const page = { objects, prefixes, prefix, isDeep };
    const marker = xmlChildText(result, 'NextMarker');
    return {
      ...objectPage(address, page, (prefix) => withQueryParameters(address, { marker: null, prefix })),
      next: marker === '' ? null : withQueryParameters(address, { marker }),
      problem: result.has('NextMarker') ? null : new WebError('body', 'it does not say whether it continues'),
    };
  },
};

/** The server encodes a name with a character that XML cannot have. */
function nameOf(blob: ReturnType<typeof childrenByName>): string {
  const [name] = blob.get('Name') ?? [];
  return name ? decodedName(name.content, xmlAttributesOf(name).get('Encoded') === 'true') : '';
}
