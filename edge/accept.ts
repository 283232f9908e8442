/** RFC 9110, section 12.5.1, to choose between JSON and XML. */
import { TEXT_LIMITS } from '../contract/base/limits.ts';
import { RENDITIONS } from '../contract/interface/v1-renditions.ts';

interface MediaRange {
  /** Lower case, with any `*`: `application/xml`, `text/*`. */
  readonly type: string;
  /** 0 to 1; 0 is a refusal. */
  readonly quality: number;
}

/** Outside of quotes. */
const AT_COMMA = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;
const AT_SEMICOLON = /;(?=(?:[^"]*"[^"]*")*[^"]*$)/;

/**
 * XML must have a higher quality than JSON, and no named media type a higher one than XML. Browsers, which prefer
 * text/html, get JSON; so do clients that accept anything.
 */
export function prefersXml(accept: string | null): boolean {
  const ranges = mediaRanges(accept ?? '*/*');
  const [xmlType, ...olderNames] = RENDITIONS.xml.accept;
  const xml = highest([qualityOf(xmlType, ranges), ...qualitiesOf(olderNames, ranges)]);
  const named = ranges.filter(({ type }) => !type.includes('*'));
  return xml > qualityOf(RENDITIONS.json.accept[0], ranges) && named.every(({ quality }) => quality <= xml);
}

function highest(qualities: readonly number[]): number {
  return qualities.reduce((most, quality) => Math.max(most, quality), 0);
}

function qualitiesOf(types: readonly string[], ranges: readonly MediaRange[]): number[] {
  return ranges.flatMap(({ type, quality }) => (types.includes(type) ? quality : []));
}

/** The quality of the most specific matching range; 0 if none matches. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const matching = [type, type.replace(/\/.*/, '/*'), '*/*'].map((range) => qualitiesOf([range], ranges));
  return highest(matching.find((qualities) => qualities.length > 0) ?? []);
}

function mediaRanges(accept: string): MediaRange[] {
  return accept
    .slice(0, TEXT_LIMITS.header)
    .split(AT_COMMA)
    .flatMap((part) => {
      const [type = '', ...parameters] = part.split(AT_SEMICOLON).map((text) => text.trim().toLowerCase());
      const quality = qualityIn(parameters);
      return /^[^\s/"]+\/[^\s/"]+$/.test(type) && quality !== null ? [{ type, quality }] : [];
    });
}

/** 1 without `q`; null if not from 0 to 1. */
function qualityIn(parameters: readonly string[]): number | null {
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (weight === undefined) return 1;
  const text = weight.replace(/^q\s*=\s*/, '');
  return /^(?:0?\.\d+|[01](?:\.\d*)?)$/.test(text) && Number(text) <= 1 ? Number(text) : null;
}
