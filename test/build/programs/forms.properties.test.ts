/** Whatever a record says, every file can be read, and gives back the name and the addresses of every map in it. */
import { expect, test } from 'vitest';
import { type Catalog, type CatalogMap, mapId } from '../../../build/model/catalog.ts';
import { programCounts, programFormsOf } from '../../../build/programs/forms.ts';
import type { ProgramName } from '../../../build/programs/writers.ts';
import { withXml } from '../../../cli/network/read-xml.ts';
import { type XmlElement, xmlAttributesOf, xmlChildrenOf } from '../../../contract/base/xml-elements.ts';
import { attributionText } from '../../../contract/maps/credit.ts';
import { dependsOnLanguage, fillPlaceholders } from '../../../contract/maps/placeholders.ts';
import { fc } from '../../support/property.ts';
import { allProgramFiles } from '../../support/whole-site.ts';
import { anyTileCatalog } from '../../support/xyz-maps.ts';

type Read = { readonly name: string; readonly addresses: readonly string[]; readonly zooms: readonly [number, number] };

const mapsOf = ({ mapservers, overlayservers }: Catalog) => [...mapservers, ...overlayservers];

const TILE = { zoom: 5, tilex: 17, tiley: 11, language: 'en' };

const expected = ({ urlPattern, ...map }: CatalogMap<'xyz'>, hosts = map.hosts): string[] =>
  hosts.map((host) => fillPlaceholders(urlPattern, { ...TILE, host }));

const filled = (template: string, words: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{([^{}]*)\}/g, (found, word: string) => (word in words ? String(words[word]) : found));
const choices = (template: string, parts: readonly string[], choice: string): string[] =>
  (parts.length === 0 ? [''] : parts).map((part) => template.replaceAll(choice, part));

const XYZ = { z: TILE.zoom, x: TILE.tilex, y: TILE.tiley };

const elements = (body: Uint8Array, read: (element: XmlElement, text: (name: string) => string) => Read): Read[] =>
  withXml(body, (root) =>
    [...xmlChildrenOf(root)].map((entry) => {
      const texts = new Map([...xmlChildrenOf(entry)].map((child) => [child.name, child.content]));
      return read(entry, (name) => texts.get(name) ?? '');
    }),
  );

const parts = (text: string, separator: string): string[] => (text === '' ? [] : text.split(separator));

const READERS: Readonly<Record<string, (body: Uint8Array) => Read[]>> = {
  qgis: (body) =>
    elements(body, (entry) => {
      const attributes = xmlAttributesOf(entry);
      const zoom = (name: string): number => Number(attributes.get(name));
      return {
        name: attributes.get('name') ?? '',
        addresses: [filled(attributes.get('url') ?? '', XYZ)],
        zooms: [zoom('zmin'), zoom('zmax')],
      };
    }),
  josm: (body) =>
    elements(body, (_, text) => {
      const [choice = '', list = ''] = /\{switch:([^}]*)\}/.exec(text('url')) ?? [];
      const templates = choice === '' ? [text('url')] : choices(text('url'), parts(list, ','), choice);
      return {
        name: text('name'),
        addresses: templates.map((template) => filled(template, { ...XYZ, zoom: TILE.zoom })),
        zooms: [Number(text('min-zoom')), Number(text('max-zoom'))],
      };
    }),
  oruxmaps: (body) =>
    elements(body, (_, text) => ({
      name: text('name'),
      addresses: choices(text('url'), parts(text('servers'), ','), '{$s}').map((template) =>
        filled(template, { $z: TILE.zoom, $x: TILE.tilex, $y: TILE.tiley }),
      ),
      zooms: [Number(text('minzoom')), Number(text('maxzoom'))],
    })),
  locus: (body) =>
    elements(body, (_, text) => ({
      name: text('mode'),
      addresses: choices(text('url'), parts(text('serverPart'), ';'), '{s}').map((template) => filled(template, XYZ)),
      zooms: [Number(text('zoomMin')) - 8, Number(text('zoomMax')) - 8],
    })),
  xyzservices: (body) =>
    Object.values<Record<string, unknown>>(JSON.parse(Buffer.from(body).toString())).map((provider) => ({
      name: provider['name'] as string,
      addresses: choices(provider['url'] as string, (provider['subdomains'] as string[]) ?? [], '{s}').map((template) =>
        filled(template, { ...XYZ, language: provider['language'] as string }),
      ),
      zooms: [provider['min_zoom'], provider['max_zoom']] as [number, number],
    })),
  layerindex: (body) =>
    (JSON.parse(Buffer.from(body).toString()).features as { properties: Record<string, unknown> }[]).map(
      ({ properties: { name, url, min_zoom, max_zoom } }) => {
        const [choice = '', list = ''] = /\{switch:([^}]*)\}/.exec(url as string) ?? [];
        const templates = choice === '' ? [url as string] : choices(url as string, parts(list, ','), choice);
        return {
          name: name as string,
          addresses: templates.map((template) => filled(template, { ...XYZ, zoom: TILE.zoom })),
          zooms: [min_zoom, max_zoom] as [number, number],
        };
      },
    ),
  leaflet: (body) =>
    Object.entries<{ url: string; options: Record<string, unknown> }>(JSON.parse(Buffer.from(body).toString())).map(
      ([name, { url, options }]) => ({
        name,
        addresses: choices(url, (options['subdomains'] as string[]) ?? [], '{s}').map((template) =>
          filled(template, { ...XYZ, language: options['language'] as string }),
        ),
        zooms: ['minZoom', 'maxZoom'].map((key) => {
          return (options[key] as number) + ((options['zoomOffset'] as number | undefined) ?? 0);
        }) as [number, number],
      }),
    ),
};

function ofMap(program: string, map: CatalogMap<'xyz'>): Read {
  const { id, hosts, minZoom, maxZoom } = map;
  const names: Record<string, string> = { qgis: id.replace(/[/\\]/g, '-'), leaflet: mapId(map) };
  return {
    name: names[program] ?? id,
    addresses: expected(map, program === 'qgis' ? hosts.slice(0, 1) : hosts),
    zooms: [minZoom, program === 'josm' ? Math.min(maxZoom, 24) : maxZoom],
  };
}

const inLists = (catalog: Catalog, program: ProgramName): CatalogMap<'xyz'>[] =>
  mapsOf(catalog).filter(
    (map) =>
      map.active &&
      (program === 'leaflet' || program === 'xyzservices' || !dependsOnLanguage(map.urlPattern)) &&
      (program !== 'josm' || map.minZoom <= 24),
  );

test('files with many maps', () =>
  fc.assert(
    fc.property(anyTileCatalog, (catalog) => {
      const files = new Map(allProgramFiles(catalog).map(({ path, content }) => [path, content]));
      for (const { program, paths, carried } of programCounts(catalog)) {
        const [path] = paths;
        if (path === undefined) continue;
        const found = (READERS[program] as (body: Uint8Array) => Read[])(files.get(path) as Uint8Array);
        const wanted = inLists(catalog, program).map((map) => ofMap(program, map));
        expect(found.length).toBe(carried);
        // QGIS knows connections by name: those that would be the same have a remark at the end.
        const names = new Set(found.map(({ name }) => name));
        if (program === 'qgis') expect(names.size).toBe(found.length);
        expect(
          found.map((each, index) => {
            const { name = '' } = wanted[index] ?? {};
            return program === 'qgis' && each.name.startsWith(`${name} (`) ? { ...each, name } : each;
          }),
        ).toEqual(wanted);
      }
    }),
  ));

/** As a browser reads text in HTML. */
const unescaped = (html: string): string =>
  html.replace(/<a href="[^"<>]*">|<\/a>/g, '').replace(/&(?:amp|lt|gt|quot|#39|#123);/g, (entity) => {
    const characters = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#123;': '{' };
    return characters[entity as keyof typeof characters];
  });

/** The code of a whole page, which must not end where a value says so. */
function scriptIn(page: string | null | undefined): string {
  const body = (page ?? '').replace(/^.*?<body>/s, '');
  const [, code = '', ...others] = body.split(/<script>|<\/script>\n<\/body>/);
  expect(others).toHaveLength(1);
  return code;
}

test('files and forms of one map', () =>
  fc.assert(
    fc.property(anyTileCatalog, (catalog) => {
      const files = new Map(allProgramFiles(catalog).map(({ path, content }) => [path, Buffer.from(content)]));
      for (const map of mapsOf(catalog)) {
        const forms = new Map(programFormsOf(catalog, map).map((form) => [form.program, form]));
        const json = (program: ProgramName): unknown => JSON.parse(String(files.get(forms.get(program)?.path ?? '')));
        const check = (tiles: readonly string[], attribution: string): void => {
          expect(tiles.map((tile) => filled(tile, XYZ))).toEqual(expected(map));
          expect(attribution.replace(/<a href="[^"<>]*">|<\/a>/g, '')).not.toMatch(/[<>"']/);
          expect(unescaped(attribution)).toBe(attributionText(map));
        };
        if (forms.get('tilejson')?.leftOut === null) {
          const found = json('tilejson') as { name: string; tiles: string[]; attribution: string };
          expect(found.name).toBe(map.id);
          check(found.tiles, found.attribution);
        }
        if (forms.get('maplibre')?.leftOut === null) {
          const shown: { style: Parameters<typeof JSON.stringify>[0] }[] = [];
          class ShownMap {
            constructor(options: (typeof shown)[0]) {
              shown.push(options);
            }
          }
          new Function('maplibregl', scriptIn(forms.get('maplibre')?.text))({ Map: ShownMap });
          const [{ style } = { style: null }] = shown;
          if (forms.get('maplibre')?.path) expect(json('maplibre')).toEqual(style);
          expect(style.name).toBe(map.id);
          const source = style.sources[map.fileName];
          check(source.tiles, source.attribution);
        }
        const link = forms.get('osmand')?.link ?? null;
        if (link !== null) {
          const { searchParams } = new URL(link);
          expect(searchParams.get('name')).toBe(map.id);
          const [first = ''] = expected(map);
          const words = { 0: TILE.zoom, 1: TILE.tilex, 2: TILE.tiley };
          expect(filled(searchParams.get('url_template') ?? '', words)).toBe(first.replaceAll("'", '%27'));
        }
        const code = scriptIn(forms.get('leaflet')?.text);
        const given: unknown[] = [];
        const layer = { addTo: () => layer };
        const tileLayer = (...values: unknown[]): typeof layer => {
          given.push(...values);
          return layer;
        };
        const leaflet = { tileLayer, map: () => ({ setView: () => ({}) }) };
        new Function('L', 'navigator', code)(leaflet, { language: 'en-GB' });
        const [url, options] = given as [string, Record<string, unknown>];
        const subdomains = (options['subdomains'] as string[]) ?? [];
        const addresses = choices(url, subdomains, '{s}').map((each) =>
          filled(each, { ...XYZ, language: options['language'] as string }),
        );
        expect(addresses).toEqual(expected(map));
        expect(unescaped(options['attribution'] as string)).toBe(attributionText(map));
        expect(code.replaceAll('</a>', '')).not.toContain('</');
      }
    }),
  ));
