/** The texts of a paragraph, which a bar or the end of a line divides. */
export const textsIn = (paragraph: string): string[] => paragraph.trim().split(/\s*[|\n]\s*/);
