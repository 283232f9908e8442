export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cellOf).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const cellOf = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

export function markdownCode(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Makes `#{host}` and `<ACCESS_TOKEN>` code; escapes other markup: `*.rd5`. */
export function markdownProse(text: string): string {
  const special = /[#$]\{[^}]*\}|<[A-Z_]+>|\{\}|\[\]/g;
  let result = '';
  let from = 0;
  for (const { 0: match, index } of text.matchAll(special)) {
    result += plain(text.slice(from, index)) + markdownCode(match);
    from = index + match.length;
  }
  return result + plain(text.slice(from));
}

const plain = (text: string): string => text.replace(/[\\`*_<>[\]]/g, '\\$&');

/** @throws Error if a section is missing, or not generated */
export function fillGeneratedSections(text: string, sections: Readonly<Record<string, string>>): string {
  const missing = new Set(Object.keys(sections));
  const filled = text.replace(SECTION, (_, indent: string, name: string) => {
    const content = sections[name];
    if (content === undefined) throw new Error(`nothing is generated for "begin: ${name}"`);
    missing.delete(name);
    const lines = ['', ...content.trim().split('\n'), '', '<!-- end -->'].map((line) => line && indent + line);
    return `${indent}<!-- begin: ${name} -->\n${lines.join('\n')}`;
  });
  if (missing.size > 0) throw new Error(`no "begin: ${[...missing].join('", "begin: ')}" was found`);
  return filled;
}

const SECTION = /^( *)<!-- begin: ([a-z-]+) -->[\s\S]*?<!-- end -->/gm;
