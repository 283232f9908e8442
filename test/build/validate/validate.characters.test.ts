/** A character that XML does not allow never gets into a document, whichever field it is written in. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../../build/parse/parse.ts';
import { checkCatalog, isSound } from '../../../build/pipeline.ts';
import { findingsOf } from '../../../build/report/findings.ts';
import { type Files, memoryFolder, SMALL } from '../../support/catalogs.ts';

/** One of each kind that XML 1.0 does not allow: control characters, halves of a pair, non-characters. */
const REFUSED = ['\\0', '\\u0001', '\\u000B', '\\u001F', '\\uD800', '\\uDFFF', '\\uFFFE', '\\uFFFF'];

/** The catalog with `@` in one free text field after the other: the file, and its content around the `@`. */
const FIELDS: readonly (readonly [field: string, file: string, content: string])[] = [
  ...['id', 'name', 'copyright', 'urlPattern', 'hosts'].map((field) => tileServer(field)),
  ...['name', 'baseUrl', 'directory', 'action'].map((field) => dataSource(field)),
  ['source.url', 'datasources/maps/datasource.yaml', withSource('url: "https://a.example.org/x@y"')],
  ['source.include', 'datasources/maps/datasource.yaml', withSource('url: https://a.example.org/, include: ["x@y"]')],
  ['source.exclude', 'datasources/maps/datasource.yaml', withSource('url: https://a.example.org/, exclude: ["x@y"]')],
  ...['files', 'maps', 'themes'].flatMap((group): [string, string, string][] => [
    [`path in ${group}`, `datasources/maps/${group}.yaml`, '"x@y.zip": {}\n'],
    [`fragment in ${group}`, `datasources/maps/${group}.yaml`, 'a.zip: { fragments: { "x@y": [] } }\n'],
    [
      `time in ${group}`,
      `datasources/maps/${group}.yaml`,
      checksums('lastModified: "2024-01-01T00:00:00Z@", contentLength: 0, sha1: null'),
    ],
    [
      `sha1 in ${group}`,
      `datasources/maps/${group}.yaml`,
      checksums(
        'lastModified: 2024-01-01T00:00:00Z, contentLength: 0, sha1: "483AF8EEF96B20864776F019D4537B3750C1173D@"',
      ),
    ],
  ]),
  ['imageurl', 'datasources/maps/themes.yaml', 'a.zip: { imageurl: "https://a.example.org/x@y" }\n'],
  ['category name', 'categories.yaml', '- { id: 1, name: "x@y" }\n'],
  ['edition name', 'editions/offline.yaml', 'name: "x@y"\ndatasources: []\n'],
  ['edition datasources', 'editions/offline.yaml', 'name: Offline\ndatasources: ["maps@"]\n'],
  ['serviceUrl', 'site.yaml', 'title: T\nserviceUrl: "https://a.example.org@"\nrepository: https://git.example.org/\n'],
];

describe.each(FIELDS)('%s', (_, file, content) => {
  test.each(REFUSED)('refuses %s', (character) => {
    const files: Files = { ...SMALL, [file]: content.replace('@', character) };
    const folder = memoryFolder(files);
    const { diagnostics } = checkCatalog(folder, { environment: {}, requireTokens: false });
    const findings = findingsOf(diagnostics, (path) => decode(path, folder.read(path)).text);
    expect(isSound(diagnostics)).toBe(false);
    expect(findings.every((finding) => finding.file === file && finding.line !== null)).toBe(true);
  });

  test('is sound without it', () => {
    const files = { ...SMALL, [file]: content.replace('@', '') };
    const { diagnostics } = checkCatalog(memoryFolder(files), { environment: {}, requireTokens: false });
    expect(diagnostics).toEqual([]);
  });
});

function tileServer(field: string): [string, string, string] {
  const values: Record<string, string> = {
    id: '"One"',
    name: '"Server"',
    copyright: '"OpenStreetMap"',
    urlPattern: '"https://#{host}/#{zoom}/#{tilex}/#{tiley}.png"',
    hosts: '["a.example.org"]',
  };
  values[field] = (values[field] as string).replace(/(.)("\]?)$/, '@$1$2');
  const lines = Object.entries(values).map(([key, value]) => `${key}: ${value}`);
  return [`${field} of a tile server`, 'mapservers/one.yaml', `${[...lines, 'minZoom: 0', 'maxZoom: 3'].join('\n')}\n`];
}

function dataSource(field: string): [string, string, string] {
  const values: Record<string, string> = {
    name: '"Maps"',
    baseUrl: '"https://files.example.org/"',
    directory: '"maps"',
    action: '"Copy"',
  };
  values[field] = (values[field] as string).replace(/(.)"$/, '@$1"');
  const lines = Object.entries(values).map(([key, value]) => `${key}: ${value}`);
  return [`${field} of a data source`, 'datasources/maps/datasource.yaml', `${lines.join('\n')}\n`];
}

function withSource(source: string): string {
  return `name: Maps\nbaseUrl: https://files.example.org/\ndirectory: maps\naction: Copy\nsource: { ${source} }\n`;
}

function checksums(checksum: string): string {
  return `a.zip: { checksums: [{ ${checksum} }] }\n`;
}
