/** HTML templates escape what they insert. */
import { escapeHtml } from '../../../../contract/base/xml-writer.ts';

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Texts and numbers are escaped, lists joined; null, undefined and false are empty. */
export type HtmlPiece = Html | string | number | null | undefined | false | readonly HtmlPiece[];

/** html`<a href="${path}">${name}</a>`: attributes must be quoted. */
export function html(parts: TemplateStringsArray, ...pieces: readonly HtmlPiece[]): Html {
  let text = parts[0] as string;
  for (let index = 0; index < pieces.length; index++) text += textOf(pieces[index]) + (parts[index + 1] as string);
  return new Html(text);
}

/** Lines break before a dot and after a slash. */
export function breakableAddress(address: string): Html {
  const parts = address.replaceAll('.', '\n.').replaceAll('/', '/\n').replaceAll('/\n/', '//').split('\n');
  return html`${parts.map((part, at) => part !== '' && [at > 0 && WORD_BREAK, part])}`;
}

const WORD_BREAK = new Html('<wbr>');

function textOf(piece: HtmlPiece): string {
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'string') return escapeHtml(piece);
  if (typeof piece === 'number') return String(piece);
  if (!piece) return '';
  let text = '';
  for (const each of piece) text += textOf(each);
  return text;
}
