/** The texts of a paragraph, which a bar or the end of a line divides. */
export function textsIn(paragraph: string): string[] {
  return paragraph.trim().split(/\s*[|\n]\s*/);
}
