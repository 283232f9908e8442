/** The description of the interface: complete, clean by Redocly's recommended rules, and of use to a generated client. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { openApiJson } from '../../../build/render/openapi.ts';
import { MAP_FILES } from '../../../contract/map-files.ts';
import { PLAIN_FILES } from '../../../contract/plain-files.ts';
import { ROUTES, type Route } from '../../../contract/routes.ts';

const TEXT = openApiJson({ title: 'Test', serviceUrl: 'https://catalog.example.org' });

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
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

test('the linter would find a mistake', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: TEXT.replace('"operationId":"getService"', '"x":1'), config });
  expect(problems.map(({ ruleId }) => ruleId)).toContain('struct');
});

test('a data source has what answers its other methods: 403, and 405 without the handler', () => {
  const {
    post,
    delete: remove,
    put,
    get,
  } = (DESCRIPTION.paths['/v1/datasources/{id}/'] ?? {}) as Record<string, { responses?: object }>;
  expect([post, remove, put, get].map((operation) => Object.keys(operation?.responses ?? {}))).toEqual([
    ['403', '404', '405'],
    ['403', '404', '405'],
    ['202', '404', '405'],
    ['200', '304', '404'],
  ]);
});

describe('every path has all its methods', () => {
  const routes: readonly Route[] = Object.values(ROUTES);
  const plain = Object.values(PLAIN_FILES).filter(({ path }) => path !== '/v1/openapi.json');
  const files = [...plain, ...Object.values(MAP_FILES)];
  test.each([...routes, ...files].map(({ path, methods }) => [path, methods] as const))('%s', (path, methods) => {
    const described = Object.keys(DESCRIPTION.paths[path.replace(/:(\w+)/g, '{$1}')] ?? {});
    expect(described.filter((key) => key !== 'parameters')).toEqual(methods.map((name) => name.toLowerCase()));
  });

  test('and there is no other path', () => {
    expect(Object.keys(DESCRIPTION.paths).length).toBe(routes.length + files.length);
  });
});

test('every reference leads somewhere, and every component is used', () => {
  const references = new Set([...TEXT.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference as string));
  const components = Object.entries(DESCRIPTION.components).flatMap(([kind, members]) =>
    Object.keys(members).map((name) => `#/components/${kind}/${name}`),
  );
  expect([...references].sort()).toEqual(components.sort());
});

test('has the address and the title of the catalog', () => {
  expect(JSON.parse(openApiJson({ title: '"A" & B', serviceUrl: 'http://127.0.0.1:8788' }))).toMatchObject({
    info: { title: '"A" & B' },
    servers: [{ url: 'http://127.0.0.1:8788' }],
  });
});
