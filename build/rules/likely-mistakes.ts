import { joinedWith, plural } from '../../contract/base/text.ts';
import { exampleDomain, isExampleAddress, isPrivateHost } from '../../contract/example-address.ts';
import { licencesMeantBy } from '../../contract/maps/licences.ts';
import { mapAddresses } from '../../contract/maps/map-types.ts';
import { plainCredit } from '../../contract/maps/pasted-credit.ts';
import { hasKnownTerms, knownTermsMeantBy } from '../../contract/words/known-terms.ts';
import { type Diagnostic, diagnosing, type Place, valueAt } from '../diagnostics/diagnostic.ts';
import { type Problems, warning } from '../diagnostics/messages.ts';
import { didYouMean, nameOfCharacter, plainQuote, quoted, UNSEEN } from '../diagnostics/wording.ts';
import { flowYaml } from '../parse/written.ts';
import type { Content } from '../validate/content.ts';
import { beginsWithNothing, languageDoubt } from '../validate/meant-values.ts';
import { upstreamAddresses } from './addresses.ts';
import { type RuleOptions, ruleSet } from './run-rules.ts';
import { namesReportedTogether } from './tiles.ts';

interface UnknownTerms {
  readonly label: string;
  readonly maps: number;
  readonly suggestion: string | null;
}

const LABEL_PROBLEMS = {
  'private-address': warning(
    ({ host }: { host: string }) => `${quoted(host)} is in a private network or on one machine; others cannot reach it`,
  ),
  'example-address': warning(
    ({ domain, path }: { domain: string; path: string }) =>
      `${quoted(domain)} is an example, where nobody has a server, so this is not published; write addresses of your own, or delete ${path} and what names it`,
  ),
  'odd-character': warning(
    ({ character, instead }: { character: string; instead: string | null }) =>
      `Contains ${nameOfCharacter(character)}; ${instead === null ? 'delete it' : `write ${instead}`}`,
  ),
  'copyright-sign': warning(
    ({ sign }: { sign: string }) => `Delete ${quoted(sign)}; copyright is only the name of the copyright holder`,
  ),
  markup: warning(
    ({ plain, hasLink }: { plain: string; hasLink: boolean }) =>
      `Programs show HTML and Markdown as they are written${hasLink ? '; a link belongs in the url of an attribution' : ''}; ${/^"?"?$/.test(plain) ? 'delete it' : `write ${plain}`}`,
  ),
  'unknown-language': warning(
    ({ code, why, suggestion }: { code: string; why: string; suggestion: string | null }) =>
      `${quoted(code)} ${why}${didYouMean(suggestion)}`,
  ),
  'unknown-licence': warning(
    ({ licence, meant }: { licence: string; meant: readonly string[] }) =>
      `${quoted(licence)} is not the identifier of a licence${meant.length > 0 ? didYouMean(joinedWith('or', meant)) : '; write one of spdx.org/licenses, the address of its text, or leave the key out'}`,
  ),
  'unknown-terms': warning(
    ({ label, maps, suggestion }: UnknownTerms) =>
      `Programs that look up the terms of use of a map by this label find none for ${quoted(label)}, in ${plural(maps, 'tile server')}${didYouMean(suggestion)}`,
  ),
} as const satisfies Problems;

const diagnostic = diagnosing(LABEL_PROBLEMS);

/** Next to a letter or digit, a right quote is an apostrophe: l’état, Maps’, ’85. */
const APOSTROPHE = '(?<=[\\p{L}\\p{N}])\u2019|\u2019(?=[\\p{L}\\p{N}])';

const ODD = new RegExp(`(?!${APOSTROPHE})[\u2018-\u201F${UNSEEN}]`, 'u');

const insteadOf = (character: string): string | null =>
  plainQuote(character) ?? (/\p{Zs}/u.test(character) ? 'a plain space' : null);

/** Labels are compared and searched character by character. */
function* plainLabels(content: Content): Generator<Diagnostic> {
  for (const { text, file, path } of labels(content)) {
    const character = typeof text === 'string' ? ODD.exec(text)?.[0] : undefined;
    if (character === undefined) continue;
    yield diagnostic('odd-character', file, valueAt(...path), { character, instead: insteadOf(character) });
  }
}

const LINK = /(?:href=["']?|\]\(|<)(https?:[^"'\s<>()]+)/gi;

/** A picture, with the text that replaces it. */
const IMAGE = /<img\s[^<>]*?\balt=["']([^<>"']*)["'][^<>]*>/gi;

/** Credits are published as they are. */
function* plainCredits(content: Content): Generator<Diagnostic> {
  for (const { file, value: record } of [...content.maps(), ...content.of('provider')]) {
    const { attribution = [] } = record;
    const parts = attribution.map(
      ({ text, url }, index) => [text, valueAt('attribution', index, 'text'), url] as const,
    );
    const label = 'copyright' in record ? [[record.copyright, valueAt('copyright'), undefined] as const] : [];
    // A label has no address.
    for (const [text = '', place, partUrl] of [...label, ...parts]) {
      const unmarked = plainCredit(text.replace(IMAGE, '$1'));
      const [url, another] = [...text.matchAll(LINK)].map(([, found]) => found);
      const written = flowYaml(unmarked, 'flow');
      // The part has another address: only its owner knows the right one.
      const withUrl = url === undefined || url === partUrl ? written : `${written}, and in url ${partUrl} or ${url}`;
      const newPart = partUrl || !url || unmarked === '' ? withUrl : flowYaml({ text: unmarked, url }, 'flow');
      const part = another ? 'a part for each link' : newPart;
      const plain = place === label[0]?.[1] ? flowYaml(unmarked.replace(/^©\s*/, ''), 'block') : part;
      if (unmarked !== text) yield diagnostic('markup', file.path, place, { plain, hasLink: url !== undefined });
    }
  }
}

interface Label {
  readonly text: string | undefined;
  readonly file: string;
  readonly path: readonly (string | number)[];
}

function* labels(content: Content): Generator<Label> {
  for (const { file, value: record } of content.maps()) {
    const { id, name, copyright }: Readonly<Partial<Record<'id' | 'name' | 'copyright', string>>> = record;
    for (const [key, text] of Object.entries({ id, name, copyright })) yield { text, file: file.path, path: [key] };
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

const SIGN = /©|\(c\)/i;

/** Specification, maps of `/v1/`: copyright is a short label. */
function* copyrightLabels(content: Content): Generator<Diagnostic> {
  for (const { file, value: map } of content.maps()) {
    const sign = SIGN.exec(map.copyright ?? '')?.[0];
    if (sign !== undefined) yield diagnostic('copyright-sign', file.path, valueAt('copyright'), { sign });
  }
}

/** Codes of languages look like codes of countries: ja is Japanese, JP is Japan. */
function* knownLanguages(content: Content): Generator<Diagnostic> {
  for (const { file, value: map } of content.maps()) {
    for (const [index, code] of ('languages' in map ? (map.languages ?? []) : []).entries()) {
      if (typeof code !== 'string') continue;
      const mayShowCountry = map.countries?.some((country) => country === code.toUpperCase()) ?? map.area === undefined;
      const doubt = languageDoubt(code, mayShowCountry);
      if (doubt) yield diagnostic('unknown-language', file.path, valueAt('languages', index), { code, ...doubt });
    }
  }
}

function* knownLicences(content: Content): Generator<Diagnostic> {
  for (const { file, value } of [...content.maps(), ...content.of('provider'), ...content.of('datasource')]) {
    const { licence = '' } = value;
    const meant = beginsWithNothing(licence) ? [] : licence && licencesMeantBy(licence);
    if (!meant) continue;
    yield diagnostic('unknown-licence', file.path, valueAt('licence'), { licence, meant });
  }
}

/** Without verbose, only a label like a known one is reported. */
function* knownTerms(content: Content, options: RuleOptions): Generator<Diagnostic> {
  const uses = content.v1Maps().flatMap(({ file, value: { copyright } }) => {
    if (copyright === undefined || hasKnownTerms(copyright) || SIGN.test(copyright)) return [];
    return [{ name: copyright, file: file.path }];
  });
  const isAllowed = (file: string): boolean => options.allowed?.has(`unknown-terms ${file}`) ?? false;
  const site = content.of('site')[0]?.file.path ?? '';
  // A comment at the top of site.yaml allows all, so the warning is there.
  if (uses.length > 0 && isAllowed(site)) {
    const label = uses[0]?.name ?? '';
    yield diagnostic('unknown-terms', site, null, { label, maps: uses.length, suggestion: null });
    return;
  }
  for (const { names, files, place } of namesReportedTogether(uses, 'unknown-terms', { ...options, verbose: true })) {
    const [label = ''] = names;
    const suggestion = knownTermsMeantBy(label);
    if (suggestion === null && !options.verbose && !isAllowed(place)) continue;
    yield diagnostic('unknown-terms', place, valueAt('copyright'), { label, maps: files.length, suggestion });
  }
}

function* publicAddresses(content: Content): Generator<Diagnostic> {
  for (const { file, value: map } of content.maps()) {
    for (const [index, host] of ('hosts' in map ? (map.hosts ?? []) : []).entries()) {
      if (typeof host === 'string') yield* problemsOfHost(host, file.path, valueAt('hosts', index));
    }
    for (const [key, address] of mapAddresses(map)) yield* problemsOfHost(hostOf(address), file.path, valueAt(key));
  }
  for (const { file, path, url } of upstreamAddresses(content)) {
    yield* problemsOfHost(hostOf(url), file, valueAt(...path));
  }
}

/** Only a catalog in an example domain publishes these, which earlier versions of `init` wrote. */
function* exampleRecords(content: Content): Generator<Diagnostic> {
  const serviceUrl = content.of('site')[0]?.value.serviceUrl;
  if (serviceUrl === undefined || isExampleAddress(serviceUrl)) return;
  for (const { file, value } of [...content.maps(), ...content.of('datasource'), ...content.of('provider')]) {
    const domain = exampleDomain(value);
    const path = file.role === 'datasource' ? file.path.replace(/[^/]+$/, '') : file.path;
    if (domain !== null) yield diagnostic('example-address', file.path, null, { domain, path });
  }
}

/** Empty if the text is not an address. */
function hostOf(url = ''): string {
  return /^https?:\/\/(\[[^\]/?]*\]|[^/?:]+)/.exec(url)?.[1] ?? '';
}

function* problemsOfHost(host: string, file: string, place: Place): Generator<Diagnostic> {
  if (isPrivateHost(host)) yield diagnostic('private-address', file, place, { host });
}

export const LABEL_RULES = ruleSet(LABEL_PROBLEMS, {
  map: [publicAddresses, plainLabels, plainCredits, knownLanguages, knownTerms, knownLicences],
  catalog: [copyrightLabels, exampleRecords],
});
