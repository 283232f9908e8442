/** A table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cellOf).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const cellOf = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

/** Text as code, whatever it holds. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Prose in which nothing is taken for markup: `#{host}`, `<ACCESS_TOKEN>`, `*.rd5`. */
export function prose(text: string): string {
  const special = /[#$]\{[^}]*\}|<[A-Z_]+>|\{\}|\[\]/g;
  let result = '';
  let from = 0;
  for (const { 0: match, index } of text.matchAll(special)) {
    result += plain(text.slice(from, index)) + code(match);
    from = index + match.length;
  }
  return result + plain(text.slice(from));
}

const plain = (text: string): string => text.replace(/[\\`*_<>[\]]/g, '\\$&');
