/** The `Accept` header: RFC 9110, section 12.5.1, as far as choosing between JSON and XML needs it. */

interface MediaRange {
  /** Lower case, `*` included: `application/xml`, `text/*`. */
  readonly type: string;
  /** 0 to 1; 0 is a refusal. */
  readonly quality: number;
}

const JSON_TYPE = 'application/json';
const XML_TYPE = 'application/xml';
/** The older name of what is sent as application/xml; a client has to say it in full. */
const OLD_XML_TYPE = 'text/xml';

/** Splits at a separator that does not stand inside quotes. */
const AT_COMMA = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;
const AT_SEMICOLON = /;(?=(?:[^"]*"[^"]*")*[^"]*$)/;

/** No client needs more; a longer header is not read to its end. */
const LONGEST = 2_000;

/**
 * Whether a client prefers XML: it wants XML more than JSON, and nothing else that it names more than XML. So browsers,
 * which name XML behind their text/html, get JSON, as do clients that take anything.
 *
 * @param accept the header; null where there is none
 */
export function prefersXml(accept: string | null): boolean {
  const ranges = mediaRanges(accept ?? '*/*');
  const asOldType = ranges.filter(({ type }) => type === OLD_XML_TYPE);
  const xml = Math.max(qualityOf(XML_TYPE, ranges), ...asOldType.map(({ quality }) => quality));
  const named = ranges.filter(({ type }) => !type.includes('*')).map(({ quality }) => quality);
  return xml > qualityOf(JSON_TYPE, ranges) && named.every((quality) => quality <= xml);
}

/** The quality of a media type: that of the most specific range it falls into, 0 where there is none. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  for (const candidate of [type, type.replace(/\/.*/, '/*'), '*/*']) {
    const matching = ranges.filter((range) => range.type === candidate);
    if (matching.length > 0) return Math.max(...matching.map(({ quality }) => quality));
  }
  return 0;
}

/** The ranges of a header; parts that are none are left out. */
function mediaRanges(accept: string): MediaRange[] {
  return accept
    .slice(0, LONGEST)
    .split(AT_COMMA)
    .flatMap((part) => {
      const [type = '', ...parameters] = part.split(AT_SEMICOLON).map((text) => text.trim().toLowerCase());
      const quality = qualityIn(parameters);
      return /^[^\s/"]+\/[^\s/"]+$/.test(type) && quality !== null ? [{ type, quality }] : [];
    });
}

/** The value of `q`, 1 where it is not given; null where it is not a number from 0 to 1. */
function qualityIn(parameters: readonly string[]): number | null {
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (weight === undefined) return 1;
  const text = weight.replace(/^q\s*=\s*/, '');
  return /^(?:0?\.\d+|[01](?:\.\d*)?)$/.test(text) && Number(text) <= 1 ? Number(text) : null;
}
