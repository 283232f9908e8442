/** The second stage: YAML to values, by js-yaml, with everything refused that the format leaves out. */
import {
  constructFromEvents,
  defineMappingTag,
  EVENT_ID,
  type Event,
  FAILSAFE_SCHEMA,
  parseEvents,
  YAMLException,
} from 'js-yaml';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { findLostText } from './comments.ts';
import { decode } from './decode.ts';
import { type Key, walk } from './events.ts';
import { resolvePlain, SCALAR_TAGS } from './scalars.ts';
import { syntaxReason } from './syntax.ts';

/** A catalog file as text and, where it could be read, as a value. */
export interface ParsedFile {
  readonly text: string;
  /**
   * Plain objects, arrays, strings, numbers, booleans and null, or a symbol (see `asMisread`) in place of any of them. Undefined
   * where the file could not be read as one YAML document.
   */
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
}

const MAX_DEPTH = 32;
const MERGE = '<<';

/** Parses one catalog file. */
export function parse(path: string, bytes: Uint8Array): ParsedFile {
  const { text, problem } = decode(path, bytes);
  if (problem) return { text, value: undefined, diagnostics: [problem] };
  const diagnostics: Diagnostic[] = [];
  const report = { path, text, diagnostics };
  try {
    const events = parseEvents(text, { maxDepth: MAX_DEPTH });
    const isReadable = checkStream(report, events);
    for (const lost of findLostText(text, events)) {
      diagnostics.push(diagnostic('lost-to-comment', path, lost, { text: text.slice(lost.start, lost.end) }));
    }
    return { text, value: isReadable ? construct(report, events) : undefined, diagnostics };
  } catch (error) {
    diagnostics.push(syntaxProblem(report, error));
    return { text, value: undefined, diagnostics };
  }
}

/** The events of a text that has been parsed before, for finding positions in it. */
export function eventsOf(text: string): Event[] {
  return parseEvents(text, { maxDepth: MAX_DEPTH });
}

interface Report {
  readonly path: string;
  readonly text: string;
  readonly diagnostics: Diagnostic[];
}

/** Refuses what stands outside one plain document. Gives whether a value can be made of the rest. */
function checkStream({ path, text, diagnostics }: Report, events: readonly Event[]): boolean {
  const before = diagnostics.length;
  let documents = 0;
  let position = 0;
  for (const event of events) {
    if (event.type === EVENT_ID.POP) continue;
    if (event.type === EVENT_ID.DOCUMENT) {
      if (event.directives.length > 0) {
        const start = text.search(/^%/m);
        diagnostics.push(diagnostic('yaml-directive', path, { start, end: start + 1 }, null));
      }
      if (++documents === 2) {
        const start = secondDocument(text, position);
        diagnostics.push(diagnostic('several-documents', path, { start, end: start + 3 }, null));
      }
      continue;
    }
    if (event.anchorStart >= 0) {
      const place = { start: event.anchorStart - 1, end: event.anchorEnd };
      diagnostics.push(diagnostic('yaml-anchor', path, place, { text: text.slice(place.start, place.end) }));
    }
    if (event.type === EVENT_ID.ALIAS) continue;
    if (event.tagStart >= 0) {
      const place = { start: event.tagStart, end: event.tagEnd };
      diagnostics.push(diagnostic('yaml-tag', path, place, { text: text.slice(place.start, place.end) }));
    }
    if (documents < 2) position = Math.max(position, event.type === EVENT_ID.SCALAR ? event.valueEnd : event.start);
  }
  if (documents === 0) diagnostics.push(diagnostic('empty-file', path, null, null));
  return diagnostics.length === before;
}

/** The offset of the line that begins the second document: the first `---` behind the content of the first. */
function secondDocument(text: string, from: number): number {
  const marker = /^---(?=\s|$)/gm;
  marker.lastIndex = from;
  return marker.exec(text)?.index ?? from;
}

/** Makes the value. Keys that repeat or are not text are left out of it and reported. */
function construct({ path, text, diagnostics }: Report, events: Event[]): unknown {
  let hasBadKey = false;
  const mapping = defineMappingTag<Record<string, unknown>>('tag:yaml.org,2002:map', {
    create: () => ({}),
    addPair(members, key, value) {
      if (typeof key !== 'string' || key === MERGE || Object.hasOwn(members, key)) hasBadKey = true;
      else if (key === '__proto__') define(members, key, value);
      else members[key] = value;
      return '';
    },
    // Repeated keys are reported, all of them, instead of ending the parse.
    has: () => false,
    keys: Object.keys,
    get: (members, key) => members[key as string],
    identify: () => false,
  });
  const schema = FAILSAFE_SCHEMA.withTags(mapping, SCALAR_TAGS);
  const [value] = constructFromEvents(events, { source: text, schema });
  if (hasBadKey) {
    walk(text, events, new Map(), (key) => {
      const problem = keyProblem(path, text, key);
      if (problem) diagnostics.push(problem);
    });
  }
  return value;
}

/** An ordinary assignment to `__proto__` would change what the object inherits from. */
function define(members: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
}

function keyProblem(path: string, text: string, { range, ...key }: Key): Diagnostic | null {
  const raw = text.slice(range.start, range.end);
  if (key.text === MERGE) return diagnostic('yaml-anchor', path, range, { text: raw });
  if (!key.isScalar || (key.isPlain && typeof resolvePlain(key.text) !== 'string')) {
    return diagnostic('key-not-text', path, range, { raw });
  }
  return key.isRepeated ? diagnostic('duplicate-key', path, range, { key: key.text }) : null;
}

function syntaxProblem({ path, text }: Report, error: unknown): Diagnostic {
  if (!(error instanceof YAMLException)) throw error;
  const start = Math.min(error.mark?.position ?? 0, text.length);
  const place = { start, end: start + 1 };
  if (/maxDepth/.test(error.reason)) return diagnostic('too-deep', path, place, null);
  return diagnostic('yaml-syntax', path, place, { reason: syntaxReason(error.reason, text, start) });
}
