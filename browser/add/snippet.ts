/** Reads what people paste from other programs in place of an address: Leaflet code and connections of QGIS. Pure. */
import type { FormValues } from './assess.ts';

/** The fields that a text fills in. */
type SnippetFields = Readonly<Partial<Omit<FormValues, 'kind'>>>;

/** Reads a text; null if it is an address or anything else. */
export function readSnippet(text: string): SnippetFields | null {
  return leafletFields(text) ?? connectionFields(text);
}

/** `L.tileLayer('https://…', { maxZoom: 17, attribution: '…' })`. The code is never run. */
function leafletFields(text: string): SnippetFields | null {
  const call = /\btileLayer\s*\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/s.exec(text);
  if (call === null) return null;
  const options = text.slice(call.index + call[0].length);
  const option = (name: string): string | null => {
    const [, , quoted, list, plain] =
      new RegExp(`\\b${name}["']?\\s*:\\s*(?:(["'\`])((?:\\\\.|(?!\\1)[^\\\\])*)\\1|\\[([^\\]]*)\\]|(\\d+))`, 's').exec(
        options,
      ) ?? [];
    return quoted?.replace(/\\(.)/gs, '$1') ?? list?.replace(/["'`\s]/g, '') ?? plain ?? null;
  };
  // Other options are values of placeholders.
  const url = (call[2] as string).replace(/\{(?![szxyr]\})(\w+)\}/g, (found, name: string) => option(name) ?? found);
  return given({
    url,
    'min-zoom': option('minNativeZoom') ?? option('minZoom'),
    'max-zoom': option('maxNativeZoom') ?? option('maxZoom'),
    subdomains: url.includes('{s}') ? option('subdomains') : null,
    copyright: plainCredit(option('attribution') ?? ''),
  });
}

/** `type=xyz&url=https%3A…&zmin=0&zmax=19` */
function connectionFields(text: string): SnippetFields | null {
  const values = new URLSearchParams(text.trim().replace(/^["']|["']$/g, ''));
  const url = values.get('url');
  if (values.get('type') !== 'xyz' || url === null) return null;
  return given({ url, 'min-zoom': values.get('zmin'), 'max-zoom': values.get('zmax') });
}

function given(fields: Readonly<Partial<Record<keyof SnippetFields, string | null>>>): SnippetFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ''));
}

/** The text of an attribution, which may be HTML. */
function plainCredit(attribution: string): string {
  return attribution
    .replace(/<[^<>]*>/g, '')
    .replace(/&copy;|&#169;|©/gi, '')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}
