/** Does not match joiners in emoji, or next to letters of scripts that join them: these change what is seen. */
const UNSEEN =
  /(?<=^|[\p{Script=Latin}\d\s])[\u200c\u200d]|[\u200c\u200d](?=$|[\p{Script=Latin}\d\s])|(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/gu;

/** As many marks as Unicode allows on one letter in streams, if more marks follow. */
const MARKS = /\p{M}{30}(?=\p{M})/gu;

/** Unicode reorders no marks across it. */
const JOINER = '\u034f';

/** Sorting the marks of one letter takes the square of their number, so long runs of marks are divided first. */
function normalised(text: string): string {
  return text.replace(MARKS, `$&${JOINER}`).normalize('NFKC');
}

/** Equal for texts that differ only by case, Unicode normalisation or invisible characters, in any locale. */
export function fold(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toUpperCase();
  return normalised(normalised(text).replace(UNSEEN, '').toLowerCase().toUpperCase());
}
