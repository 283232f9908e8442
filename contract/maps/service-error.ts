import { asJsonMembers, type JsonObject } from '../base/json-values.ts';
import { shortenedText } from '../base/text.ts';

export const MAY_NEED_LOGIN = '; it may need a login or a token';

/** The error that a service answers with status 200; `said` follows words in a sentence, and may be empty; `hint` ends it. */
export function serviceErrorIn(document: JsonObject): { readonly said: string; readonly hint: string } | null {
  const { code, message } = asJsonMembers(document['error']) ?? {};
  if (!/^\d{3}$/.test(String(code))) return null;
  const said = typeof message === 'string' && message ? ` (${shortenedText(message)})` : '';
  return { said, hint: /^(?:401|403|49[89])$/.test(String(code)) ? MAY_NEED_LOGIN : '' };
}
