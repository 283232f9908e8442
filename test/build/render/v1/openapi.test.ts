/** The description of the interface: complete, clean by Redocly's recommended rules, and what documents follow. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { openApiJson } from '../../../../build/render/v1/openapi.ts';
import { PLAIN_FILES } from '../../../../contract/interface/plain-files.ts';
import { servedAddressOf } from '../../../../contract/interface/served-files.ts';
import { ROUTES, type Route } from '../../../../contract/interface/v1-routes.ts';
import { V2_FILES } from '../../../../contract/interface/v2-files.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';
import { statusesOfAll } from '../../../support/observed.ts';
import { allMapDocuments, renderDocuments } from '../../../support/whole-site.ts';

const KEYS = { list: '{"keys":[],"revoked":[]}\n', signature: null };

/** A file whose SHA-256 is known. */
const HASHED = `new.zip:\n  checksums:\n    - { lastModified: 2025-01-01T00:00:00Z, contentLength: 1, sha1: null, sha256: "${'AB'.repeat(32)}" }\n`;

const TEXT = openApiJson({ title: 'Test', serviceUrl: 'https://catalog.example.org', keys: KEYS });

type Operation = { readonly responses?: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }> };
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, object>>;
}
const DESCRIPTION = JSON.parse(TEXT) as Description;

test('is clean by the recommended rules of Redocly, warnings included', async () => {
  // The rules cannot know that paths end in a slash, and that POST and DELETE are there to be refused.
  const rules = { 'no-path-trailing-slash': 'off', 'operation-2xx-response': 'off' } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({ source: TEXT, config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

describe('every path has all its methods', () => {
  const routes: readonly Route[] = Object.values(ROUTES);
  const plain = Object.values(PLAIN_FILES).filter(({ path }) => path !== '/v1/openapi.json');
  const files = [...plain, ...Object.values(V2_FILES)];
  test.each([...routes, ...files].map(({ path, methods }) => [path, methods] as const))('%s', (path, methods) => {
    const described = Object.keys(DESCRIPTION.paths[path.replace(/:(\w+)/g, '{$1}')] ?? {});
    expect(described.filter((key) => key !== 'parameters')).toEqual(methods.map((name) => name.toLowerCase()));
  });

  test('and there is no other path', () =>
    expect(Object.keys(DESCRIPTION.paths).length).toBe(routes.length + files.length));
});

test('every reference leads somewhere, and every component is used', () => {
  const references = new Set([...TEXT.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference as string));
  const components = Object.entries(DESCRIPTION.components).flatMap(([kind, members]) =>
    Object.keys(members).map((name) => `#/components/${kind}/${name}`),
  );
  expect([...references].sort()).toEqual(components.sort());
});

test('every JSON document follows the schema that its path states', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(DESCRIPTION, 'description');
  const typed = {
    'maps/typed.yaml': 'type: pmtiles\nname: Typed\nurl: https://a.example.org/a.pmtiles\ncopyright: A\narea: world\n',
  };
  const catalog = { ...modelled({ ...SMALL, ...typed, 'datasources/maps/files.yaml': HASHED }), keys: KEYS };
  const met = new Set<string>();
  for (const { path, content } of [...renderDocuments(catalog), ...allMapDocuments(catalog, statusesOfAll(catalog))]) {
    const { url = '' } = servedAddressOf(path) ?? {};
    if (!/json$/.test(path) || url.includes('?')) continue;
    const isAt = (described: string): boolean => new RegExp(`^${described.replace(/[{]\w+[}]/g, '[^/]+')}$`).test(url);
    const [described = '', item] = Object.entries(DESCRIPTION.paths).find(([each]) => isAt(each)) ?? [];
    const [type = {}] = Object.values(item?.['get']?.responses?.['200']?.content ?? {});
    const validate = ajv.compile({ $ref: `description${type.schema?.$ref}` });
    validate(JSON.parse(Buffer.from(content).toString()));
    expect([url, validate.errors]).toEqual([url, null]);
    met.add(described);
  }
  expect(met.size).toBe(Object.keys(ROUTES).length + Object.keys(V2_FILES).length - 1);
});

test('leaves out the keys of a catalog without them', () => {
  const text = openApiJson({ title: 'Test', serviceUrl: 'https://catalog.example.org', keys: null });
  expect(text).not.toContain(V2_FILES.keys.path);
  expect(text).not.toContain('keys.json');
});

test('has the address and the title of the catalog', () =>
  expect(JSON.parse(openApiJson({ title: '"A" & B', serviceUrl: 'http://127.0.0.1:8788', keys: null }))).toMatchObject({
    info: { title: '"A" & B' },
    servers: [{ url: 'http://127.0.0.1:8788' }],
  }));
