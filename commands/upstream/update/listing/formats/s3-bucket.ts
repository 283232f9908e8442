import { WebError } from '../../../web/request.ts';
import { statedFacts } from '../listed-facts.ts';
import { type ListingFormat, type ListingPage, withQueryParameters } from '../listing-format.ts';
import { childrenByName, decodedName, objectPage, xmlChildText } from '../stored-objects.ts';

type Children = ReturnType<typeof childrenByName>;

/** Parameters that would continue a listing. Null removes them. */
const FIRST_PAGE = { 'continuation-token': null, marker: null, 'start-after': null };

export const S3_FORMAT: ListingFormat<'xml'> = {
  name: 'the XML of a bucket (S3)',
  syntax: 'xml',
  read(root, { address }) {
    if (root.name !== 'ListBucketResult') return null;
    const result = childrenByName(root);
    const isEncoded = xmlChildText(result, 'EncodingType') === 'url';
    const nameOf = (children: Children, name: string): string => decodedName(xmlChildText(children, name), isEncoded);
    const objects = (result.get('Contents') ?? []).map(childrenByName).map((object) => ({
      key: nameOf(object, 'Key'),
      facts: statedFacts(xmlChildText(object, 'LastModified'), xmlChildText(object, 'Size')),
    }));
    const prefixes = (result.get('CommonPrefixes') ?? []).map((one) => nameOf(childrenByName(one), 'Prefix'));
    const page = {
      objects,
      prefixes,
      prefix: nameOf(result, 'Prefix'),
      isDeep: xmlChildText(result, 'Delimiter') === '',
    };
    return {
      ...objectPage(address, page, (prefix) => withQueryParameters(address, { ...FIRST_PAGE, prefix })),
      ...nextPage(result, address, nameOf(result, 'NextMarker') || (objects.at(-1)?.key ?? '')),
    };
  },
};

function nextPage(result: Children, address: string, marker: string): Pick<ListingPage, 'next' | 'problem'> {
  const isTruncated = xmlChildText(result, 'IsTruncated');
  if (isTruncated === 'false') return {};
  if (isTruncated !== 'true') return { problem: new WebError('body', 'it does not say whether it continues') };
  const token = xmlChildText(result, 'NextContinuationToken');
  if (token !== '')
    return { next: withQueryParameters(address, { ...FIRST_PAGE, 'list-type': '2', 'continuation-token': token }) };
  // Version 2 continues with a token, version 1 after a name.
  const isSecondVersion = new URL(address).searchParams.get('list-type') === '2';
  return marker === '' || isSecondVersion
    ? { problem: new WebError('body', 'it continues, but does not say where') }
    : { next: withQueryParameters(address, { ...FIRST_PAGE, marker }) };
}
