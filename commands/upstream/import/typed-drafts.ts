/** The members of maps of the types that `/v1/` does not have, as lists state them. */
import { keysIn, replaceParts, variableFor } from '../../../build/tile-url/secrets.ts';
import { looksLikeTokenName } from '../../../build/tile-url/template.ts';
import { readGetMap } from '../../../contract/get-map.ts';
import { addressesIn, hostsIn, type NewType } from '../../../contract/map-types.ts';
import { tokenNames } from '../../../contract/placeholders.ts';
import type { Members } from './correct-record.ts';

/** A map of another type: its own members, not yet validated; or why there are none. */
export type StatedType =
  | { readonly type: 'tms' }
  | { readonly type: Exclude<NewType, 'tms'>; readonly members: Members }
  | { readonly problem: string };

/** The type of a map with an address of tiles, which may be vectors, or have rows counted from the south. */
export function typeOfTiles(url: string, isFlipped = false): StatedType | undefined {
  if (/\{z\}.*\.(?:pbf|mvt)(?:\?|$)/i.test(url)) return { type: 'vector', members: { tiles: url, schema: 'other' } };
  return isFlipped || url.includes('{-y}') ? { type: 'tms' } : undefined;
}

/** A WMS by the address of a picture. @param projections those that the list states */
export function typeOfGetMap(url: string, projections: readonly string[]): StatedType {
  const read = readGetMap(url);
  if (!read) return { problem: 'its address is not that of a picture of a WMS, with REQUEST=GetMap' };
  const { crs: stated, ...members } = read;
  const crs = projections.length > 0 ? projections : stated === null ? [] : [stated];
  if (crs.length === 0) return { problem: 'it does not say which projections its service draws' };
  return { type: 'wms', members: { ...members, crs } };
}

/** A WMS by the source of a layer of QGIS. */
export function typeOfQgisSource(source: string): StatedType {
  const parameters = new URLSearchParams(source);
  // QGIS writes the first layer last.
  const [layers = [], styles = []] = ['layers', 'styles'].map((name) => parameters.getAll(name).reverse());
  const members = {
    service: parameters.get('url'),
    layers,
    ...(styles.some((style) => style !== '') ? { styles } : {}),
    format: parameters.get('format'),
    version: parameters.get('version') ?? '1.3.0',
    crs: [parameters.get('crs')],
  };
  return parameters.get('type') === null && members.layers.length > 0
    ? { type: 'wms', members }
    : { problem: 'its source is not that of a WMS with layers' };
}

/** The members with variables in place of access tokens, pasted or left open; or why they cannot be taken. */
export function withVariables(
  members: Members,
  {
    variables,
    accessTokens,
  }: { readonly variables: ReadonlyMap<string, string>; readonly accessTokens: ReadonlySet<string> },
): { readonly members: Members } | { readonly problem: string } {
  const made: Record<string, unknown> = { ...members };
  const [host = ''] = hostsIn(members);
  const variable = (name: string): string => `$\{${variables.get(host) ?? variableFor(host, name)}}`;
  for (const [key, address] of addressesIn(members)) {
    const open = address.replace(/\{(\w+)\}/g, (found, name: string) =>
      looksLikeTokenName(name) ? variable(name) : found,
    );
    const [placeholder] = open.match(/\{(?![xyz]\})[^{}]*\}(?<!\$\{[A-Z0-9_]+\})/) ?? [];
    if (placeholder)
      return { problem: `its ${key} has the placeholder ${placeholder}, which the catalog cannot fill in` };
    const keys = keysIn(open);
    if (keys.some(({ parameter }) => parameter === null))
      return { problem: `its ${key} has what looks like an access key, outside of a parameter` };
    made[key] = replaceParts(open, keys, ({ parameter }) => variable(String(parameter)));
    const missing = tokenNames(String(made[key])).find((name) => !accessTokens.has(name));
    if (missing)
      return { problem: `it needs an access token: list ${missing} in accessTokens of site.yaml, and import it again` };
  }
  return { members: made };
}
