import { TEXT_LIMITS } from '../../contract/base/limits.ts';
import { parseUrl, withScheme } from '../../contract/base/text.ts';
import { dataOfFormat, nameOfFormat } from '../../contract/maps/map-formats.ts';
import { isOfService } from '../../contract/maps/named-service.ts';
import { REQUIRED_PLACEHOLDERS } from '../../contract/maps/placeholders.ts';
import { ANY_MERCATOR_CODE } from '../../contract/maps/web-mercator.ts';
import type { Note, TemplateProblem } from './explanations.ts';
import { isLeftOpen, nextVariable, pastedKeysIn, replaceParts, tokensToReplace, tokenVariable } from './secrets.ts';
import {
  asTileTemplate,
  decidingTextIn,
  fillPieces,
  isNumberedTemplate,
  isTemplate,
  normalisedAddress,
  type Piece,
  type Placeholder,
  pieceMeaning,
  SHORT_NAMES,
  templatePieces,
} from './template-pieces.ts';

export interface Template {
  readonly url: string;
  /** Values of `{s}`. */
  readonly subdomains?: readonly string[] | null;
  /** Values of `#{host}`. */
  readonly hosts?: readonly string[] | null;
  /** Values of other placeholders, by name in lower case. */
  readonly values?: ReadonlyMap<string, string> | undefined;
  /** The environment variable with the access token, by host. */
  readonly variables?: ReadonlyMap<string, string> | undefined;
  readonly isVector?: boolean;
  /** It may seem to have another projection than Web Mercator, of which `check` then warns; its set must not name one. */
  readonly allowsOtherProjection?: boolean;
  readonly isFlipped?: boolean;
}

export type Conversion =
  | {
      readonly hosts: readonly string[];
      readonly urlPattern: string;
      readonly notes: readonly Note[];
      readonly unused: readonly Unused[];
    }
  | { readonly reason: TemplateProblem };

/** Values for a placeholder that the address lacks. */
interface Unused {
  readonly given: 'hosts' | 'subdomains' | 'values';
  readonly placeholder: string;
}

const MAX_TEMPLATE_HOSTS = 100;

const HOST = '#{host}';
const SUBDOMAIN = '{s}';

/** Host, path with query, fragment. A `/`, `?` or `#` in a placeholder ends no part. */
const PARTS = /^((?:[#$]?\{[^{}]*\}|[^/?#])*)((?:[#$]?\{[^{}]*\}|[^#])*)(.*)$/s;

/** Leaflet's default. */
export const USUAL_SUBDOMAINS = ['a', 'b', 'c'];

/**
 * Recognizes `{s}/{z}/{x}/{y}`, `{switch:a,b}`, `{zoom}`, `${z}`, `$z`, `%1$d`, WMTS names and our `#{…}`, in any
 * combination. The result never has a literal token.
 */
export function convertTemplate(template: Template): Conversion {
  if (template.url.length > TEXT_LIMITS.address) return { reason: { code: 'too-long' } };
  try {
    return new Converter(template).run();
  } catch (error) {
    if (error instanceof TemplateError) return { reason: error.reason };
    throw error;
  }
}

/** For addresses of other types than tiles. Access tokens, literal or as placeholders, become variables. */
export function withVariables(url: string, variables: Template['variables']): { text: string; notes: readonly Note[] } {
  return new Converter({ url, variables }).nameTokens();
}

/** Reads the ending of the path, or the format in the query. Null for pictures and unknown formats. */
export function tileDataOf(address: string): { readonly is: 'vector' | 'data'; readonly ending: string } | null {
  const [path = '', query = ''] = normalisedAddress(address)
    .replace(/#(?!\{).*$/s, '')
    .split(/\?(.*)/s);
  // After a picture's ending, `f` or `format` means something else.
  const asked = PICTURE.test(path) ? '' : /(?:^|&)f(?:ormat)?=(?:[^&]*(?:\/|%2f))?([^&]*)/i.exec(query)?.[1];
  for (const ending of [/\.([a-z0-9]+)$/i.exec(path)?.[1], asked]) {
    const is = dataOfFormat(ending ?? '');
    if (ending && is) return { is, ending: nameOfFormat(ending) };
  }
  return null;
}

const PICTURE = /\.(?:png|jpe?g|webp|gif|avif|bmp)\d{0,2}$/i;

const PARAMETER = '[?&](?:tilematrix(?:set)?|projection)=';
/** Codes of EPSG. Addresses may leave out `EPSG:`. */
const PROJECTION_CODES = '4326|21781|2056|25832|25833|27700|28992|3006|3067|3812|31370|2193|3395|3031|3413';

/** An EPSG code in the path or a parameter; another projection before the zoom level or in a parameter. */
const OTHER_PROJECTION = new RegExp(
  [
    String.raw`(?<![a-z0-9])epsg[:_-]*(?!(?:${ANY_MERCATOR_CODE})(?!\d))\d{4,6}(?<=^[^?]*|${PARAMETER}[^&]*)`,
    String.raw`(?:(?<=/)(?=[^/]+/#?\{z)|(?<=${PARAMETER}))(?:\w*crs84\w*|wgs_?84(?![\w-]*mercator)\w*|${PROJECTION_CODES})(?=[/&:]|$)`,
  ].join('|'),
  'i',
);

export function tileMisfitOf(address: string, allowsVector = false): TemplateProblem | null {
  const data = isTemplate(address) ? tileDataOf(address) : null;
  if (data && (data.is === 'data' || !allowsVector)) return { code: data.is, ending: data.ending };
  const [found] = OTHER_PROJECTION.exec(normalisedAddress(address).replace(/%3a/gi, ':')) ?? [];
  const isNamed = /[?&]tilematrixset=[^&]*(?:epsg|crs84)/i.test(address);
  return found ? { code: 'other-projection', found: found.replace(/^(?=\d)/, 'EPSG:'), isNamed } : null;
}

class Converter {
  readonly #template: Template;
  readonly #notes: Note[] = [];
  readonly #variables = new Map<string, string>();
  readonly #used = new Set<string>();

  constructor(template: Template) {
    this.#template = template;
  }

  run(): Conversion {
    const url = this.#withPlaceholders(this.#normalise(this.#template.url));
    const [, scheme = '', rest = ''] = /^(https?:\/\/)(.*)$/s.exec(url) ?? [];
    const [, authority = '', path = '', fragment = ''] = PARTS.exec(fillPieces(rest, this.#valueOf)) ?? [];
    const [port = ''] = /:\d+$/.exec(authority) ?? [];
    if (fragment !== '') this.#note({ code: 'fragment' });
    const hosts = this.#hosts(templatePieces(authority.slice(0, authority.length - port.length)));
    const [host = ''] = hosts;
    const written = templatePieces(path).map((piece) => this.#write(piece, host));
    const pattern = this.#withoutTokens(written.join(''), host);
    const suspect = pastedKeysIn(pattern).find(({ isDoubtful }) => !isDoubtful);
    if (suspect) throw new TemplateError({ code: 'suspect', length: suspect.end - suspect.start });
    const missing = REQUIRED_PLACEHOLDERS.filter((name) => name !== 'host' && !pattern.includes(`#{${name}}`));
    if (missing.length > 0)
      throw new TemplateError({ code: 'missing', names: missing.map((name) => SHORT_NAMES[name] ?? name) });
    const { isVector, allowsOtherProjection } = this.#template;
    const misfit = tileMisfitOf(pattern, isVector);
    const isDoubtful = misfit?.code === 'other-projection' && !misfit.isNamed;
    if (misfit && !(allowsOtherProjection && isDoubtful)) throw new TemplateError(misfit);
    if (isNumberedTemplate(url)) this.#note({ code: 'order-assumed' });
    return {
      hosts,
      urlPattern: `${scheme}#{host}${port}${encode(pattern)}`,
      notes: this.#notes,
      unused: this.#unused(),
    };
  }

  nameTokens(): { text: string; notes: readonly Note[] } {
    // The schema refuses a token in the host.
    const [, origin = '', host = '', rest = ''] =
      /^(https?:\/\/([^/?:#]*)[^/?#]*)?(.*)$/is.exec(this.#template.url) ?? [];
    const named = fillPieces(rest, (piece) =>
      pieceMeaning(piece.name).is === 'token' ? this.#write(piece, host.toLowerCase()) : undefined,
    );
    return { text: this.#withoutTokens(origin + named, host.toLowerCase()), notes: this.#notes };
  }

  readonly #valueOf = ({ name }: Placeholder): string | undefined => {
    const value = this.#template.values?.get(name.toLowerCase());
    if (value !== undefined) this.#used.add(`{${name.toLowerCase()}}`);
    return value;
  };

  #unused(): Unused[] {
    const { hosts, subdomains, values = new Map<string, string>() } = this.#template;
    const given: Unused[] = [
      ...(hosts ? [{ given: 'hosts', placeholder: HOST } as const] : []),
      ...(subdomains ? [{ given: 'subdomains', placeholder: SUBDOMAIN } as const] : []),
      ...Array.from(values.keys(), (name) => ({ given: 'values', placeholder: `{${name}}` }) as const),
    ];
    return given.filter(({ placeholder }) => !this.#used.has(placeholder));
  }

  #note(note: Note): void {
    if (!this.#notes.some((other) => JSON.stringify(other) === JSON.stringify(note))) this.#notes.push(note);
  }

  /** Removes what lists write before addresses, and adds a missing scheme. */
  #normalise(given: string): string {
    const url = normalisedAddress(given)
      .replace(/^tms(?:\[[\d,-]*\])?:/i, '')
      .replace(
        /(?<=^(?:https?:)?\/\/)(?:\[([a-z]{2,8}|\w-\w)\]|\(((?:\w{1,9}\|){1,9}\w{1,9})\))/i,
        (_, set = '', list) => (list ? `{${list}}` : set.includes('-') ? `{${set}}` : `{switch:${[...set].join(',')}}`),
      );
    if (isOfService(url)) throw new TemplateError({ code: 'area-request', found: null });
    if (/^https?:\/\//i.test(url)) return url.replace(/^https?/i, (scheme) => scheme.toLowerCase());
    if (url.startsWith('//')) return `https:${url}`;
    const isHost = withScheme(url) !== url || /^[^/\s'"`(]+\.[^/\s'"`(]+\//.test(url);
    if (!isHost || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(url))
      throw new TemplateError({ code: 'not-http', found: decidingTextIn(url) });
    this.#note({ code: 'scheme-assumed' });
    return `https://${url}`;
  }

  #withPlaceholders(url: string): string {
    const tile = templatePieces(url).every((piece) => 'text' in piece) ? asTileTemplate(url) : null;
    if (tile === null) return url;
    this.#note({ code: 'tile-assumed', ...tile.place });
    return tile.template;
  }

  #hosts(authority: readonly Piece[]): string[] {
    let names = [''];
    for (const piece of authority) {
      const choices = 'text' in piece ? [piece.text] : this.#choicesInHost(piece);
      if (names.length * choices.length > MAX_TEMPLATE_HOSTS)
        throw new TemplateError({ code: 'too-many-hosts', most: MAX_TEMPLATE_HOSTS });
      names = names.flatMap((name) => choices.map((choice) => name + choice));
    }
    // An empty choice can leave a dot, as in `.example.org`.
    const whole = names.filter((name) => !/^\.|\.\./.test(name));
    return [...new Set((whole.length > 0 ? whole : names).map(hostName))];
  }

  #choicesInHost({ found, name }: Placeholder): readonly string[] {
    const meaning = pieceMeaning(name);
    if (meaning.is === 'impossible') throw new TemplateError({ code: meaning.why, found });
    if (meaning.is === 'choice') return this.#choices(found, meaning.among);
    if (meaning.is === 'unknown') throw new TemplateError({ code: 'unknown-placeholder', found, name });
    if (meaning.is !== 'known' || meaning.name !== 'host') throw new TemplateError({ code: 'in-host', found });
    const { hosts } = this.#template;
    if (!hosts) throw new TemplateError({ code: 'hosts-needed' });
    this.#used.add(HOST);
    return hosts;
  }

  #choices(found: string, among: readonly string[] | null): readonly string[] {
    const given = among ?? this.#template.subdomains;
    if (!among) this.#used.add(SUBDOMAIN);
    if (!given) this.#note({ code: 'subdomains-assumed', found, among: USUAL_SUBDOMAINS });
    const choices = given ?? USUAL_SUBDOMAINS;
    if (choices.every((choice) => choice === '')) throw new TemplateError({ code: 'bad-choice', found });
    return choices;
  }

  #write(piece: Piece, host: string): string {
    if ('text' in piece) return piece.text;
    const { found, name } = piece;
    const meaning = pieceMeaning(name);
    switch (meaning.is) {
      case 'known':
        if (meaning.name === 'host') throw new TemplateError({ code: 'host-in-path', found });
        return `#{${meaning.name}}`;
      case 'choice': {
        const [chosen = ''] = this.#choices(found, meaning.among);
        this.#note({ code: 'first-choice', found, chosen });
        return chosen;
      }
      case 'token':
        return `$\{${meaning.variable ?? this.#variable(name, host)}}`;
      case 'left-out':
        this.#note({ code: 'left-out', found });
        return '';
      case 'impossible':
        throw new TemplateError({ code: meaning.why, found });
      case 'unknown':
        throw new TemplateError({ code: 'unknown-placeholder', found, name });
    }
  }

  #withoutTokens(written: string, host: string): string {
    return replaceParts(
      written,
      tokensToReplace(written),
      ({ parameter, start, end }) => `$\{${this.#variable(parameter, host, !isLeftOpen(written.slice(start, end)))}}`,
    );
  }

  /** Two tokens of one address get two variables. */
  #variable(name: string, host: string, isWrittenOut = false): string {
    const known = this.#variables.get(name.toLowerCase());
    if (known) return known;
    const first = this.#template.variables?.get(host) ?? tokenVariable(host, name);
    const variable = this.#variables.size === 0 ? first : nextVariable(first, name);
    this.#variables.set(name.toLowerCase(), variable);
    this.#note(isWrittenOut ? { code: 'secret-replaced', parameter: name, variable } : { code: 'token', variable });
    return variable;
  }
}

/** The host in lower case; letters beyond ASCII become Punycode. */
function hostName(written: string): string {
  if (written.includes('@')) throw new TemplateError({ code: 'credentials' });
  const { hostname, port } = parseUrl(`http://${written}/`) ?? { hostname: '', port: '' };
  // A second port, or brackets, are not part of a host name.
  if (port !== '' || !/^[a-z0-9_.-]+$/.test(hostname)) throw new TemplateError({ code: 'bad-host', host: written });
  return hostname;
}

function encode(pattern: string): string {
  return pattern.replace(/[#$]\{\w+\}|[\s"<>\\^`{|}#$]/g, (found) =>
    found.length > 1 ? found : encodeURIComponent(found),
  );
}

class TemplateError extends Error {
  readonly reason: TemplateProblem;

  constructor(reason: TemplateProblem) {
    super(reason.code);
    this.reason = reason;
  }
}
