import { byCodePoint } from '../../../contract/base/text.ts';
import type { Checksum, DataSource, MapEntry } from '../../../contract/generated/v1.types.ts';
import { jsonKeys, type RecordName, V1_MEMBERS } from '../../../contract/interface/v1-members.ts';
import { LIST_ROUTES } from '../../../contract/interface/v1-routes.ts';
import { PLACEHOLDERS, REQUIRED_PLACEHOLDERS } from '../../../contract/maps/placeholders.ts';

const KEYS: readonly (readonly string[])[] = [
  ...(Object.keys(V1_MEMBERS) as RecordName[]).flatMap((record) => [jsonKeys(record), jsonKeys(record, 'json-list')]),
  LIST_ROUTES,
];

/** Unknown keys may be anywhere. A record does not state its role: the orders with most of its keys are tried. */
export function* wrongKeyOrders(value: unknown): Generator<string> {
  const records = Array.isArray(value) ? value : [value];
  for (const record of records as Record<string, unknown>[]) {
    const keys = Object.keys(record);
    const shared = KEYS.map((names) => names.filter((name) => keys.includes(name)));
    const most = shared.reduce((count, { length }) => Math.max(count, length), 0);
    const orders = shared.filter(({ length }) => length === most);
    if (!orders.some((order) => order.join() === keys.filter((key) => order.includes(key)).join()))
      yield `the order is ${keys.join(', ')}`;
  }
}

export function idsOutOfOrder(ids: readonly string[]): string[] {
  return ids
    .filter((id, index) => index > 0 && byCodePoint(ids[index - 1] as string, id) >= 0)
    .map((id) => `${id} is not in code-point order, or is listed twice`);
}

export function isValidUrlPattern(urlPattern: string): boolean {
  // Between an opening and a closing brace.
  const names = urlPattern
    .split('#{')
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('}')));
  return (
    REQUIRED_PLACEHOLDERS.every((name) => names.includes(name)) && names.every((name) => PLACEHOLDERS.includes(name))
  );
}

export function historiesOfDataSource({ files, maps, themes }: DataSource): [string, readonly Checksum[]][] {
  const entries = [files, maps, themes].flatMap((section) => Object.entries(section) as [string, MapEntry][]);
  return entries.flatMap(([path, { checksums, fragments }]) => [
    [path, checksums] as [string, Checksum[]],
    ...Object.entries(fragments),
  ]);
}

export function isOrdered(history: readonly Checksum[]): boolean {
  return history.every(
    (checksum, index) => index === 0 || (history[index - 1] as Checksum).lastModified <= checksum.lastModified,
  );
}

export function documentLinksIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(documentLinksIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const isLink =
      typeof member === 'string' &&
      (['url', 'parent'].includes(name) || (LIST_ROUTES as readonly string[]).includes(name));
    if (isLink) return [member as string];
    return name === 'categories' || name === 'datasources' ? documentLinksIn(member) : [];
  });
}
