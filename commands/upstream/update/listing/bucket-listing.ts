/** Reads one page of the XML listing of an S3 bucket, or of compatible servers. */
import { isCompressed } from '../../../../cli/content-coding.ts';
import { childrenOf, withXml, XmlError, type XmlNodeElement } from '../../../../cli/read-xml.ts';
import { grouped } from '../../../../contract/text.ts';
import { WebError } from '../../web/request.ts';
import { exactSize, type ListedFacts, readInstant } from './listed-facts.ts';

/** One page of the listing of a bucket. */
interface BucketPage {
  readonly objects: readonly { readonly address: string; readonly facts: ListedFacts }[];
  /** The addresses of subfolders and of their listings, if the listing ends at folders (`delimiter`). */
  readonly folders: readonly { readonly folder: string; readonly listing: string }[];
  readonly folder: string;
  /** Whether it lists the objects of all folders below. */
  readonly isDeep: boolean;
  /** The address of the next page; null if this is the last one. */
  readonly next: string | null;
  /** Why the address of the next page is unknown; null if it is known or not needed. */
  readonly problem: string | null;
}

/**
 * Reads a page.
 *
 * @param address the address of the page
 * @throws WebError if it is not the listing of a bucket
 */
export function readBucketPage(body: Uint8Array, address: string): BucketPage {
  if (isCompressed(body)) throw new WebError('body', 'it is compressed without Content-Encoding');
  try {
    return withXml(body, (root) => {
      if (root.name !== 'ListBucketResult') throw new WebError('body', 'it is XML, but not the listing of a bucket');
      return pageOf(childrenByName(root), address);
    });
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new WebError('body', `it cannot be read as XML: ${error.message}`);
  }
}

type Children = ReadonlyMap<string, readonly XmlNodeElement[]>;

function pageOf(result: Children, address: string): BucketPage {
  const isEncoded = textOf(result, 'EncodingType') === 'url';
  const nameOf = (children: Children, name: string): string => decoded(textOf(children, name), isEncoded);
  const bucket = `${address.replace(/\?.*$/s, '').replace(/\/$/, '')}/`;
  const objects = (result.get('Contents') ?? []).map((element) => {
    const object = childrenByName(element);
    const time = readInstant(textOf(object, 'LastModified'));
    return { key: nameOf(object, 'Key'), facts: { time, size: exactSize(textOf(object, 'Size')) } };
  });
  const prefix = nameOf(result, 'Prefix');
  const folders = (result.get('CommonPrefixes') ?? [])
    .map((element) => nameOf(childrenByName(element), 'Prefix'))
    .filter((folder) => folder.endsWith('/') && folder.startsWith(prefix) && folder !== prefix);
  return {
    // Some tools store an empty object per folder.
    objects: objects
      .filter(({ key }) => key !== '' && !key.endsWith('/'))
      .map(({ key, facts }) => ({ address: bucket + escaped(key), facts })),
    folders: folders.map((folder) => ({
      folder: bucket + escaped(folder),
      listing: changed(address, { prefix: folder }),
    })),
    folder: bucket + escaped(prefix.slice(0, prefix.lastIndexOf('/') + 1)),
    isDeep: textOf(result, 'Delimiter') === '' && folders.length === 0,
    ...nextPage(result, address, nameOf(result, 'NextMarker') || (objects.at(-1)?.key ?? '')),
  };
}

function nextPage(result: Children, address: string, marker: string): Pick<BucketPage, 'next' | 'problem'> {
  const isTruncated = textOf(result, 'IsTruncated');
  if (isTruncated === 'false') return { next: null, problem: null };
  if (isTruncated !== 'true') return { next: null, problem: 'does not say whether it continues' };
  const token = textOf(result, 'NextContinuationToken');
  if (token !== '') return { next: changed(address, { 'list-type': '2', 'continuation-token': token }), problem: null };
  const isSecondVersion = new URL(address).searchParams.get('list-type') === '2';
  if (marker === '' || isSecondVersion) return { next: null, problem: 'continues, but does not say where' };
  return { next: changed(address, { marker }), problem: null };
}

/** An address with other parameters, without those that select a page. */
function changed(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const name of ['continuation-token', 'marker', 'start-after']) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The child elements of an element by name, in any namespace. */
function childrenByName(element: XmlNodeElement): Children {
  return grouped(childrenOf(element), ({ name }) => name);
}

function textOf(children: Children, name: string): string {
  return children.get(name)?.[0]?.content ?? '';
}

/** A name; as it is if it cannot be decoded. */
function decoded(text: string, isEncoded: boolean): string {
  try {
    return isEncoded ? decodeURIComponent(text.replaceAll('+', ' ')) : text;
  } catch {
    return text;
  }
}

/** The name of an object in an address. Segments such as `..` stay, so that they are refused. */
function escaped(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}
