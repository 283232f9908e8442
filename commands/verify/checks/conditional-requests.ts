/** Checks of conditional requests. */

import type { HttpRequest, HttpResponse, Send } from '../../../cli/http.ts';
import { all, type Check, type Expectation, header, noBody, status } from '../expectations.ts';

/** Headers of the 200 that a 304 repeats. */
const REPEATED = ['ETag', 'Last-Modified', 'Cache-Control'];

const notModified: Expectation = all(status(304), noBody);

const repeatsHeaders: Expectation = async (response, { send }) => {
  const full = await send({ path: response.request.path });
  return REPEATED.filter((name) => full.header(name) !== response.header(name)).map(
    (name) => `${name}: ${response.header(name)}, but the 200 has ${full.header(name)}`,
  );
};

interface ConditionalCase {
  readonly id: string;
  readonly statement: string;
  readonly layer: Check['layer'];
  readonly method?: string;
  /** The conditional headers, made from the 200; null where it has no header to make them from. */
  readonly conditions: (full: HttpResponse) => Record<string, string> | null;
  readonly expect: Expectation;
}

const etagOf = (response: HttpResponse): string => (response.header('ETag') ?? '').replace(/^W\//, '');
const opaqueTagOf = (response: HttpResponse): string => etagOf(response).replaceAll('"', '');

const CASES: readonly ConditionalCase[] = [
  {
    id: 'etag-same',
    statement: 'If-None-Match with the ETag answers 304',
    layer: 'both',
    conditions: (full) => ({ 'If-None-Match': etagOf(full) }),
    expect: notModified,
  },
  {
    id: 'etag-weak',
    statement: 'If-None-Match with the ETag made weak answers 304',
    layer: 'both',
    conditions: (full) => ({ 'If-None-Match': `W/${etagOf(full)}` }),
    expect: notModified,
  },
  {
    id: 'etag-repeated',
    statement: 'A 304 repeats ETag, Last-Modified and Cache-Control',
    layer: 'edge',
    conditions: (full) => ({ 'If-None-Match': etagOf(full) }),
    expect: all(notModified, repeatsHeaders),
  },
  {
    id: 'etag-list',
    statement: 'If-None-Match with the ETag in a list answers 304',
    layer: 'edge',
    conditions: (full) => ({ 'If-None-Match': `"other", ${etagOf(full)} , W/"third"` }),
    expect: notModified,
  },
  {
    id: 'etag-any',
    statement: 'If-None-Match: * answers 304',
    layer: 'edge',
    conditions: () => ({ 'If-None-Match': '*' }),
    expect: notModified,
  },
  {
    id: 'etag-gzip',
    statement: 'If-None-Match with a -gzip suffix inside the quotes answers 304',
    layer: 'edge',
    conditions: (full) => ({ 'If-None-Match': `W/"${opaqueTagOf(full)}-gzip"` }),
    expect: notModified,
  },
  {
    id: 'etag-head',
    statement: 'HEAD with the ETag answers 304',
    layer: 'both',
    method: 'HEAD',
    conditions: (full) => ({ 'If-None-Match': etagOf(full) }),
    expect: notModified,
  },
  {
    id: 'etag-other',
    statement: 'If-None-Match with another ETag answers 200',
    layer: 'both',
    conditions: (full) => ({ 'If-None-Match': `"x${opaqueTagOf(full)}"` }),
    expect: status(200),
  },
  {
    id: 'etag-wins',
    statement: 'If-None-Match wins over If-Modified-Since',
    layer: 'edge',
    conditions: () => ({ 'If-None-Match': '"other"', 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
    expect: status(200),
  },
  {
    id: 'since-same',
    statement: 'If-Modified-Since with the Last-Modified answers 304, with ETag and Last-Modified',
    layer: 'edge',
    conditions: (full) => ifDated(full, (date) => ({ 'If-Modified-Since': date })),
    expect: all(notModified, repeatsHeaders),
  },
  {
    id: 'since-later',
    statement: 'If-Modified-Since with a later date answers 304',
    layer: 'edge',
    conditions: (full) => ifDated(full, () => ({ 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' })),
    expect: notModified,
  },
  {
    id: 'since-earlier',
    statement: 'If-Modified-Since with an earlier date answers 200',
    layer: 'both',
    conditions: () => ({ 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    expect: status(200),
  },
  {
    id: 'since-nonsense',
    statement: 'If-Modified-Since with something that is not a date is ignored',
    layer: 'both',
    conditions: () => ({ 'If-Modified-Since': 'yesterday' }),
    expect: all(status(200), header('ETag', /./)),
  },
];

function ifDated(
  full: HttpResponse,
  conditions: (date: string) => Record<string, string>,
): Record<string, string> | null {
  const date = full.header('Last-Modified');
  return date === null ? null : conditions(date);
}

/** Checks of conditional requests. */
export const conditionalChecks: readonly Check[] = CASES.map(
  ({ id, statement, layer, method, conditions, expect }) => ({
    id,
    statement,
    section: 'conditional-requests',
    layer,
    requests: async ({ paths, send }) => {
      const requests = await Promise.all(paths.map((path) => conditionalRequest(path, send, method, conditions)));
      return requests.filter((request) => request !== null);
    },
    expect,
  }),
);

async function conditionalRequest(
  path: string,
  send: Send,
  method: string | undefined,
  conditions: ConditionalCase['conditions'],
): Promise<HttpRequest | null> {
  const headers = conditions(await send({ path }));
  return headers && { path, headers, ...(method ? { method } : {}) };
}
