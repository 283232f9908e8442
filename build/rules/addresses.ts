import { type Diagnostic, diagnostic, value } from '../diagnostics/diagnostic.ts';
import { pastedKey, variableFor } from '../tile-url/secrets.ts';
import type { Rule } from './rule.ts';

/** Design, access tokens: they are never in the repository. */
export const pastedKeys: Rule = {
  name: 'pasted-keys',
  description: 'no access key is written out in a urlPattern',
  *check(content) {
    for (const { file, value: server } of content.tileServers()) {
      const { urlPattern = '', hosts = [] } = server;
      const key = pastedKey(urlPattern);
      if (!key) continue;
      const { parameter, start, end } = key;
      const variable = variableFor(hosts.find((host) => typeof host === 'string') ?? '', parameter ?? '');
      // The report masks the key in the excerpt of the line: see withoutKeys.
      yield diagnostic('pasted-key', file.path, value('urlPattern'), { parameter, length: end - start, variable });
    }
  },
};

/** Hosts that only some machines can reach: RFC 1918 and 3927, loopback, and names that are never public. */
const PRIVATE =
  /^(?:(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\.[\d.]+|0\.0\.0\.0|(?:.*\.)?(?:localhost|local|internal))$/i;

/** Everybody uses the catalog, so its servers must have public addresses. */
export const publicAddresses: Rule = {
  name: 'public-addresses',
  description: 'hosts and baseUrls are not private or loopback addresses',
  *check(content) {
    for (const { file, value: server } of content.tileServers()) {
      for (const [index, host] of (server.hosts ?? []).entries()) {
        if (typeof host === 'string') yield* problemsOfHost(host, file.path, value('hosts', index));
      }
    }
    for (const { file, value: source } of content.of('datasource')) {
      const [, host = ''] = /^https?:\/\/([^/?:]+)/.exec(source.baseUrl ?? '') ?? [];
      yield* problemsOfHost(host, file.path, value('baseUrl'));
    }
  },
};

function* problemsOfHost(host: string, file: string, place: Diagnostic['place']): Generator<Diagnostic> {
  if (PRIVATE.test(host)) yield diagnostic('private-address', file, place, { host });
}
