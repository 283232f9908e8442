import { asJsonMembers, type JsonObject } from '../base/json-values.ts';
import { shortenedText } from '../base/text.ts';

/** The error that a service answers with status 200; `said` follows words in a sentence, and may be empty. */
export function serviceErrorIn(document: JsonObject): { readonly said: string } | null {
  const { code, message } = asJsonMembers(document['error']) ?? {};
  if (!/^\d{3}$/.test(String(code))) return null;
  return { said: typeof message === 'string' && message ? ` (${shortenedText(message)})` : '' };
}
