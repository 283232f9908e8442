/** Lines are addresses, or names relative to the list. Comments begin with `#`. */
import { WebError } from '../../../web/request.ts';
import { addressInFolder, type ListingFormat } from '../listing-format.ts';
import { folderAddressOf, resolvedLink } from '../source-tree.ts';

export const PLAIN_LIST_FORMAT: ListingFormat<'text'> = {
  name: 'a plain list of names or addresses (text/plain)',
  syntax: 'text',
  read(text, { address, hasLength }) {
    const lines = text.split(/\r\n?|\n/).map((line) => line.trim().replace(/^\.\//, ''));
    const names = lines.filter((line) => line !== '' && !line.startsWith('#'));
    const [first = ''] = names;
    // A page, JSON, or a file sent as text.
    if (first === '' || /^[<{]/.test(first) || /(?![\t-\r])\p{Cc}/u.test(text)) return null;
    if (/^\\?[0-9a-f]{32,128}\s/i.test(first))
      throw new WebError('body', 'it is a list of checksums; write its address in checksums of source');
    const folder = folderAddressOf(address);
    const isAddress = (name: string): boolean => /^https?:\/\//i.test(name);
    // A folder's whole list has folders, which end with `/`.
    const targets = names
      .filter((name) => !name.endsWith('/'))
      .map((name) => ({
        address: isAddress(name) ? (resolvedLink(name, null, folder) ?? '') : addressInFolder(folder, name),
      }));
    const problem = hasLength ? null : new WebError('body', 'nothing shows where it ends, so it may be cut off');
    return { targets, covers: { folder: '', isDeep: true }, problem };
  },
};
