/** docs/interface.md documents what the code publishes; whatever a program can compare is compared here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { INTERFACE_SECTIONS, type InterfaceSection, sectionAnchor } from '../../commands/site/verify/statements.ts';
import { CONTRACT } from '../../commands/site/verify/verify.ts';
import { PLAIN_FILES } from '../../contract/interface/plain-files.ts';
import { RENDITIONS, type RenditionName } from '../../contract/interface/v1-renditions.ts';
import { ROUTES, type RouteName } from '../../contract/interface/v1-routes.ts';
import { schemaPath, XML_SCHEMAS, xmlNamespaceOf } from '../../contract/interface/v1-schemas.ts';
import { V2_FILES } from '../../contract/interface/v2-files.ts';
import { MAP_MEMBERS } from '../../contract/interface/v2-members.ts';
import { PLACEHOLDERS, REQUIRED_PLACEHOLDERS } from '../../contract/maps/placeholders.ts';
import { COPYRIGHT_KEYS } from '../../contract/words/known-terms.ts';
import { ROOT } from '../support/cli.ts';

const text = readFileSync(join(ROOT, 'docs', 'interface.md'), 'utf8');

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const headingsIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading as string);

const sections = new Map(
  text.split(/^## /m).map((section) => {
    const end = section.indexOf('\n');
    return [section.slice(0, end), section.slice(end)];
  }),
);

function tablesIn(section: InterfaceSection): string[][][] {
  const tables = sections.get(section)?.match(/(?:^\|.*\n)+/gm) ?? [];
  return tables.map((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) =>
        row
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      ),
  );
}

const code = (value: string): string => `\`${value}\``;
const shownPath = (route: RouteName): string => code(ROUTES[route].path.replace(':id', '<id>'));
const routes = Object.keys(ROUTES) as RouteName[];

describe('sections', () => {
  test('the sections that checks cite are headings of the page, in its order', () => {
    const headings = headingsIn(text).filter((heading) => (INTERFACE_SECTIONS as string[]).includes(heading));
    expect(headings).toEqual(INTERFACE_SECTIONS);
    expect(INTERFACE_SECTIONS.map(sectionAnchor)).toEqual(headings.map(anchorOf));
  });

  test('no two headings have the same anchor', () => {
    const anchors = headingsIn(text).map(anchorOf);
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  test.each(INTERFACE_SECTIONS)('%s names its checks', (section) => {
    const line = /^Checks: (.+)$/m.exec(sections.get(section) ?? '')?.[1] ?? '';
    const checks = CONTRACT.filter((check) => check.section === section).map(({ id }) => code(id));
    expect(line).toBe(checks.join(', '));
  });

  test('the section of the desktop client names its checks', () =>
    expect(sections.get('Desktop client')).toContain('`xml-valid`'));
});

describe('tables', () => {
  test('endpoints are the routes', () => {
    const rows = routes.map((name) => {
      const { methods, description } = ROUTES[name];
      return [shownPath(name), methods.join(', '), description];
    });
    expect(tablesIn('Endpoints')).toEqual([rows]);
  });

  test('formats are the renditions', () => {
    const rows = (Object.keys(RENDITIONS) as RenditionName[]).map((name) => {
      const { format, file, contentType, linkSuffix } = RENDITIONS[name];
      return [name, ...[format, file, contentType, `/${linkSuffix}`].map(code)];
    });
    expect(tablesIn('Formats')).toEqual([rows]);
  });

  test('plain files are those of the contract', () => {
    const [files, fields] = tablesIn('Plain files');
    const rows = Object.values(PLAIN_FILES).map(({ path, methods, contentType, description }) => [
      code(path),
      methods.join(', '),
      code(contentType),
      description,
    ]);
    expect(files).toEqual(rows);
    const file = schema('manifest').properties?.['files']?.items ?? {};
    expect(fields?.map(([field]) => field)).toEqual(keysOf(file).map(code));
  });

  test('maps have the files and the members of the contract', () => {
    const [files, members] = tablesIn('Maps');
    const rows = Object.values(V2_FILES).map(({ path, methods, contentType, description }) => [
      code(path.replace(/:(\w+)/g, '<$1>')),
      methods.join(', '),
      code(contentType),
      description,
    ]);
    expect(files).toEqual(rows);
    const named = members?.flatMap(([field = '']) => field.split(', ')) ?? [];
    expect(named).toEqual(['type', 'list', 'url', ...MAP_MEMBERS].map(code));
  });

  test('XML Schemas are those of the routes', () => {
    expect(tablesIn('XML')).toEqual([routes.map((name) => [shownPath(name), code(XML_SCHEMAS[name])])]);
    expect(text).toContain(code(xmlNamespaceOf('<schema>' as never)));
    expect(text).toContain(code(schemaPath('<schema>' as never)));
  });

  test('placeholders are those of the contract', () => {
    const rows = PLACEHOLDERS.map((name) => [code(`#{${name}}`), REQUIRED_PLACEHOLDERS.includes(name) ? 'yes' : 'no']);
    expect(tablesIn('Placeholders').map((table) => table.map(([name, , required]) => [name, required]))).toEqual([
      rows,
    ]);
  });
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const schema = (name: string): Schema =>
  JSON.parse(readFileSync(join(ROOT, 'schemas', 'v1', `${name}.json`), 'utf8')) as Schema;
const keysOf = ({ properties = {} }: Schema): string[] => Object.keys(properties);

describe('records have the fields of their JSON Schemas, in the same order', () => {
  const { $defs: parts = {} } = schema('datasource');
  const { checksum = {}, mapEntry = {}, themeEntry = {} } = parts;
  test.each<[InterfaceSection, string[][]]>([
    ['Links', [keysOf(schema('service'))]],
    ['Tile servers', [keysOf(schema('tileservers').items ?? {})]],
    [
      'Data sources',
      [
        keysOf(schema('datasources').items ?? {}),
        keysOf(schema('datasource')),
        [...new Set([...keysOf(mapEntry), ...keysOf(themeEntry)])],
        keysOf(checksum),
        keysOf(mapEntry.properties?.['boundingbox'] ?? {}),
      ],
    ],
    ['Categories', [keysOf(schema('categories').$defs?.['item'] ?? {}), keysOf(schema('category'))]],
    ['Editions', [keysOf(schema('editions').items ?? {}), keysOf(schema('edition'))]],
  ])('%s', (section, expected) => {
    expect(tablesIn(section).map((rows) => rows.map(([field]) => field))).toEqual(
      expected.map((fields) => fields.map(code)),
    );
  });
});

test('the section of the desktop client lists the labels that it knows the terms of', () => {
  const item = /^- `copyright`(?:.|\n {2})*/m.exec(sections.get('Desktop client') ?? '')?.[0] ?? '';
  const listed = [...item.matchAll(/`([^`]+)`/g)].map(([, label]) => label as string);
  expect(listed).toEqual(['copyright', ...COPYRIGHT_KEYS]);
});
