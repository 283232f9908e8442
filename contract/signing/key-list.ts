/** `/v2/keys.json`: a catalog's public keys, signed by a spare key. */
import type { KeysSource } from '../generated/catalog.types.ts';
import { type PublicKey, parsePublicKey, trustedCommentText } from './minisign.ts';

export const KEYS_NAME = 'keys.json';

export function keysJson({ keys, revoked = [] }: Pick<KeysSource, 'keys' | 'revoked'>): string {
  const listed = keys.map(({ key, use }) => ({ key, use }));
  return `${JSON.stringify({ keys: listed, revoked })}\n`;
}

export function keysSignature({ signed }: KeysSource, serviceUrl: string): string | null {
  if (!signed) return null;
  const [time, ofFile, ofComment] = signed;
  const comment = { timestamp: Number(time), file: KEYS_NAME, validUntil: null, catalog: serviceUrl };
  const head = `untrusted comment: signature of ${serviceUrl}/${KEYS_NAME}`;
  return `${[head, ofFile, `trusted comment: ${trustedCommentText(comment)}`, ofComment].join('\n')}\n`;
}

export interface KeyList {
  readonly signing: readonly PublicKey[];
  readonly spares: readonly PublicKey[];
  readonly revoked: readonly PublicKey[];
}

/** Leaves out unknown forms. */
export function parseKeysJson(text: string): KeyList | null {
  try {
    const { keys, revoked }: Required<Pick<KeysSource, 'keys' | 'revoked'>> = JSON.parse(text);
    const known = (key: string) => parsePublicKey(key) ?? [];
    const keysFor = (use: string) => keys.flatMap((one) => (one.use === use ? known(one.key) : []));
    return { signing: keysFor('signing'), spares: keysFor('spare'), revoked: revoked.flatMap(known) };
  } catch {
    return null;
  }
}

/** Why clients could not rely on a list, as sentences without a full stop. An invalid list may lack parts. */
export function keyListProblems(list: {
  readonly keys?: readonly { readonly key?: string | undefined; readonly use?: string | undefined }[] | undefined;
  readonly revoked?: readonly (string | undefined)[] | undefined;
}): string[] {
  const { keys = [], revoked = [] } = list;
  const texts = [...keys.map(({ key }) => key), ...revoked];
  const twice = texts.findIndex((text, index) => texts.indexOf(text) < index);
  const unused = (['signing', 'spare'] as const).filter((use) =>
    keys.every((key) => key.use !== use && key.use !== undefined),
  );
  return [
    ...(twice >= 0 ? [`${texts[twice]} is listed twice`] : []),
    ...unused.map((use) => `There is no key with "use: ${use}"`),
  ];
}
