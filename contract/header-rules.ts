/** `_headers`, the file of header rules that Cloudflare reads (docs/own-files.md). */
import { codePointOf } from './text.ts';

/** The beginning of a line that Cloudflare reads as the path of a rule. */
const PATH = /^(?:\S+:\/\/|\/)/;

/** A line that sets or removes a header. */
const HEADER = /^(?:([^\s:!][^\s:]*)\s*:\s*(\S.*)|!\s*([^\s:]+))$/s;

/** The characters of a name of a header (RFC 9110, token). */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Control characters and non-Latin-1, for which in a header value a runtime would answer 502. */
const NOT_IN_VALUES = /[^\t\x20-\x7e\x80-\xff]/u;

/** The number of rules in a `_headers` file. */
export function rulesIn(file: string): number {
  return file.split('\n').filter((line) => PATH.test(line.trim())).length;
}

/** The first line of a hand-written file that Cloudflare would ignore or could not send, and why; null if none. */
export function headersFault(file: string): { readonly line: number; readonly why: string } | null {
  let path: { readonly line: number; hasHeaders: boolean } | null = null;
  const withoutHeaders = (): { line: number; why: string } | null =>
    path === null || path.hasHeaders ? null : { line: path.line, why: 'no header follows this path' };
  for (const [index, text] of file.split('\n').entries()) {
    const [line, content] = [index + 1, text.trim()];
    if (content === '' || content.startsWith('#')) continue;
    if (PATH.test(content)) {
      const fault = withoutHeaders();
      if (fault !== null) return fault;
      if (!/^(?:https:\/\/|\/)/.test(content)) return { line, why: 'a path begins with / or https://' };
      path = { line, hasHeaders: false };
    } else if (path === null) return { line, why: 'a rule begins with a path, such as /about.html' };
    else {
      const why = headerFault(content);
      if (why !== null) return { line, why };
      path.hasHeaders = true;
    }
  }
  return withoutHeaders();
}

/** What is wrong with a line that should set or remove a header. */
function headerFault(text: string): string | null {
  const found = HEADER.exec(text);
  if (!found) return 'write "Name: value", or "! Name" to take a header away';
  const [, set, value = '', taken] = found;
  if (!NAME.test(set ?? taken ?? '')) return "the name of a header has only letters, digits and !#$%&'*+-.^_`|~";
  const bad = NOT_IN_VALUES.exec(value)?.[0];
  if (bad === undefined) return null;
  return `the value of a header cannot have the character ${codePointOf(bad)}; write it percent-encoded, or leave it out`;
}
