import type { Offer } from './language-server.ts';

/** Taking each field of a snippet as it is offered. */
export const TAB: readonly string[] = [];

/**
 * What stands in the file when an editor has taken a snippet and filled in its fields.
 *
 * @param answers what is typed into the fields in turn; behind the last of them each field stays as it is offered
 */
export function typed(offer: Offer | undefined, answers: readonly string[]): string {
  const snippet = offer?.textEdit?.newText ?? offer?.insertText ?? '';
  return snippet
    .replace(/\$\{(\d+)(?::([^}]*)|\|([^,|]*)[^|]*\|)\}/g, (_, field: string, text?: string, choice?: string) => {
      return answers[Number(field) - 1] ?? text ?? choice ?? '';
    })
    .replaceAll('\\$', '$');
}
