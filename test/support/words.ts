/** The texts of a paragraph, which a bar or the end of a line divides. */
export const textsIn = (paragraph: string): string[] => paragraph.trim().split(/\s*[|\n]\s*/);

/** The rows of a table, a line each, whose cells a bar divides. */
export const rowsIn = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(' | '));
