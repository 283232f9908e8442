import { isReserved, tokenNames, tokenValue } from '../../contract/placeholders.ts';
import { diagnostic, value } from '../diagnostics/diagnostic.ts';
import type { Rule } from './rule.ts';

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

/** Design, access tokens: a variable that is not set is a warning, or an error where publishing asks for all. */
export const accessTokens: Rule = {
  name: 'access-tokens',
  description: 'every access token that a urlPattern names is set',
  *check(content, { environment, requireTokens }) {
    const users = new Map<string, string[]>();
    for (const { file, value: server } of content.tileServers()) {
      for (const name of new Set(tokenNames(server.urlPattern ?? ''))) {
        if (isReserved(name)) {
          yield diagnostic('bad-token-name', file.path, value('urlPattern'), { found: `\${${name}}` });
        } else if (tokenValue(environment, name) === null) {
          users.set(name, [...(users.get(name) ?? []), file.path]);
        }
      }
    }
    // One variable that is not set is one cause, however many records name it.
    for (const [name, [first, ...others]] of users) {
      const code = requireTokens ? 'required-token' : 'unset-token';
      yield diagnostic(code, first as string, value('urlPattern'), { name, others: others.length });
    }
  },
};
