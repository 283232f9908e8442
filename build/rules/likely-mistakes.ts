/** Warnings about values that are allowed but are probably mistakes. */
import { COPYRIGHT_KEYS, hasKnownTerms, knownAtBeginning } from '../../contract/copyright-keys.ts';
import { closestTo } from '../../contract/text.ts';
import { UNSEEN } from '../diagnostics/characters.ts';
import { type Diagnostic, diagnostic, value } from '../diagnostics/diagnostic.ts';
import type { Content } from '../validate/content.ts';
import type { Rule } from './rule.ts';
import { append, together } from './tile-servers.ts';

/** Typographic quotes, with what to write instead. */
const QUOTES: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201b': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u201f': '"',
};

/** A right quote next to a letter or digit: the correct apostrophe of l’état, Maps’ and ’85. */
const APOSTROPHE = '(?<=[\\p{L}\\p{N}])\u2019|\u2019(?=[\\p{L}\\p{N}])';

/** Characters that come from copying text. */
const ODD = new RegExp(`(?!${APOSTROPHE})[${Object.keys(QUOTES).join('')}${UNSEEN}]`, 'u');

const insteadOf = (character: string): string | null =>
  QUOTES[character] ?? (/\p{Zs}/u.test(character) ? 'a plain space' : null);

/** Labels are compared and searched character by character. */
export const plainLabels: Rule = {
  name: 'plain-labels',
  description: 'names and labels have no typographic quotes, no-break spaces or invisible characters',
  *check(content) {
    for (const { text, file, path } of labels(content)) {
      const character = typeof text === 'string' ? ODD.exec(text)?.[0] : undefined;
      if (character === undefined) continue;
      yield diagnostic('odd-character', file, value(...path), { character, instead: insteadOf(character) });
    }
  },
};

interface Label {
  readonly text: string | undefined;
  readonly file: string;
  readonly path: readonly (string | number)[];
}

/** Every text that people see. */
function* labels(content: Content): Generator<Label> {
  for (const { file, value: record } of content.tileServers()) {
    for (const key of ['id', 'name', 'copyright'] as const) {
      yield { text: record[key], file: file.path, path: [key] };
    }
  }
  for (const { file, value: record } of [...content.of('datasource'), ...content.of('edition')]) {
    yield { text: record.name, file: file.path, path: ['name'] };
  }
  for (const { file, value: categories } of content.of('categories')) {
    for (const [index, { name }] of categories.entries()) yield { text: name, file: file.path, path: [index, 'name'] };
  }
  for (const { file, value: site } of content.of('site')) {
    yield { text: site.title, file: file.path, path: ['title'] };
  }
}

/** A copyright sign, as people write it. */
const SIGN = /©|\(c\)/i;

/** Specification, tile server record: copyright is a short label. */
export const copyrightLabels: Rule = {
  name: 'copyright-labels',
  description: 'copyright has no copyright sign',
  *check(content) {
    for (const { file, value: server } of content.tileServers()) {
      const sign = SIGN.exec(server.copyright ?? '')?.[0];
      if (sign !== undefined) yield diagnostic('copyright-sign', file.path, value('copyright'), { sign });
    }
  },
};

/**
 * A label that a client finds no terms for is allowed, and often right: the field is free text. So one warning counts
 * them, and is not repeated for each server of a catalog that is made for other clients.
 */
export const knownTerms: Rule = {
  name: 'known-terms',
  description: 'every copyright is one that clients know the terms of',
  *check(content, options) {
    const users = new Map<string, string[]>();
    for (const { file, value: server } of content.tileServers()) {
      const { copyright } = server;
      if (copyright === undefined || hasKnownTerms(copyright) || SIGN.test(copyright)) continue;
      append(users, copyright, file.path);
    }
    for (const { names, files, place } of together(users, options)) {
      const [label = ''] = names;
      const nearest = closestTo(label.toLowerCase(), COPYRIGHT_KEYS) ?? knownAtBeginning(label);
      const suggestion = names.length === 1 ? nearest : null;
      yield diagnostic('unknown-terms', place, value('copyright'), { names, servers: files.length, suggestion });
    }
  },
};

/** Hosts that only some machines can reach: RFC 1918, 3927 and 6598, loopback, and names that are never public. */
const PRIVATE =
  /^(?:(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254|100\.(?:6[4-9]|[789]\d|1[01]\d|12[0-7]))\.[\d.]+|0\.0\.0\.0|(?:.*\.)?(?:localhost|local|internal|lan|home\.arpa|localdomain))$/i;

/** Everybody uses the catalog, so its servers must have public addresses. */
export const publicAddresses: Rule = {
  name: 'public-addresses',
  description: 'hosts and addresses are not private or loopback addresses',
  *check(content) {
    for (const { file, value: server } of content.tileServers()) {
      for (const [index, host] of (server.hosts ?? []).entries()) {
        if (typeof host === 'string') yield* problemsOfHost(host, file.path, value('hosts', index));
      }
      yield* problemsOfHost(hostOf(server.urlPattern), file.path, value('urlPattern'));
    }
    for (const { file, value: source } of content.of('datasource')) {
      yield* problemsOfHost(hostOf(source.baseUrl), file.path, value('baseUrl'));
      yield* problemsOfHost(hostOf(source.source?.url), file.path, value('source', 'url'));
    }
  },
};

/** The host of an address; empty where there is none. */
function hostOf(url = ''): string {
  return /^https?:\/\/([^/?:]+)/.exec(url)?.[1] ?? '';
}

function* problemsOfHost(host: string, file: string, place: Diagnostic['place']): Generator<Diagnostic> {
  if (PRIVATE.test(host)) yield diagnostic('private-address', file, place, { host });
}
