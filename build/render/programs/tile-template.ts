/** Tile servers in the words of other map programs: their addresses, with the placeholders that a program has. */

import { creditParts } from '../../../contract/credit.ts';
import type { PageServer } from '../../../contract/pages.ts';
import { fillPlaceholders } from '../../../contract/placeholders.ts';
import type { TileServer } from '../../model/catalog.ts';
import { html } from '../pages/html.ts';

/** A tile server, and in which of the two lists it is. */
export interface CatalogServer {
  readonly kind: PageServer['kind'];
  readonly server: TileServer;
}

/** What a program writes for the parts of a tile's address that every program fills in. */
export interface Notation {
  readonly zoom: string;
  readonly tilex: string;
  readonly tiley: string;
  /** What it writes for a language; none, where it has no word for it. */
  readonly language?: string;
}

/** What nearly all programs write. */
export const XYZ: Notation = { zoom: '{z}', tilex: '{x}', tiley: '{y}' };

/** Whether the address of a tile depends on the language of whoever looks at it. */
export function needsLanguage({ urlPattern }: TileServer): boolean {
  return urlPattern.includes('#{language}');
}

/** The addresses of a server in a program that has no word for hosts: one for each of them. */
export function templatesOf(server: TileServer, notation: Notation): string[] {
  return server.hosts.map((host) => templateWith(server, host, notation));
}

/** The address of a server in a program that knows one host only: the first. */
export function firstTemplate(server: TileServer, notation: Notation): string {
  return templateWith(server, server.hosts[0] as string, notation);
}

/** The address of a server in a program that takes its hosts in turn, and what differs in them. */
export interface ChoiceTemplate {
  readonly template: string;
  /** What takes the place of the choice; empty if there is only one host. */
  readonly parts: readonly string[];
}

/** @param choose what the program writes where it chooses one of several parts */
export function choiceTemplate(
  server: TileServer,
  notation: Notation,
  choose: (parts: readonly string[]) => string,
): ChoiceTemplate {
  if (server.hosts.length === 1) return { template: firstTemplate(server, notation), parts: [] };
  const { before, parts, after } = splitHosts(server.hosts);
  return { template: templateWith(server, before + choose(parts) + after, notation), parts };
}

function templateWith({ urlPattern }: TileServer, host: string, notation: Notation): string {
  const { zoom, tilex, tiley, language = '#{language}' } = notation;
  return fillPlaceholders(urlPattern, { host, zoom, tilex, tiley, language });
}

/** What hosts have in common, and what differs: `a` and `b` of `a.tile.example.org` and `b.tile.example.org`. */
export interface SplitHosts {
  readonly before: string;
  readonly parts: readonly string[];
  readonly after: string;
}

/** Splits hosts at dots and hyphens only, so that `server` and `services` stay whole words. No part is empty. */
export function splitHosts(hosts: readonly string[]): SplitHosts {
  const before = /^.*[.-]|/.exec(commonStart(hosts))?.[0] ?? '';
  const rests = hosts.map((host) => host.slice(before.length));
  const after = /[.-].*$|$/.exec(commonEnd(rests))?.[0] ?? '';
  const parts = rests.map((rest) => rest.slice(0, rest.length - after.length));
  return parts.includes('') ? { before: '', parts: hosts, after: '' } : { before, parts, after };
}

function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = 0;
  while (length < first.length && others.every((text) => text[length] === first[length])) length++;
  return first.slice(0, length);
}

function commonEnd(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = 0;
  while (length < first.length && others.every((text) => text.at(-1 - length) === first.at(-1 - length))) length++;
  return first.slice(first.length - length);
}

/** Who is credited, for programs that read HTML. */
export function creditHtml({ copyright }: TileServer): string {
  return creditParts(copyright)
    .map(({ text, href }) => (href === null ? html`${text}` : html`<a href="${href}">${text}</a>`).text)
    .join('');
}
