import { isReserved, listedVariables, tokenNames, unsetTokens } from '../../contract/placeholders.ts';
import { type Diagnostic, diagnostic, type Place, value } from '../diagnostics/diagnostic.ts';
import { keysIn, keysInUrl, nextVariable, type PastedKey, variableFor } from '../tile-url/secrets.ts';
import type { Content } from '../validate/content.ts';
import { repeated } from './ids.ts';
import type { Rule, RuleOptions } from './rule.ts';

/** Specification, tile server record: maxZoom is always >= minZoom. */
export const zoomRange: Rule = {
  name: 'zoom-range',
  description: 'minZoom is not above maxZoom',
  *check(content) {
    for (const { file, value: server } of content.tileServers()) {
      const { minZoom, maxZoom } = server;
      if (minZoom !== undefined && maxZoom !== undefined && minZoom > maxZoom) {
        yield diagnostic('zoom-range', file.path, value('minZoom'), { minZoom, maxZoom });
      }
    }
  },
};

/** Outside its range the server has no tile that could be probed. */
export const probeZoom: Rule = {
  name: 'probe-zoom',
  description: 'the zoom of probe is from minZoom to maxZoom',
  *check(content) {
    for (const { file, value: server } of content.tileServers()) {
      const { minZoom, maxZoom, probe: { zoom } = {} } = server;
      if (zoom === undefined || minZoom === undefined || maxZoom === undefined) continue;
      if (zoom >= minZoom && zoom <= maxZoom) continue;
      yield diagnostic('probe-zoom', file.path, value('probe', 'zoom'), { zoom, minZoom, maxZoom });
    }
  },
};

/** A server that is listed twice is offered to people twice. */
export const sameServers: Rule = {
  name: 'same-servers',
  description: 'no two tile servers of a list have the same hosts and urlPattern',
  *check(content, { changed }) {
    for (const kind of ['mapserver', 'overlayserver'] as const) {
      const servers = content.of(kind).flatMap(({ file, value: { id, hosts, urlPattern } }) => {
        if (id === undefined || hosts === undefined || urlPattern === undefined) return [];
        return [{ id, file: file.path, address: JSON.stringify([[...hosts].sort(), urlPattern]) }];
      });
      for (const { item, first } of repeated(servers, ({ address }) => address, changed)) {
        // Two records with the same id are reported by `uniqueIds`.
        if (item.id === first.id) continue;
        yield diagnostic('same-server', item.file, value('urlPattern'), { other: first.file });
      }
    }
  },
};

/** A variable is read only where site.yaml lists it: its value is published. */
export const listedTokens: Rule = {
  name: 'listed-tokens',
  description: 'every access token that a urlPattern names is listed in site.yaml',
  *check(content, { changed = new Set() }) {
    const [site] = content.of('site');
    for (const [index, found] of (site?.value.accessTokens ?? []).entries()) {
      const isName = typeof found === 'string' && isReserved(found);
      if (site && isName) yield diagnostic('bad-token-name', site.file.path, value('accessTokens', index), { found });
    }
    const names = listed(content);
    const unlisted = new Map<string, string[]>();
    for (const { file, value: server } of content.tileServers()) {
      for (const name of new Set(tokenNames(server.urlPattern ?? ''))) {
        if (isReserved(name)) {
          yield diagnostic('bad-token-name', file.path, value('urlPattern'), { found: `\${${name}}` });
        } else if (site && !names.includes(name)) {
          append(unlisted, name, file.path);
        }
      }
    }
    for (const [name, files] of unlisted) {
      const place = files.find((file) => changed.has(file)) ?? (files[0] as string);
      yield diagnostic('unlisted-token', place, value('urlPattern'), { name, others: files.length - 1 });
    }
  },
};

/** Adds the file of a tile server to those that have the name in them. */
export function append(users: Map<string, string[]>, name: string, path: string): void {
  const paths = users.get(name);
  if (paths) paths.push(path);
  else users.set(name, [path]);
}

/** The variables that site.yaml lists. */
function listed(content: Content): string[] {
  const names = content.of('site').flatMap(({ value: site }) => site.accessTokens ?? []);
  return names.filter((name) => typeof name === 'string');
}

/** A variable that is not set is a warning, or an error where publishing requires all of them. */
export const accessTokens: Rule = {
  name: 'access-tokens',
  description: 'every access token that a urlPattern names is set',
  *check(content, options) {
    const names = listed(content);
    const environment = listedVariables(options.environment, names);
    const users = new Map<string, string[]>();
    for (const { file, value: server } of content.tileServers()) {
      for (const name of unsetTokens(server.urlPattern ?? '', environment)) {
        // Any other is reported as not listed.
        if (!names.includes(name) || isReserved(name)) continue;
        append(users, name, file.path);
      }
    }
    yield* options.requireTokens ? required(users) : unset(users, options);
  },
};

/** The tile server files that have each name in them: that of a variable, or a label. */
export type Users = ReadonlyMap<string, readonly string[]>;

/** A variable that is not set is reported once, however many records name it. */
function* required(users: Users): Generator<Diagnostic> {
  for (const [name, [first, ...others]] of users) {
    yield diagnostic('required-token', first as string, value('urlPattern'), { name, others: others.length });
  }
}

/** One warning, since few people have set all variables. */
function* unset(users: Users, options: RuleOptions): Generator<Diagnostic> {
  for (const { names, files, place } of together(users, options)) {
    const details = { names, servers: files.length, isLeftOut: options.withoutTokenless === true };
    yield diagnostic('unset-token', place, value('urlPattern'), details);
  }
}

/** Names that one warning reports together, with the tile server files that have them, and the one to report it in. */
export interface Group {
  readonly names: readonly string[];
  readonly files: readonly string[];
  readonly place: string;
}

/**
 * One group of all names; with `verbose`, one for each name. If a change is checked, the names in records it touches
 * are a separate group, reported in one of these records: its author is shown only the changed files.
 */
export function* together(users: Users, { changed = new Set(), verbose }: RuleOptions): Generator<Group> {
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

/** A key in the repository stays public, even if it is never published. */
export const pastedKeys: Rule = {
  name: 'pasted-keys',
  description: 'no access key is written out in an address',
  // The report masks the keys in the excerpt of the line: see withoutKeys.
  *check(content) {
    for (const { file, value: server } of content.tileServers()) {
      const { urlPattern = '', hosts = [] } = server;
      const host = hosts.find((host) => typeof host === 'string') ?? '';
      const [first, ...others] = keysIn(urlPattern);
      if (!first) continue;
      const variable = variableFor(host, first.parameter ?? '');
      yield pasted(file.path, value('urlPattern'), first, variable);
      for (const [index, key] of others.entries()) {
        const next = nextVariable(variable, key.parameter ?? String(index + 2));
        yield pasted(file.path, value('urlPattern'), key, next);
      }
    }
    for (const { file, path, url } of addresses(content)) {
      for (const key of keysInUrl(url ?? '')) yield pasted(file, value(...path), key, null);
    }
  },
};

function pasted(file: string, place: Place, { parameter, start, end }: PastedKey, variable: string | null): Diagnostic {
  return diagnostic('pasted-key', file, place, { parameter, length: end - start, variable });
}

/** Every address other than those of tiles. */
function* addresses(content: Content): Generator<{ file: string; path: string[]; url: string | undefined }> {
  for (const { file, value: site } of content.of('site')) {
    yield { file: file.path, path: ['serviceUrl'], url: site.serviceUrl };
    yield { file: file.path, path: ['repository'], url: site.repository };
  }
  for (const { file, value: source } of content.of('datasource')) {
    yield { file: file.path, path: ['baseUrl'], url: source.baseUrl };
    yield { file: file.path, path: ['source', 'url'], url: source.source?.url };
  }
  for (const { file, value: themes } of content.of('themes')) {
    for (const [key, theme] of Object.entries(themes)) {
      yield { file: file.path, path: [key, 'imageurl'], url: theme?.imageurl };
    }
  }
}
