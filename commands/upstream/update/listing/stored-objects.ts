import { itemsByKey } from '../../../../contract/base/text.ts';
import { type XmlElement, xmlChildrenOf } from '../../../../contract/base/xml-elements.ts';
import type { ListedFacts } from './listed-facts.ts';
import { addressInFolder, type ListingPage } from './listing-format.ts';

/** Names begin with `prefix`; `prefixes` begin names that the page omits, mostly folders. */
interface StoredObjects {
  readonly objects: readonly { readonly key: string; readonly facts: ListedFacts }[];
  readonly prefixes: readonly string[];
  readonly prefix: string;
  readonly isDeep: boolean;
}

export function objectPage(address: string, page: StoredObjects, listingOf: (prefix: string) => string): ListingPage {
  const { objects, prefixes, prefix, isDeep } = page;
  const store = `${address.replace(/\?.*$/s, '').replace(/\/$/, '')}/`;
  const folders = prefixes
    .filter((one) => one.endsWith('/') && one.startsWith(prefix) && one !== prefix)
    .map((one) => ({ address: addressInFolder(store, one), listing: listingOf(one) }));
  // Some tools store folders as empty objects.
  const files = objects
    .filter(({ key }) => key !== '' && !key.endsWith('/'))
    .map(({ key, facts }) => ({ address: addressInFolder(store, key), facts }));
  const folder = addressInFolder(store, prefix.slice(0, prefix.lastIndexOf('/') + 1));
  return { targets: [...files, ...folders], covers: { folder, isDeep: isDeep && folders.length === 0 } };
}

export function childrenByName(element: XmlElement | undefined): ReadonlyMap<string, readonly XmlElement[]> {
  return itemsByKey(element ? xmlChildrenOf(element) : [], ({ name }) => name);
}

export function xmlChildText(children: ReturnType<typeof childrenByName>, name: string): string {
  return children.get(name)?.[0]?.content ?? '';
}

export function decodedName(text: string, isEncoded: boolean): string {
  try {
    return isEncoded ? decodeURIComponent(text.replaceAll('+', ' ')) : text;
  } catch {
    return text;
  }
}
