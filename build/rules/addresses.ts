import { parseUrl } from '../../contract/base/text.ts';
import { fillPlaceholders, fillTokens } from '../../contract/maps/placeholders.ts';
import { type Diagnostic, diagnostic, type Place, valueAt } from '../diagnostics/diagnostic.ts';
import { describeTemplateProblem } from '../tile-url/explanations.ts';
import { namesSeveral } from '../tile-url/template-pieces.ts';
import type { Content } from '../validate/content.ts';
import { ruleSet } from './run-rules.ts';

/**
 * The schema checks characters; only the parser knows how it reads a host that looks like a number or is in Punycode.
 */
function* readableAddresses(content: Content): Generator<Diagnostic> {
  for (const { file, path, url } of webAddresses(content)) {
    yield* problemOf(url, file, valueAt(...path));
    if (path[0] === 'serviceUrl') yield* rewrittenHost(url, file, valueAt(...path));
  }
  for (const { file, value: map } of content.v1Maps()) {
    let anyHost: string | null = null;
    for (const [index, host] of (map.hosts ?? []).entries()) {
      if (typeof host !== 'string') continue;
      const isReadable = parseUrl(`https://${host}/`) !== null;
      if (isReadable) anyHost ??= host;
      if (isReadable && !LONG_LABEL.test(host)) continue;
      const why = isReadable ? TOO_LONG : 'programs cannot read it as a host name or IP address';
      yield diagnostic('bad-host', file.path, valueAt('hosts', index), { found: host, why });
    }
    const { urlPattern: found } = map;
    const tile = { host: anyHost ?? 'example.org', zoom: 0, tilex: 0, tiley: 0, language: 'en' };
    const address = fillPlaceholders(fillTokens(found ?? '', {}), tile);
    if (namesSeveral(found ?? ''))
      yield diagnostic('bad-pattern', file.path, valueAt('urlPattern'), {
        why: describeTemplateProblem({ code: 'several' }),
      });
    // Like browsers, the parser reads https:///a.org/ as https://a.org/; other programs see no host.
    else if (found !== undefined && !(/^https?:\/\/[^/]/.test(address) && parseUrl(address))) {
      const why = 'with its placeholders replaced, programs cannot read it';
      yield diagnostic('bad-url', file.path, valueAt('urlPattern'), { found, why });
    }
  }
}

interface WebAddress {
  readonly file: string;
  readonly path: readonly (string | number)[];
  readonly url: string | undefined;
}

/** Leaves out addresses of maps. */
export function* webAddresses(content: Content): Generator<WebAddress> {
  for (const { file, value: site } of content.of('site')) {
    yield { file: file.path, path: ['serviceUrl'], url: site.serviceUrl };
    yield { file: file.path, path: ['repository'], url: site.repository };
  }
  yield* upstreamAddresses(content);
  for (const { file, value: themes } of content.of('themes')) {
    for (const [key, theme] of Object.entries(themes)) {
      yield { file: file.path, path: [key, 'imageurl'], url: theme?.imageurl };
    }
  }
  for (const { file, value: provider } of content.of('provider')) {
    yield { file: file.path, path: ['homepage'], url: provider.homepage };
    yield { file: file.path, path: ['signUp'], url: provider.signUp };
  }
  for (const { file, value: terms } of [...content.maps(), ...content.of('provider')]) {
    for (const key of ['terms', 'privacy', 'licence'] as const) {
      // A licence may also be a name.
      if (terms[key]?.includes('://')) yield { file: file.path, path: [key], url: terms[key] };
    }
    for (const key of ['commercialUse', 'ends', 'quota'] as const) {
      yield { file: file.path, path: [key, 'source'], url: terms[key]?.source };
    }
    for (const [index, { url }] of (terms.attribution ?? []).entries()) {
      yield { file: file.path, path: ['attribution', index, 'url'], url };
    }
  }
}

/** `url` is the whole text, which may have an address. */
export function* textsWithAddresses(content: Content): Generator<WebAddress> {
  for (const { file, value: record } of [...content.maps(), ...content.of('provider')]) {
    const { name, copyright }: { readonly name?: string; readonly copyright?: string } = record;
    for (const [key, url] of Object.entries({ name, copyright })) yield { file: file.path, path: [key], url };
    for (const [index, { text: url }] of (record.attribution ?? []).entries())
      yield { file: file.path, path: ['attribution', index, 'text'], url };
  }
}

/** Addresses of files, listings, and lists of checksums. */
export function* upstreamAddresses(content: Content): Generator<WebAddress> {
  for (const { file, value: source } of content.of('datasource')) {
    yield { file: file.path, path: ['baseUrl'], url: source.baseUrl };
    yield { file: file.path, path: ['source', 'url'], url: source.source?.url };
    // An object is in place of an invalid item.
    for (const [index, url] of (source.source?.checksums ?? []).entries())
      if (typeof url === 'string') yield { file: file.path, path: ['source', 'checksums', index], url };
  }
}

/** The limit of DNS between two dots. */
const LONG_LABEL = /[^.]{64}/;
const TOO_LONG = 'a part of a host name has more than 63 characters';

/** Published links begin with `serviceUrl`, so all programs must read the same host. */
function* rewrittenHost(found: string | undefined, file: string, place: Place): Generator<Diagnostic> {
  const { hostname } = parseUrl(found ?? '') ?? {};
  const [, host = ''] = /^https?:\/\/([^/:]*)/.exec(found ?? '') ?? [];
  if (!found || hostname === undefined || host.toLowerCase() === hostname) return;
  yield diagnostic('bad-url', file, place, { found, why: `programs read its host as ${hostname}` });
}

function* problemOf(found: string | undefined, file: string, place: Place): Generator<Diagnostic> {
  if (!found) return;
  const url = parseUrl(found);
  if (url && !LONG_LABEL.test(url.hostname)) return;
  yield diagnostic('bad-url', file, place, {
    found,
    why: url ? TOO_LONG : 'programs cannot read it as an address',
  });
}

export const ADDRESS_RULES = ruleSet({}, { map: [readableAddresses], entry: [readableAddresses] });
