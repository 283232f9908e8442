/**
 * Reads a `_headers` file: the headers of each path, as the last rule for the path leaves them.
 *
 * A line that begins with white space belongs to the path above it; `! Name` only clears the way for the next line.
 */
export function parseHeaders(text: string): Map<string, Map<string, string>> {
  const rules = new Map<string, Map<string, string>>();
  let current = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    if (!/^\s/.test(line)) {
      current = rules.get(line.trim()) ?? new Map();
      rules.set(line.trim(), current);
      continue;
    }
    const match = /^\s+([^!:\s][^:]*):\s*(.*)$/.exec(line);
    if (match) current.set(match[1] as string, (match[2] as string).trim());
  }
  return rules;
}
