/** People paste them with a credit. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ copy: '©', amp: '&', nbsp: ' ', quot: '"', lt: '<', gt: '>', apos: "'", szlig: 'ß', ndash: '–', mdash: '—' },
  ...{ uml: '\u0308', acute: '\u0301', grave: '\u0300', circ: '\u0302', tilde: '\u0303', cedil: '\u0327' },
};

function entityText(whole: string, name: string): string {
  const code = name.startsWith('#') ? Number(name.replace(/^#x/i, '0x').replace('#', '')) : Number.NaN;
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  const [, letter = '', mark = ''] = /^([A-Za-z])(uml|acute|grave|circ|tilde|cedil)$/.exec(name) ?? [];
  return letter ? `${letter}${ENTITIES[mark]}`.normalize('NFC') : (ENTITIES[name.toLowerCase()] ?? whole);
}

/** People paste these with a credit. Another name between < and > is text. */
const TAG = /<\/?(?:[abisu]|abbr|big|cite|code|em|font|img|script|small|span|strong|style|su[bp])(?:[\s/][^<>]*)?>/gi;

/** For `copyright`, which has no signs. */
export const unsignedCredit = (text: string): string => unsignedText(plainCredit(text));

/** @param plain without elements and entities */
export function unsignedText(plain: string): string {
  // Only signs separate the names.
  const isList = /^(?:©|\(c\))/i.test(plain);
  return (isList ? plain.replace(/(?<=[\p{L}\d)])\s(?=©|\(c\))/giu, ', ') : plain)
    .replace(/(?:©|\(c\))\s*/gi, '')
    .trim();
}

const BREAK = /^<\/?(?:br|hr|p|div|li|[uod]l|d[dt]|t[rdh]|table|section|h\d)(?:[\s/][^<>]*)?>$/i;
const BLANK = /^(?:\s|&nbsp;)*$/;

/** HTML without lines and blocks. Parties that only these, or adjacent links, keep apart have commas between them. */
export function withPartiesApart(html: string): string {
  const pieces = html.split(/(<\/?[a-z][^<>]*>)/i);
  // Where a comma belongs, and the text before it.
  let [end, before] = [0, ''];
  let [isApart, isInLink, isAfterLink] = [false, false, false];
  for (const [index, piece] of pieces.entries()) {
    const text = piece.trim();
    if (index % 2 === 1) {
      const [isLink, isBreak] = [/^<a\b/i.test(piece), BREAK.test(piece)];
      isApart ||= (!isInLink && isBreak) || (isAfterLink && isLink);
      if (isBreak) pieces[index] = ' ';
      isInLink ||= isLink;
      if (/^<\/a\b/i.test(piece)) [end, isInLink, isAfterLink] = [index + 1, false, true];
    } else if (!BLANK.test(piece)) {
      const areParties = /[\p{L}\p{N})\]]$/u.test(before) && /^(?:[\p{L}\p{N}©(]|&copy;)/u.test(text);
      if (isApart && areParties) pieces[end] = `${pieces[end]?.trimEnd()}, `;
      [end, before, isApart, isAfterLink] = [index, text, false, false];
    }
  }
  return pieces.join('');
}

export function plainCredit(text: string): string {
  const plain = withPartiesApart(text.replace(/&(#?\w{1,8});/g, entityText))
    .replace(/<!--[^<>]*-->|<https?:[^<>\s]*>/gi, '')
    .replace(TAG, '')
    .replace(/\[([^[\]]*)\]\(https?:[^()\s]*\)/gi, '$1');
  return plain === text ? text : plain.replace(/\s+/g, ' ').trim();
}
