/** Commands that messages offer: they work as they are, with the options of this call and what a list says. */
import { shellCommand, shellWord } from '../../contract/base/text.ts';
import { isPrivateHost } from '../../contract/example-address.ts';
import type { ImportOffer } from '../../contract/maps/import-offer.ts';
import { bracedIn } from '../../contract/maps/placeholders.ts';

/** What another command needs, too. */
export interface CalledWith {
  readonly catalog?: string;
  readonly allowPrivate?: boolean;
}

type Options = Parameters<typeof shellCommand>[1];

export function offeredCommand(
  command: 'import' | `new ${string} --url`,
  address: string,
  { catalog = 'catalog', allowPrivate }: CalledWith,
  options: Options = {},
): string {
  const host = /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^/?#:]*)/i.exec(address)?.[1] ?? '';
  return shellCommand(`cartalog ${command} ${shellWord(address)}`, {
    ...options,
    catalog: catalog !== 'catalog' && catalog,
    'allow-private': allowPrivate || isPrivateHost(host),
  });
}

interface Known {
  readonly name?: string;
  readonly copyright?: string | undefined;
  readonly isOverlay?: boolean;
}

/** @param known what a list says of the map */
export function describeOffer(
  { why, address, layers = [], areOneMap }: ImportOffer,
  called: CalledWith,
  { name, copyright, isOverlay = false }: Known = {},
): string {
  const drawn = layers.join();
  const command = areOneMap
    ? offeredCommand('new map --url', address, called, {
        layers: drawn,
        id: name,
        copyright,
        overlay: isOverlay && 'yes',
      })
    : offeredCommand('import', address, called, {
        layers: drawn,
        name: layers.length === 1 && name,
        copyright,
        overlays: isOverlay,
      });
  const placeholder = bracedIn(address);
  return `${why}: ${command}${placeholder ? `, with the value of ${placeholder}` : ''}`;
}
