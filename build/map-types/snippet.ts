/** What people paste as an address: code for maps, or connections of programs. */
import { unsignedCredit } from '../../contract/maps/credit.ts';
import { askedCapabilities } from '../../contract/maps/get-map.ts';
import { FILE_FORMATS } from '../../contract/maps/map-formats.ts';
import { isOfService } from '../../contract/maps/named-service.ts';
import { decidingTextIn } from '../tile-url/template-pieces.ts';
import { mapOfAddress } from './map-address.ts';

/** Matches neither JSON nor a table with commas. */
const CODE =
  /^\s*[(;!]{0,3}(?:(?:var|let|const|import|export|from|async|function|class)\s|L\.|\/\*|\/\/|[\w.]{1,60}\(["'`])/;

export const isCode = (text: string): boolean => CODE.test(text.slice(0, 1_000));

/** Options of a service that draws pictures; `version` is the version of its protocol. */
const SERVICE_OPTIONS = ['layers', 'styles', 'format', 'version'] as const;

/** Answers of `cartalog new`, and fields of the form. */
type SnippetFields = { readonly url: string } & Readonly<
  Partial<
    Record<'min-zoom' | 'max-zoom' | 'subdomains' | 'copyright' | (typeof SERVICE_OPTIONS)[number] | 'crs', string>
  >
>;

export function readSnippet(text: string): SnippetFields | null {
  // Null if a text outside of the address decides about the tiles: it would be lost.
  return decidingTextIn(text) === null ? (connectionFields(text) ?? codeFields(text)) : null;
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
  const drawn = needsOptions(first) && option('layers') ? SERVICE_OPTIONS.map((name) => [name, option(name)]) : [];
  return withoutEmptyFields({
    url: isFlipped ? url.replace('{y}', '{-y}') : url,
    'min-zoom': option('minNativeZoom') ?? option('minZoom'),
    'max-zoom': option('maxNativeZoom') ?? option('maxZoom'),
    subdomains: url.includes('{s}') ? (option('subdomains')?.replace(/,\s/g, ',') ?? null) : null,
    copyright: unsignedCredit(option('attributions?') ?? ''),
    ...Object.fromEntries(drawn),
    // The projection of maps on pages, unless the code names another.
    crs: drawn.length > 0 ? 'EPSG:3857' : null,
  });
}

/** Only the object around the address: others use the same names for something else. */
function optionsAround(text: string, index: number) {
  const before = text.slice(0, index).split('{').at(-1) ?? '';
  const [after = ''] = text.slice(index).replace(ADDRESSES, '').split('}');
  const around = before + after;
  const option = (name: string): string | null => {
    const [, , quoted, list, plain] =
      new RegExp(
        `\\b${name}["']?\\s*:\\s*(?:(["'\`])((?:\\\\.|(?!\\1)[^\\\\])*)\\1|\\[([^\\]]*)\\]|(\\d+))`,
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

/** Text such as `type=xyz&url=https%3A…&zmin=0&zmax=19`. */
function connectionFields(text: string): SnippetFields | null {
  const values = new URLSearchParams(text.trim().replace(/^["']|["']$/g, ''));
  const url = values.get('url');
  if (values.get('type') !== 'xyz' || url === null) return null;
  return withoutEmptyFields({ url, 'min-zoom': values.get('zmin'), 'max-zoom': values.get('zmax') });
}

function withoutEmptyFields({
  url,
  ...fields
}: { url: string } & Readonly<Record<string, string | null>>): SnippetFields {
  return { url, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== '')) };
}
