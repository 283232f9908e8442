import { closestWordTo, itemsByKey, plural } from '../../contract/base/text.ts';
import { mapAddresses, mapHosts } from '../../contract/maps/map-types.ts';
import { isReservedName, listedVariables, tokenNames, unsetTokens } from '../../contract/maps/placeholders.ts';
import {
  type Diagnostic,
  diagnosing,
  type Place,
  diagnostic as stageDiagnostic,
  valueAt,
} from '../diagnostics/diagnostic.ts';
import { error, type Problems, warning } from '../diagnostics/messages.ts';
import { alsoInFiles, didYouMean, shownNamesOf } from '../diagnostics/wording.ts';
import { mapKeys } from '../tile-url/same-map.ts';
import { keyReasons, keysInText, keysInUrl, passwordsIn, pastedKeysIn } from '../tile-url/secrets.ts';
import type { Content } from '../validate/content.ts';
import { textsWithAddresses, webAddresses } from './addresses.ts';
import { itemsWithSameKey } from './ids.ts';
import { type RuleOptions, ruleSet } from './run-rules.ts';

interface UnsetTokens {
  readonly names: readonly string[];
  readonly maps: number;
  /** Undefined if nothing is built: a later build decides. */
  readonly isLeftOut: boolean | undefined;
}

const TILE_PROBLEMS = {
  'zoom-range': error(
    ({ minZoom, maxZoom }: { minZoom: number; maxZoom: number }) => `minZoom ${minZoom} is above maxZoom ${maxZoom}`,
  ),
  'probe-zoom': error(
    ({ zoom, minZoom, maxZoom }: { zoom: number; minZoom: number; maxZoom: number }) =>
      `The server has no tiles at zoom ${zoom}, only from ${minZoom} to ${maxZoom}`,
  ),
  'same-server': warning(
    ({ other }: { other: string }) =>
      `This is the same map as ${other}; keep one of the two. If they differ, write above the field: # cartalog: allow same-server`,
  ),
  'unlisted-token': error(
    ({ name, others, listed }: { name: string; others: number; listed: readonly string[] }) =>
      `\${${name}} is not listed, so its value is never read; add ${name} to accessTokens in site.yaml${alsoInFiles(others)}${didYouMean(closestWordTo(name, listed))}`,
  ),
  'unset-token': warning(({ names, maps, isLeftOut }: UnsetTokens) => {
    const [name, ...others] = names;
    const isOne = others.length === 0;
    const what = isOne
      ? `The environment variable ${name} is`
      : `${names.length} access tokens (${shownNamesOf(names)}) are`;
    const leftOut = `${plural(maps, 'map')} ${maps === 1 ? 'is' : 'are'} left out`;
    const published = `ACCESS_TOKEN is published in ${isOne ? 'its' : 'their'} place`;
    if (isLeftOut === undefined) return `${what} not set; ${leftOut} by a build --without-tokenless, or ${published}`;
    return `${what} not set; ${isLeftOut ? leftOut : `${published}, in ${plural(maps, 'map')}`}`;
  }),
  'required-token': error(
    ({ name, others }: { name: string; others: number }) =>
      `The environment variable ${name} is not set, but --require-tokens requires every access token${alsoInFiles(others)}`,
  ),
} as const satisfies Problems;

const diagnostic = diagnosing(TILE_PROBLEMS);

/** Specification, maps of `/v1/`: maxZoom is always >= minZoom. No tile can be probed outside of them. */
function* zoomLevels(content: Content): Generator<Diagnostic> {
  for (const { file, value: map } of content.maps()) {
    const { minZoom, maxZoom, probe: { zoom } = {} } = map;
    if (minZoom === undefined || maxZoom === undefined) continue;
    if (minZoom > maxZoom) yield diagnostic('zoom-range', file.path, valueAt('minZoom'), { minZoom, maxZoom });
    if (zoom === undefined || (zoom >= minZoom && zoom <= maxZoom)) continue;
    yield diagnostic('probe-zoom', file.path, valueAt('probe', 'zoom'), { zoom, minZoom, maxZoom });
  }
}

/** Two records of one map offer it twice. A base map and an overlay are two uses. */
function* sameMaps(content: Content, { changed }: RuleOptions): Generator<Diagnostic> {
  for (const role of ['mapserver', 'overlayserver', 'map'] as const) {
    const found = content.of(role).flatMap(({ file, value: record }) => {
      const id = 'id' in record ? record.id : record.name;
      const [place] = mapAddresses(record);
      if (id === undefined || place === undefined || mapHosts(record).length === 0) return [];
      const use = 'overlay' in record && record.overlay ? 'overlay ' : '';
      return mapKeys(record).map((map) => ({ id, file: file.path, key: place[0], map: use + map }));
    });
    const reported = new Set<string>();
    for (const { item, first } of itemsWithSameKey(found, ({ map }) => map, changed)) {
      // `uniqueIds` reports equal ids.
      if (item.id === first.id || reported.has(item.file)) continue;
      reported.add(item.file);
      yield diagnostic('same-server', item.file, valueAt(item.key), { other: first.file });
    }
  }
}

/** A variable or label, and the file of a map with it. */
interface Use {
  readonly name: string;
  readonly file: string;
  readonly key?: string;
}

function placeOf(uses: readonly Use[], name: string | undefined, file: string): Place {
  return valueAt(uses.find((use) => use.name === name && use.file === file)?.key ?? 'urlPattern');
}

function usersOf(uses: Iterable<Use>): ReadonlyMap<string, readonly string[]> {
  return new Map([...itemsByKey(uses, ({ name }) => name)].map(([name, all]) => [name, all.map(({ file }) => file)]));
}

/** Values of variables are published, so only those that site.yaml lists are read. */
function* listedTokens(content: Content, { changed = new Set() }: RuleOptions): Generator<Diagnostic> {
  const [site] = content.of('site');
  // Validation may have removed a list of the wrong type: its names are unknown.
  const isKnown = site !== undefined && (site.value.accessTokens !== undefined || !site.isPruned);
  for (const [index, found] of (site?.value.accessTokens ?? []).entries()) {
    const isReserved = typeof found === 'string' && isReservedName(found);
    if (site && isReserved)
      yield stageDiagnostic('bad-token-name', site.file.path, valueAt('accessTokens', index), { found });
  }
  const names = listedNames(content);
  for (const { file, value: provider } of content.of('provider')) {
    const name = provider.token ?? '';
    if (!isKnown || name === '' || names.includes(name)) continue;
    yield diagnostic('unlisted-token', file.path, valueAt('token'), { name, others: 0, listed: names });
  }
  const unlisted: Use[] = [];
  for (const { file, value: map } of content.maps()) {
    const found = mapAddresses(map).flatMap(([key, address]) =>
      tokenNames(address).map((name) => [name, key] as const),
    );
    for (const [name, key] of new Map(found)) {
      if (isReservedName(name)) {
        yield stageDiagnostic('bad-token-name', file.path, valueAt(key), { found: `\${${name}}` });
      } else if (isKnown && !names.includes(name)) {
        unlisted.push({ name, file: file.path, key });
      }
    }
  }
  for (const [name, files] of usersOf(unlisted)) {
    const place = files.find((file) => changed.has(file)) ?? (files[0] as string);
    yield diagnostic('unlisted-token', place, placeOf(unlisted, name, place), {
      name,
      others: files.length - 1,
      listed: names,
    });
  }
}

function listedNames(content: Content): string[] {
  const names = content.of('site').flatMap(({ value: site }) => site.accessTokens ?? []);
  return names.filter((name) => typeof name === 'string');
}

/** An unset variable is a warning, or an error if publishing requires all. */
function* accessTokens(content: Content, options: RuleOptions): Generator<Diagnostic> {
  const names = listedNames(content);
  const environment = listedVariables(options.environment, names);
  const uses: Use[] = [];
  for (const { file, value: map } of content.maps()) {
    const unset = mapAddresses(map).flatMap(([key, address]) =>
      unsetTokens(address, environment).map((name) => [name, key] as const),
    );
    for (const [name, key] of new Map(unset)) {
      // `listedTokens` reports all others.
      if (names.includes(name) && !isReservedName(name)) uses.push({ name, file: file.path, key });
    }
  }
  if (options.requireTokens) {
    // Reported once, for any number of records.
    for (const [name, [first, ...others]] of usersOf(uses)) {
      const place = placeOf(uses, name, first as string);
      yield diagnostic('required-token', first as string, place, { name, others: others.length });
    }
    return;
  }
  // One warning for all: few people have set each.
  for (const { names, files, place } of namesReportedTogether(uses, 'unset-token', options)) {
    const details = { names, maps: files.length, isLeftOut: options.withoutTokenless };
    const inside = uses.find(({ name, file }) => names.includes(name) && file === place);
    yield diagnostic('unset-token', place, valueAt(inside?.key ?? 'urlPattern'), details);
  }
}

/** What one warning reports: names, the files that have them, and the file to report them in. */
interface Group {
  readonly names: readonly string[];
  readonly files: readonly string[];
  readonly place: string;
}

/**
 * One group of all names; with `verbose`, one for each. Names in changed records are a separate group, reported in one
 * of these records: authors of a change see only changed files. A record that allows the code is its own group.
 */
export function* namesReportedTogether(
  uses: readonly Use[],
  code: string,
  { changed = new Set(), verbose, allowed = new Set() }: RuleOptions,
): Generator<Group> {
  const isAllowed = ({ file }: Use): boolean => allowed.has(`${code} ${file}`);
  for (const use of uses.filter(isAllowed)) yield { names: [use.name], files: [use.file], place: use.file };
  const users = usersOf(uses.filter((use) => !isAllowed(use)));
  const names = [...users.keys()];
  const isTouched = (name: string): boolean => (users.get(name) ?? []).some((file) => changed.has(file));
  const groups = verbose
    ? names.map((name) => [name])
    : [names.filter(isTouched), names.filter((name) => !isTouched(name))];
  for (const group of groups) {
    const files = [...new Set(group.flatMap((name) => users.get(name) ?? []))];
    const place = files.find((file) => changed.has(file)) ?? files[0];
    if (place !== undefined) yield { names: group, files, place };
  }
}

function* publishedTexts(content: Content) {
  for (const { file, path, url: text } of textsWithAddresses(content)) yield { file, path, text };
  for (const { file, value } of content.of('site')) yield { file: file.path, path: ['title'], text: value.title };
  for (const { file, value } of [...content.of('datasource'), ...content.of('edition')])
    yield { file: file.path, path: ['name'], text: value.name };
  for (const { file, value: list } of content.of('removals'))
    for (const [index, { reason: text }] of list.entries()) yield { file: file.path, path: [index, 'reason'], text };
}

/** A key in the repository is public, even if never published. The report masks it (`withoutPastedKeys`). */
function* pastedKeys(content: Content): Generator<Diagnostic> {
  for (const { file, value: map } of content.maps()) {
    const [host = ''] = mapHosts(map);
    for (const [member, address] of mapAddresses(map)) {
      for (const { code, details } of keyReasons(pastedKeysIn(address), host))
        yield stageDiagnostic(code, file.path, valueAt(member), details);
    }
  }
  for (const [addresses, keysOf] of [[webAddresses, keysInUrl] as const, [textsWithAddresses, keysInText] as const])
    for (const { file, path, url = '' } of addresses(content))
      for (const { code, details } of keyReasons(keysOf(url), null))
        yield stageDiagnostic(code, file, valueAt(...path), details);
  for (const { file, path, text = '' } of publishedTexts(content))
    for (const { code, details } of keyReasons(passwordsIn(text), null))
      yield stageDiagnostic(code, file, valueAt(...path), details);
}

export const TILE_RULES = ruleSet(TILE_PROBLEMS, {
  map: [zoomLevels, sameMaps, pastedKeys, listedTokens, accessTokens],
  entry: [pastedKeys],
});
