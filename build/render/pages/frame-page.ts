/** Draws maps from data, in a sandbox without an origin. */
import { isDrawnFromData } from '../../../contract/maps/map-types.ts';
import { FRAME_PAGE } from '../../../contract/pages/pages.ts';
import type { CatalogOutline } from '../../model/catalog.ts';
import { type Asset, textAsset } from '../core/asset.ts';
import type { PageParts } from '../site-parts.ts';
import { html } from './layout/html.ts';

/** Only its own script runs, also as a worker. It may load all that a style names, if encrypted. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src https: data: blob:',
  'connect-src https: data: blob:',
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function needsFramePage({ maps }: Pick<CatalogOutline, 'maps'>): boolean {
  return maps.some(({ type }) => isDrawnFromData(type));
}

/** This page shows no words: they are on the page around it. */
export function framePage({ script, style }: NonNullable<PageParts['frame']>): Asset {
  const root = '../'.repeat(FRAME_PAGE.split('/').length - 1);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="robots" content="noindex">
<meta name="referrer" content="strict-origin-when-cross-origin">
<meta name="color-scheme" content="light dark">
<title>Map</title>
<link rel="stylesheet" href="${root}${style}">
<script defer src="${root}${script}"></script>
</head>
<body>
<div id="map"></div>
</body>
</html>
`;
  return textAsset('page', `${FRAME_PAGE}index.html`, page.text);
}
