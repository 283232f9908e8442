/** Reads `_redirects` and `_headers` as Cloudflare does. */
import { parseHeaderRules } from '../../../contract/interface/header-rules.ts';

/** Status 200 answers with the file at the location. */
interface Redirect {
  readonly status: number;
  readonly location: string;
}

/** A path, or `https://` with a host and a path. */
type Pattern = (url: URL) => Readonly<Record<string, string>> | null;

function linesOf(file: string): string[] {
  const lines = file.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** `*` matches anything, `:name` one segment. With a repeated name, nothing matches. */
function patternOf(path: string): Pattern {
  const names = path.match(/\*|:[A-Za-z]\w*/g) ?? [];
  if (new Set(names).size < names.length) return () => null;
  const source = path.split(/(\*|:[A-Za-z]\w*)/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[-/\\^$*+?.()|[\]{}]/g, '\\$&');
    return part === '*' ? '(?<splat>.*)' : `(?<${part.slice(1)}>[^/]+)`;
  });
  const pattern = new RegExp(`^${source.join('')}$`);
  const hasHost = path.startsWith('https://');
  return ({ hostname, pathname }) => {
    const found = pattern.exec(hasHost ? `https://${hostname}${pathname}` : pathname);
    return found && (found.groups ?? {});
  };
}

const filled = (text: string, groups: Readonly<Record<string, string>>): string =>
  Object.entries(groups).reduce((result, [name, value]) => result.replaceAll(`:${name}`, value), text);

export function redirectRules(file: string): (url: URL) => Redirect | null {
  const rules = linesOf(file).map((line) => {
    const [from = '', to = '', status = '302'] = line.replace(/\s#.*/, '').trim().split(/\s+/);
    return { pattern: patternOf(from), to, status: Number(status) };
  });
  return (url) => {
    for (const { pattern, to, status } of rules) {
      const groups = pattern(url);
      if (!groups) continue;
      const target = new URL(filled(to, groups), url);
      const { origin, pathname, hash } = target;
      if (status === 200) return { status, location: pathname };
      const host = origin === url.origin ? '' : origin;
      return { status, location: `${host}${pathname}${target.search || url.search}${hash}` };
    }
    return null;
  };
}

export function headerChanges(file: string): (url: URL, headers: Headers) => void {
  const byPath = new Map(parseHeaderRules(file).rules.map((rule) => [rule.path, rule]));
  const rules = [...byPath.values()].map((rule) => {
    return { ...rule, pattern: patternOf(rule.path), added: new Headers(rule.set) };
  });
  return (url, headers) => {
    const set = new Set<string>();
    for (const { pattern, removed, added } of rules) {
      const groups = pattern(url);
      if (!groups) continue;
      for (const name of removed) headers.delete(name);
      for (const [name, value] of added) {
        // Joins the values of rules, but replaces a default.
        if (set.has(name)) headers.append(name, filled(value, groups));
        else headers.set(name, filled(value, groups));
        set.add(name);
      }
    }
  };
}
