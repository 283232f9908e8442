import { namesOpenStreetMap } from '../../../contract/maps/credit.ts';

/** Longer titles are sentences. */
const MAX_TITLE = 48;

/** Words of many map titles, in languages of Europe. */
const COMMON_WORD =
  /^(?:(?:topo|orth?o|satell?it|luftbild|cache)\p{L}*|(?:base|basis|grund|stra(?:ß|ss)en)?(?:maps?|karten?)|base|basis|basic|default|standard|the|a|of|de|la|le|die|das|in|for|and|und|et|aerial|imagery|images?|photos?|fotos?|relief|hillshade|terrain|elevation|streets?|roads?|stra(?:ß|ss)en|stadtplan|cartes?|mapas?|mapy|mappa|plan|fond|raster|vectors?|vektor|layers?|tiles?|gr[ae]y|grau|colou?r|farbe?|dark|light|bright|hybrid|labels?|web|wmt?s|services?|server|geoserver|mapserver|mercator|scale)$/u;

const wordsIn = (title: string): readonly string[] => title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export const isUsualTitle = (title: string): boolean =>
  title.length <= MAX_TITLE && wordsIn(title).every((word) => /\d/.test(word) || COMMON_WORD.test(word));

/** `0`, `layer1`. */
const isNumber = (title: string): boolean => wordsIn(title).every((word) => /^(?:layer|ebene)?\d*$/.test(word));

/**
 * A title such as `Basemap` or `Topographic map 1:25000` needs its service's name; a number is no title.
 * @param sources of names, the best first: the service's title, if it has one
 */
export function labelWithSource(title: string, sources: readonly string[]): string {
  if (title === '' || !isUsualTitle(title)) return title;
  const fits = (source: string): boolean =>
    source.length <= MAX_TITLE && !isUsualTitle(source) && !namesOpenStreetMap(source);
  const source = sources.find(fits);
  if (source !== undefined && source === sources[0] && isNumber(title)) return source;
  if (source === undefined || source.toLowerCase().includes(title.toLowerCase())) return source ?? title;
  return `${source}, ${title}`;
}
