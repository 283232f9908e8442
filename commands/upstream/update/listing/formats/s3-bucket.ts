/** The listing of an S3 bucket, or of compatible servers. */
import { WebError } from '../../../web/request.ts';
import { statedFacts } from '../listed-facts.ts';
import { type ListingFormat, type ListingPage, withParameters } from '../listing-format.ts';
import { childrenByName, childText, decodedName, objectPage } from '../stored-objects.ts';

type Children = ReturnType<typeof childrenByName>;

/** What selects a page. */
const FIRST_PAGE = { 'continuation-token': null, marker: null, 'start-after': null };

/** The XML of a bucket. */
export const S3: ListingFormat<'xml'> = {
  name: 'the XML of a bucket (S3)',
  syntax: 'xml',
  read(root, { address }) {
    if (root.name !== 'ListBucketResult') return null;
    const result = childrenByName(root);
    const isEncoded = childText(result, 'EncodingType') === 'url';
    const nameOf = (children: Children, name: string): string => decodedName(childText(children, name), isEncoded);
    const objects = (result.get('Contents') ?? []).map(childrenByName).map((object) => ({
      key: nameOf(object, 'Key'),
      facts: statedFacts(childText(object, 'LastModified'), childText(object, 'Size')),
    }));
    const prefixes = (result.get('CommonPrefixes') ?? []).map((one) => nameOf(childrenByName(one), 'Prefix'));
    const page = { objects, prefixes, prefix: nameOf(result, 'Prefix'), isDeep: childText(result, 'Delimiter') === '' };
    return {
      ...objectPage(address, page, (prefix) => withParameters(address, { ...FIRST_PAGE, prefix })),
      ...nextPage(result, address, nameOf(result, 'NextMarker') || (objects.at(-1)?.key ?? '')),
    };
  },
};

function nextPage(result: Children, address: string, marker: string): Pick<ListingPage, 'next' | 'problem'> {
  const isTruncated = childText(result, 'IsTruncated');
  if (isTruncated === 'false') return {};
  if (isTruncated !== 'true') return { problem: new WebError('body', 'it does not say whether it continues') };
  const token = childText(result, 'NextContinuationToken');
  if (token !== '')
    return { next: withParameters(address, { ...FIRST_PAGE, 'list-type': '2', 'continuation-token': token }) };
  const isSecondVersion = new URL(address).searchParams.get('list-type') === '2';
  return marker === '' || isSecondVersion
    ? { problem: new WebError('body', 'it continues, but does not say where') }
    : { next: withParameters(address, { ...FIRST_PAGE, marker }) };
}
