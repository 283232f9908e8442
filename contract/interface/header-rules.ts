/** docs/own-files.md describes `_headers`. */
import { codePointOf } from '../base/text.ts';

const PATH = /^(?:\S+:\/\/|\/)/;

const HEADER = /^(?:([^\s:!][^\s:]*)\s*:\s*(\S.*)|!\s*([^\s:]+))$/s;

/** RFC 9110, section 5.6.2. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Control characters and non-Latin-1: a runtime would answer 502. */
const NOT_IN_VALUES = /[^\t\x20-\x7e\x80-\xff]/u;

/** Returns all rules of a path: the last counts, at the position of the first. */
export function parseHeaderRules(file: string) {
  const rules: { path: string; line: number; lines: number; set: [string, string][]; removed: string[] }[] = [];
  /** Cloudflare would ignore or could not send these lines, counted from 1. */
  const faults: { readonly line: number; readonly why: string }[] = [];
  for (const [index, text] of file.split('\n').entries()) {
    const [line, content] = [index + 1, text.trim()];
    const rule = rules.at(-1);
    if (content === '' || content.startsWith('#')) continue;
    if (PATH.test(content)) {
      if (!/^(?:https:\/\/|\/)/.test(content)) faults.push({ line, why: 'a path begins with / or https://' });
      rules.push({ path: content, line, lines: 0, set: [], removed: [] });
    } else if (!rule) faults.push({ line, why: 'a rule begins with a path, such as /about.html' });
    else {
      rule.lines++;
      const [, set = '', value = '', removed = ''] = HEADER.exec(content) ?? [];
      const why = headerFault(set || removed, value);
      if (why !== null) faults.push({ line, why });
      else if (set === '') rule.removed.push(removed);
      else rule.set.push([set, value]);
    }
  }
  const empty = rules.filter(({ lines }) => lines === 0);
  for (const { line } of empty) faults.push({ line, why: 'no header follows this path' });
  return { rules, faults: faults.sort((a, b) => a.line - b.line) };
}

function headerFault(name: string, value: string): string | null {
  if (name === '') return 'write "Name: value", or "! Name" to take a header away';
  if (!NAME.test(name)) return "the name of a header has only letters, digits and !#$%&'*+-.^_`|~";
  const bad = NOT_IN_VALUES.exec(value)?.[0];
  if (bad === undefined) return null;
  return `the value of a header cannot have the character ${codePointOf(bad)}; write it percent-encoded, or leave it out`;
}
