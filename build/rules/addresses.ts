import { fillPlaceholders, fillTokens } from '../../contract/placeholders.ts';
import { nestedTexts } from '../../contract/text.ts';
import { type Diagnostic, diagnostic, value } from '../diagnostics/diagnostic.ts';
import type { Rule } from './rule.ts';

/**
 * Every address that is published can be read by the programs that follow it. The schema knows the characters; what a
 * host name that looks like a number, or one in Punycode, means is known to the parser of addresses alone.
 */
export const readableAddresses: Rule = {
  name: 'readable-addresses',
  description: 'programs can read every address',
  *check(content) {
    for (const { file, value: site } of content.of('site')) {
      yield* problemOf(site.serviceUrl, file.path, value('serviceUrl'));
      yield* rewriteOf(site.serviceUrl, file.path, value('serviceUrl'));
      yield* problemOf(site.repository, file.path, value('repository'));
    }
    for (const { file, value: source } of content.of('datasource')) {
      yield* problemOf(source.baseUrl, file.path, value('baseUrl'));
      yield* problemOf(source.source?.url, file.path, value('source', 'url'));
    }
    for (const { file, value: themes } of content.of('themes')) {
      for (const [path, theme] of Object.entries(themes)) {
        yield* problemOf(theme?.imageurl, file.path, value(path, 'imageurl'));
      }
    }
    for (const { file, value: server } of content.tileServers()) {
      // What is wrong with a host itself is reported as such.
      let anyHost: string | null = null;
      for (const [index, host] of (server.hosts ?? []).entries()) {
        if (typeof host !== 'string') continue;
        const isReadable = URL.canParse(`https://${host}/`);
        if (isReadable) anyHost ??= host;
        if (isReadable && !LONG_LABEL.test(host)) continue;
        const why = isReadable ? TOO_LONG : 'programs cannot read it as the name or number of a host';
        yield diagnostic('bad-host', file.path, value('hosts', index), { found: host, why });
      }
      const { urlPattern: found } = server;
      if (found !== undefined && !isTileAddress(tileOf(found, anyHost ?? 'example.org'))) {
        const why = 'programs cannot read the address of a tile, where the placeholders are filled in';
        yield diagnostic('bad-url', file.path, value('urlPattern'), { found, why });
      }
    }
  },
};

/** The address of a tile. */
function tileOf(urlPattern: string, host: string): string {
  return fillPlaceholders(fillTokens(urlPattern, {}), { host, zoom: 0, tilex: 0, tiley: 0, language: 'en' });
}

/** The parser reads https:///a.org/ as https://a.org/, as browsers do; other programs read it as an address without a host. */
function isTileAddress(address: string): boolean {
  return /^https?:\/\/[^/]/.test(address) && URL.canParse(address);
}

/** DNS has no longer part of a name. */
const LONG_LABEL = /[^.]{64}/;
const TOO_LONG = 'a part of a host name has at most 63 characters';

/** Links are this address with a path after it, which programs must not read as another. */
function* rewriteOf(found: string | undefined, file: string, place: Diagnostic['place']): Generator<Diagnostic> {
  if (!found || !URL.canParse(found)) return;
  const { hostname } = new URL(found);
  const [, host = ''] = /^https?:\/\/([^/:]*)/.exec(found) ?? [];
  if (host.toLowerCase() === hostname) return;
  yield diagnostic('bad-url', file, place, { found, why: `programs take the host for ${hostname}` });
}

function* problemOf(found: string | undefined, file: string, place: Diagnostic['place']): Generator<Diagnostic> {
  if (!found) return;
  const isReadable = URL.canParse(found);
  if (isReadable && !LONG_LABEL.test(new URL(found).hostname)) return;
  yield diagnostic('bad-url', file, place, {
    found,
    why: isReadable ? TOO_LONG : 'programs cannot read it as an address',
  });
}

/**
 * Clients report what they downloaded by its address, and take the first data source whose baseUrl the address begins
 * with for the one it belongs to.
 */
export const separateBaseUrls: Rule = {
  name: 'separate-base-urls',
  description: 'no baseUrl begins with that of another data source',
  *check(content, { changed = new Set() }) {
    const sources = content.of('datasource').flatMap(({ file, value: { baseUrl } }) => {
      return baseUrl === undefined ? [] : [{ file: file.path, baseUrl }];
    });
    for (const [outer, inside] of nestedTexts(sources, ({ baseUrl }) => baseUrl)) {
      const inner = inside.find(({ file }) => changed.has(file)) ?? (inside[0] as (typeof inside)[number]);
      const isAboutOuter = changed.has(outer.file) && !changed.has(inner.file);
      const [place, other] = isAboutOuter ? [outer, inner] : [inner, outer];
      const relation = outer.baseUrl === inner.baseUrl ? 'equal' : isAboutOuter ? 'outer' : 'inner';
      const details = { relation, other: other.file, url: other.baseUrl, others: inside.length - 1 } as const;
      yield diagnostic('nested-base-url', place.file, value('baseUrl'), details);
    }
  },
};
