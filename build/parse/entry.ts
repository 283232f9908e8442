import type { Range } from './events.ts';

/**
 * The lines of one entry of a block mapping that is a whole file: from its key at the beginning of a line to the next
 * line that begins with something else than a space or comment. Null where the key is not written plainly enough.
 *
 * Only for text that has been parsed: nothing but a key then stands at the beginning of a line.
 */
export function entryLines(text: string, key: string): Range | null {
  for (const written of [key, JSON.stringify(key), `'${key.replaceAll("'", "''")}'`]) {
    const start = text.startsWith(`${written}:`) ? 0 : text.indexOf(`\n${written}:`) + 1;
    const isFound = start > 0 || text.startsWith(`${written}:`);
    if (!isFound || !/\s/.test(text[start + written.length + 1] ?? '\n')) continue;
    const next = /\n(?=[^\s#])/g;
    next.lastIndex = start;
    return { start, end: (next.exec(text)?.index ?? text.length) + 1 };
  }
  return null;
}
