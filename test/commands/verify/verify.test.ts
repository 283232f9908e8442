/** The contract must be able to say no: every check fails on a deployment that breaks its statement. */
import { beforeAll, describe, expect, test } from 'vitest';
import { historyOf } from '../../../build/model/history.ts';
import { modelOf } from '../../../build/model/model.ts';
import { checkCatalog } from '../../../build/pipeline.ts';
import { renderSite } from '../../../build/render/site.ts';
import { readXmlSchemas } from '../../../cli/package.ts';
import type { Answer, Send } from '../../../commands/verify/deployment.ts';
import { CONTRACT, runContract, type Verdict } from '../../../commands/verify/verify.ts';
import { fileOf } from '../../../contract/renditions.ts';
import { ROUTES, resourceAt } from '../../../contract/routes.ts';
import { schemaPath, XML_SCHEMA_NAMES } from '../../../contract/xml-schemas.ts';
import { createHandler } from '../../../edge/handler.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { answerOf, assetsOf, sendTo } from '../../support/site-server.ts';

const BASE = 'https://catalog.example.org';

/** A sound deployment of the small catalog, in memory. */
function soundDeployment(): Send {
  const { content } = checkCatalog(memoryFolder(SMALL), { environment: {}, requireTokens: false });
  const catalog = modelOf(content, { serviceUrl: BASE, environment: {} });
  const { assets } = renderSite(catalog, historyOf(null), { headers: '', handler: '', publicFiles: [] });
  const files = new Map(assets.map(({ path, content }) => [path, content]));
  const env = assetsOf({
    files,
    headersOf(path) {
      const resource = resourceAt(path.replace(/[^/]+$/, ''));
      return {
        'Cache-Control': resource?.id === 'maps' ? 'max-age=7200' : 'public, max-age=0, must-revalidate',
        'Last-Modified': 'Fri, 02 Jan 2026 03:04:05 GMT',
        Allow: resource ? ROUTES[resource.route].methods.join(', ') : '',
      };
    },
  });
  const ids = { datasource: ['maps', 'empty'], category: ['1', '2', '10'], edition: ['offline'] };
  const handled = sendTo(
    createHandler({ repository: 'https://git.example.org/catalog', ids, withSource: ['maps'] }),
    env,
    BASE,
  );
  const schemas = readXmlSchemas();
  return async (ask) => {
    const schema = XML_SCHEMA_NAMES.find((name) => schemaPath(name) === ask.path);
    if (schema)
      return answerOf(ask, 200, new Headers({ 'Content-Type': 'application/xml' }), schemas.get(schema) ?? '');
    if (ask.path === '/')
      return answerOf(
        ask,
        200,
        new Headers({ 'Content-Type': 'text/html' }),
        String(Buffer.from(files.get('index.html') ?? '')),
      );
    if (!/^\/v1(?:[/?]|$)/.test(ask.path) || /package\.json/.test(ask.path))
      return answerOf(ask, 404, new Headers(), '');
    return handled(ask);
  };
}

/** Ways to break a deployment: what becomes of an answer. */
const BREAKAGES: Readonly<Record<string, (answer: Answer) => Answer>> = {
  'every status is 500': (answer) => ({ ...answer, status: 500 }),
  'every status is 200': (answer) => ({ ...answer, status: 200 }),
  'every status is 304': (answer) => ({ ...answer, status: 304 }),
  'no header is sent': (answer) => ({ ...answer, header: () => null }),
  'every header is odd': (answer) => ({
    ...answer,
    header: (name) => (name === 'Last-Modified' ? 'soon' : `odd ${Math.random()}`),
  }),
  'Expires is off': (answer) => ({
    ...answer,
    header: (name) => (name === 'Expires' ? 'Thu, 01 Jan 1970 00:00:00 GMT' : answer.header(name)),
  }),
  'the body is a page': (answer) => withText(answer, '<html>'),
  'the JSON is indented': (answer) => rewrite(answer, (value) => value, 2),
  'lists are turned round': (answer) => rewrite(answer, (value) => (Array.isArray(value) ? value.toReversed() : value)),
  'keys are turned round': (answer) => rewrite(answer, reverseKeys),
  'links lead elsewhere': (answer) => withText(answer, answer.text.replaceAll(BASE, 'https://elsewhere.example.org')),
  'ids are changed': (answer) =>
    rewrite(answer, (value) => (isRecord(value) && 'id' in value ? { ...value, id: 'other' } : value)),
  'numbers are turned round': (answer) =>
    rewrite(answer, (value) =>
      isRecord(value) && 'minZoom' in value
        ? { ...value, minZoom: value['maxZoom'], maxZoom: value['minZoom'] }
        : value,
    ),
  'placeholders are renamed': (answer) => withText(answer, answer.text.replaceAll('#{zoom}', '#{z}')),
  'paths lead upwards': (answer) => withText(answer, answer.text.replaceAll('a.zip', '../a.zip')),
  'boxes are upside down': (answer) =>
    rewrite(answer, (value) =>
      isRecord(value) && 'northEastLatitude' in value ? { ...value, northEastLatitude: -90 } : value,
    ),
  'checksums are turned round': (answer) =>
    rewrite(answer, (value) =>
      isRecord(value) && 'checksums' in value
        ? { ...value, checksums: (value['checksums'] as unknown[]).toReversed() }
        : value,
    ),
  'children are left out': (answer) =>
    rewrite(answer, (value) => (isRecord(value) && 'parent' in value ? { ...value, categories: [] } : value)),
  'data sources are not listed': (answer) =>
    answer.ask.path === '/v1/datasources/' ? withText(answer, '[]\n') : answer,
  'each answer is another': (answer) => (answer.ask.path.includes('?') ? withText(answer, `${answer.text} `) : answer),
};

const sound = soundDeployment();
const run = (send: Send): Promise<Verdict[]> => runContract(send, { serviceUrl: BASE, layer: 'edge' });
const stated = CONTRACT.filter(({ layer }) => layer !== 'static');

describe('the contract', () => {
  let failing: ReadonlySet<string>;
  beforeAll(async () => {
    const runs = await Promise.all(
      Object.values(BREAKAGES).map((broken) => run(async (ask) => broken(await sound(ask)))),
    );
    failing = new Set(
      runs
        .flat()
        .filter(({ result }) => result === 'fails')
        .map(({ check }) => check.id),
    );
  });

  test('holds of a sound deployment, as a whole', async () => {
    const verdicts = await run(sound);
    const stray = verdicts.filter(({ check, result }) => result !== 'holds' && check.id !== 'static-read-only');
    expect(stray.map(({ check, problems }) => [check.id, problems])).toEqual([]);
  });

  test.each(stated.map(({ id }) => id))('%s fails on a broken deployment', (id) => {
    expect(failing).toContain(id);
  });

  test('every check has an id of its own', () => {
    const ids = CONTRACT.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function withText(answer: Answer, text: string): Answer {
  return { ...answer, text, json: () => JSON.parse(text) };
}

/** Changes every value of a JSON answer, the innermost first. */
function rewrite(answer: Answer, change: (value: unknown) => unknown, indent?: number): Answer {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return change(value.map(walk));
    if (!isRecord(value)) return value;
    return change(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(member)])));
  };
  try {
    return withText(answer, `${JSON.stringify(walk(JSON.parse(answer.text)), null, indent)}\n`);
  } catch {
    return answer;
  }
}

function reverseKeys(value: unknown): unknown {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value;
}

test('a file name of a rendition is never mistaken for an id', () => {
  expect(resourceAt(`/v1/datasources/${fileOf('datasources', 'api')}`)).toBeNull();
});
