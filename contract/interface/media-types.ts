import { PLAIN_FILES } from './plain-files.ts';

/** Other types are already compressed. */
export const COMPRESSIBLE_ENDINGS = 'atom|css|csv|geojson|html|js|json|md|mjs|svg|txt|webmanifest|xml|xsd';

export const COMPRESSIBLE_NAME = new RegExp(`\\.(?:${COMPRESSIBLE_ENDINGS})$`);

/** For servers without such a table. Text is UTF-8. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  geojson: 'application/geo+json',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  minisig: 'text/plain; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
  zip: 'application/zip',
};

export const TEXT_TYPES: readonly string[] = [
  ...new Set([
    ...Object.entries(MEDIA_TYPES).flatMap(([ending, type]) => (COMPRESSIBLE_NAME.test(`.${ending}`) ? type : [])),
    ...Object.values(PLAIN_FILES).map(({ contentType }) => contentType),
  ]),
];
