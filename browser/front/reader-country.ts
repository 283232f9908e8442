/**
 * Empty if unknown. The language of the browser may have a country (`de-CH`), if the page is in it; otherwise, the page's
 * language decides. Most browsers say `en-US`, wherever they are.
 */
export function countryOfReader(language: string, preferred: string): string {
  const [, own, region] = /^([a-z]+)\b.*?-([A-Z]{2})\b/.exec(preferred) ?? [];
  const country = own === language ? region : new Intl.Locale(language).maximize().region;
  return country === undefined || country === 'US' ? '' : country;
}
