/**
 * Leaflet: a layer as code, and all servers as data in the shape of leaflet-providers. Any placeholder can be an option, so
 * that a language can be said.
 */
import { RECORD_FOLDERS } from '../../../contract/pages.ts';
import { type CatalogServer, choiceTemplate, creditHtml, type Notation, needsLanguage, XYZ } from './tile-template.ts';

const NOTATION: Notation = { ...XYZ, language: '{language}' };

/** The options of a layer. */
export interface LeafletOptions {
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly attribution: string;
  readonly subdomains?: readonly string[];
  readonly language?: string;
}

/** One provider. */
export interface LeafletProvider {
  readonly url: string;
  readonly options: LeafletOptions;
}

/** The providers, by the folder and file name of their server. @param language that pages may replace by their own */
export function leafletProviders(
  servers: readonly CatalogServer[],
  language: string,
): Readonly<Record<string, LeafletProvider>> {
  return Object.fromEntries(
    servers.map((listed) => [
      `${RECORD_FOLDERS[listed.kind]}/${listed.server.fileName}`,
      leafletProvider(listed, language),
    ]),
  );
}

function leafletProvider({ server }: CatalogServer, language: string): LeafletProvider {
  const { template, parts } = choiceTemplate(server, NOTATION, () => '{s}');
  // leaflet-providers looks for names of other providers in braces.
  const attribution = creditHtml(server).replaceAll('{', '&#123;');
  const options: { -readonly [K in keyof LeafletOptions]: LeafletOptions[K] } = {
    minZoom: server.minZoom,
    maxZoom: server.maxZoom,
    attribution,
  };
  if (parts.length > 0) options.subdomains = parts;
  if (needsLanguage(server)) options.language = language;
  return { url: template, options };
}

/** The code that adds a server to a map. The language is that of the browser. */
export function leafletCode(listed: CatalogServer): string {
  const { url, options } = leafletProvider(listed, '');
  const lines = Object.entries(options).map(([name, value]) => {
    return `  ${name}: ${name === 'language' ? "navigator.language.split('-')[0]" : JSON.stringify(value)},\n`;
  });
  return `L.tileLayer(${JSON.stringify(url)}, {\n${lines.join('')}}).addTo(map);`;
}
