/** Indexes of servers with `autoindex_format json` or `xml`; times are UTC. */

import { isObject, type JsonObject } from '../../../../../contract/base/json-values.ts';
import { joinedWith } from '../../../../../contract/base/text.ts';
import { type XmlElement, xmlAttributesOf, xmlChildrenOf } from '../../../../../contract/base/xml-elements.ts';
import { hostsWith } from '../../../../../contract/hosts.ts';
import { statedFacts } from '../listed-facts.ts';
import { addressInFolder, type ListingFormat, type ListingPage } from '../listing-format.ts';
import { folderAddressOf, isFolderAddress } from '../source-tree.ts';

const SERVERS = joinedWith('or', hostsWith('hasAutoindex', 'title'));

export const AUTOINDEX_XML: ListingFormat<'xml'> = {
  name: `the index of ${SERVERS} in XML`,
  syntax: 'xml',
  read(root, { address }) {
    if (root.name !== 'list') return null;
    const rowOf = (row: XmlElement) => ({
      ...Object.fromEntries(xmlAttributesOf(row)),
      type: row.name,
      name: row.content,
    });
    return pageOf(address, Array.from(xmlChildrenOf(root), rowOf));
  },
};

/** An empty list is an index only at a folder's address; elsewhere, it may be a list of releases. */
export const AUTOINDEX_JSON: ListingFormat<'json'> = {
  name: `the index of ${SERVERS} in JSON`,
  syntax: 'json',
  read(value, { address }) {
    const isRow = (row: unknown): row is JsonObject =>
      isObject(row) && typeof row['name'] === 'string' && 'type' in row && 'mtime' in row;
    if (!Array.isArray(value) || !value.every(isRow) || (value.length === 0 && !isFolderAddress(address))) return null;
    return pageOf(address, value);
  },
};

function pageOf(address: string, rows: readonly JsonObject[]): ListingPage {
  const targets = rows
    .filter(({ type, name }) => name !== '' && (type === 'file' || type === 'directory'))
    .map(({ type, name, mtime, size }) => ({
      address: addressInFolder(folderAddressOf(address), type === 'file' ? String(name) : `${name}/`),
      facts: statedFacts(mtime, size),
    }));
  return { targets, covers: { folder: null, isDeep: false } };
}
