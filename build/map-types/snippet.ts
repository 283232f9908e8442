/** What people paste as an address: code for maps, or connections of programs. */
import { arcgisServiceIn } from '../../contract/maps/export-image.ts';
import { askedCapabilities, capabilitiesAddress, serviceAddress } from '../../contract/maps/get-map.ts';
import { FILE_FORMATS } from '../../contract/maps/map-formats.ts';
import { SERVICE_PROTOCOL } from '../../contract/maps/map-types.ts';
import { isOfService, serviceInPath } from '../../contract/maps/named-service.ts';
import { unsignedCredit } from '../../contract/maps/pasted-credit.ts';
import { decidingTextIn } from '../tile-url/template-pieces.ts';
import { mapOfAddress } from './map-address.ts';

/** Matches neither JSON nor a table with commas. */
const CODE =
  /^\s*[(;!]{0,3}(?:(?:var|let|const|import|export|from|async|function|class)\s|L\.|\/\*|\/\/|[\w.]{1,60}\(["'`])/;

export const isCode = (text: string): boolean => CODE.test(text.slice(0, 1_000));

/** Of a request for a picture; the address of the fields has them. */
const REQUEST_OPTIONS = ['layers', 'styles', 'format', 'transparent', 'version', 'time'];

/** Answers of `cartalog new`, and fields of the form. */
type SnippetFields = { readonly url: string } & Readonly<
  Partial<Record<'min-zoom' | 'max-zoom' | 'subdomains' | 'copyright' | 'layers', string>>
>;

/** An object in the object of the options. */
const PARAMETERS = /\bparams["']?\s?:\s?\{([^{}]*)\}/g;

/** `name={value}` or `name="text"` of an element of React. */
const ATTRIBUTES =
  /(\s[a-z]\w{0,40})=(?:\{{1,2}("[^"]{0,2000}"|'[^']{0,2000}'|`[^`]{0,2000}`|[^{}]{0,2000})\}{1,2}|(?=["']))/gi;

/** A sign that closes a text stays escaped. */
const unescaped = (code: string): string =>
  code.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|([nrt/]))/gi, (_, long, short, plain) =>
    plain
      ? plain.replace(/\w/, ' ')
      : String.fromCharCode(Number.parseInt(long ?? short, 16)).replace(/["'`\\]/, '\\$&'),
  );

export function readSnippet(text: string): SnippetFields | null {
  const deciding = decidingTextIn(text);
  const fields =
    serviceAndLayers(text) ??
    addressAndCredit(text) ??
    connectionFields(text) ??
    codeFields(unescaped(text).replace(ATTRIBUTES, '$1: $2').replace(PARAMETERS, '$1'));
  // A text outside of the address that decides about the tiles would be lost; a request has its projection.
  return deciding === null || (/^EPSG/i.test(deciding) && isOfService(fields?.url ?? '')) ? fields : null;
}

const WITH_LAYERS = /^(https?:[^\s{]*[^\s{,;])[,;]?\s+(?:(?:layers?|ebenen?)\s?[:=]?\s?)?([\p{L}\d][\p{L}\d_:.,-]*)$/iu;

/** `https://example.org/ows roads`: people copy both from a list. */
function serviceAndLayers(text: string): SnippetFields | null {
  const [, url = '', layers = ''] = WITH_LAYERS.exec(text.trim().replace(/^["'(](.*)["')]$/s, '$1')) ?? [];
  const isNamed = arcgisServiceIn(url)
    ? /^\d[\d,]*$/.test(layers)
    : isOfService(url) || serviceInPath(url) === SERVICE_PROTOCOL.toLowerCase();
  return isNamed ? { url, layers } : null;
}

const WITH_CREDIT = /^(https?:\S*[^\s,;])[,;]?\s+(?=©|\(c\)|&copy;|copyright\b)(?:copyright\s+)?([^{}]{1,300})$/i;

/** `https://example.org/{z}/{x}/{y}.png © Example` */
function addressAndCredit(text: string): SnippetFields | null {
  const [, url, credit = ''] = WITH_CREDIT.exec(text.trim()) ?? [];
  return url === undefined ? null : { url, copyright: unsignedCredit(credit) };
}

/** @param text that may name a projection other than that of maps on pages */
function requestTo(service: string, text: string, option: (name: string) => string | null): string {
  const code = /\bEPSG(?::|%3A)?(\d{4,6})/i.exec(text)?.[1] ?? '3857';
  const given = REQUEST_OPTIONS.flatMap((name) =>
    [[name.toUpperCase(), option(name) ?? '']].filter(([, value]) => value),
  );
  const parameters = [['SERVICE', SERVICE_PROTOCOL], ['REQUEST', 'GetMap'], ...given, ['CRS', `EPSG:${code}`]];
  return serviceAddress(
    service,
    parameters.map(([name = '', value = '']) => [name, encodeURI(value).replace(/[&#+]/g, encodeURIComponent)]),
  );
}

const PROTOCOLS = FILE_FORMATS.map(({ ending }) => `${ending}://`).join('|');
const ADDRESSES = new RegExp(`(["'\`])((?:(?:${PROTOCOLS})?(?:https?:)?|mapbox:)//[^"'\`\\s]+)\\1`, 'g');

/** Reads code of any library, or JSON, without running it: the first address of a map, and what is beside it. */
function codeFields(text: string): SnippetFields | null {
  const found = [...text.matchAll(ADDRESSES)].filter(
    ([whole, , url = '']) => whole !== text.trim() && !/\{font/.test(url),
  );
  const isOfTiles = ([, , url = '']: RegExpExecArray): boolean => /[{$]z/.test(url);
  const options = (match: RegExpExecArray) => optionsAround(text, match.index);
  const needsOptions = ([, , url = '']: RegExpExecArray): boolean =>
    !url.includes('{') && (mapOfAddress({ url }) === null || isOfService(url) || askedCapabilities(url) !== null);
  const first =
    found.find(isOfTiles) ??
    found.find(([, , url = '']) => mapOfAddress({ url }) !== null) ??
    found.find((match) => options(match).option('layers'));
  if (!first) return null;
  const { around, option } = options(first);
  // An option with the name of a placeholder is its value.
  const url = `${first[2]}`.replace(
    /\{(?![szxyr]\})(\w+)\}/g,
    (placeholder, name: string) => option(name) ?? placeholder,
  );
  const isFlipped = /\btms["']?\s?:\s?(?:true|1)\b|\bscheme["']?\s?:\s?["']tms\b/i.test(around);
  // Leaflet requests an older version than other libraries.
  const isLeaflet = /\b(?:L|tileLayer)\.[\w.]{1,40}\(\s?$/.test(text.slice(0, first.index));
  const stated = (name: string) => option(name) ?? (isLeaflet && name === 'version' ? '1.1.1' : null);
  const isDrawn = needsOptions(first) && option('layers');
  return withoutEmptyFields({
    url: isDrawn ? requestTo(url, around, stated) : isFlipped ? url.replace('{y}', '{-y}') : url,
    'min-zoom': option('minNativeZoom') ?? option('minZoom'),
    'max-zoom': option('maxNativeZoom') ?? option('maxZoom'),
    subdomains: url.includes('{s}') ? (option('subdomains')?.replace(/,\s/g, ',') ?? null) : null,
    copyright: unsignedCredit(option('attributions?') ?? ''),
  });
}

/** Only the object or element around the address: others use the same names for something else. */
function optionsAround(text: string, index: number) {
  const before =
    text
      .slice(0, index)
      .split(/\{|<[A-Z][a-z]/)
      .at(-1) ?? '';
  const [after = ''] = text
    .slice(index)
    .replace(ADDRESSES, '')
    .split(/\}|<[A-Z][a-z]/);
  const around = before + after;
  const option = (name: string): string | null => {
    const [, , quoted, list, plain] =
      new RegExp(
        `\\b${name}["']?\\s*:\\s*(?:(["'\`])((?:\\\\.|(?!\\1)[^\\\\])*)\\1|\\[([^\\]]*)\\]|(\\d+|true))`,
        'is',
      ).exec(around) ?? [];
    return quoted?.replace(/\\(.)/gs, '$1') ?? (list === undefined ? null : listText(list)) ?? plain ?? null;
  };
  return { around, option };
}

/** Texts or numbers, with commas between them. */
function listText(list: string): string {
  const texts = Array.from(list.matchAll(/"([^"]*)"|'([^']*)'|`([^`]*)`/g), ([, ...text]) => text.join(''));
  return texts.length > 0 ? texts.join(', ') : list.trim();
}

/** Text such as `type=xyz&url=https%3A…&zmin=0&zmax=19`, or `layers=a&styles=&url=…` of a service. */
function connectionFields(text: string): SnippetFields | null {
  const values = new URLSearchParams(text.trim().replace(/^["']|["']$/g, ''));
  const url = values.get('url');
  if (url === null) return null;
  if (values.get('type') === 'xyz')
    return withoutEmptyFields({ url, 'min-zoom': values.get('zmin'), 'max-zoom': values.get('zmax') });
  if (values.has('type') || !values.has('layers')) return null;
  if (values.has('tileMatrixSet')) return { url: capabilitiesAddress(url, 'WMTS') };
  // The first layer is the last.
  return { url: requestTo(url, values.get('crs') ?? '', (name) => values.getAll(name).reverse().join(',')) };
}

function withoutEmptyFields({
  url,
  ...fields
}: { url: string } & Readonly<Record<string, string | null>>): SnippetFields {
  return { url, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== '')) };
}
