import { escapeHtml } from '../../contract/base/xml-writer.ts';
import { mapShape } from '../map-types/all-types.ts';
import { type CatalogMap, isOverlay } from '../model/catalog.ts';
import webLibraries from './web-libraries.json' with { type: 'json' };

/**
 * The map is in the element `map`. A library that differs from the tested version in any byte is not run.
 * @param libraries names of packages, loaded in the order of `web-libraries.json`, before the map's library
 * @param below the map that the script draws below an overlay
 */
export function webPage(
  map: CatalogMap,
  libraries: readonly string[],
  script: string,
  below: CatalogMap | null,
): string {
  const shape = mapShape(map);
  const loaded = Object.entries(webLibraries).filter(([path]) => libraries.some((name) => path.startsWith(`${name}@`)));
  const own = Object.entries('libraryFiles' in shape ? shape.libraryFiles : {});
  const elements = [...loaded, ...own].map(([path, hash]) => {
    const [start, attribute, end] = path.endsWith('.css')
      ? ['link rel="stylesheet"', 'href', '']
      : ['script', 'src', '</script>'];
    return `<${start} ${attribute}="https://unpkg.com/${path}" integrity="${hash}" crossorigin="anonymous">${end}\n`;
  });
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(map.id)}</title>
<script>
addEventListener('error', ({ message }) => document.body.prepend(
  /WebGL/.test(message) ? 'This map needs WebGL, which this browser lacks.' :
  /not defined|find variable/.test(message) ? 'The map cannot be drawn: its library from unpkg.com could not be loaded.' :
  'The map cannot be drawn: the console of this browser says why.'
));
</script>
${elements.join('')}<style>html, body, #map { height: 100%; margin: 0 }</style>
</head>
<body>
<div id="map"></div>
${isOverlay(map) && below === null ? '<!-- An overlay: it belongs over another map. -->\n' : ''}<script>
${script}
</script>
</body>
</html>
`;
}
