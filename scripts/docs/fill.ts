/**
 * Puts generated text between its markers, `<!-- begin: NAME -->` and the next `<!-- end -->`, as far in as they are.
 *
 * @throws where the text lacks a section, or has one that nothing is generated for
 */
export function fill(text: string, sections: Readonly<Record<string, string>>): string {
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
