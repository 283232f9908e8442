import { diagnostic, value } from '../diagnostics/diagnostic.ts';
import { isReserved, tokenNames, tokenValue } from '../model/access-tokens.ts';
import type { Rule } from './rule.ts';

/** Design, access tokens: a variable that is not set is a warning, or an error where publishing asks for all. */
export const accessTokens: Rule = {
  name: 'access-tokens',
  description: 'every access token that a urlPattern names is set',
  *check(content, { environment, requireTokens }) {
    const users = new Map<string, string[]>();
    for (const { file, value: server } of content.of('tileserver')) {
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
