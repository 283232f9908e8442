import { readFileSync } from 'node:fs';

// Calls the compiled handler, in front of static files that answer at once, and prints the microseconds that each kind of
// request takes, nothing subtracted: the median of many rounds, of which the first ones only warm up. "alone" is what any
// handler must do, without ours: ask for the file, and answer with a copy of its headers.

const [handlerFile] = process.argv.slice(2);
const ROUNDS = 10;
const WARM_UP = 3;
const REQUESTS = 2_000;

const published = {
  repository: 'https://git.example.org/catalog',
  ids: {
    datasource: Array.from({ length: 30 }, (_, index) => `source-${index}`),
    category: Array.from({ length: 2_000 }, (_, index) => String(index + 1)),
    edition: ['offline', 'online', 'timealbum'],
  },
  withSource: [],
  files: [],
};
const module = `const PUBLISHED = ${JSON.stringify(published)};\n${readFileSync(handlerFile, 'utf8')}`;
const { default: handler } = await import(`data:text/javascript,${encodeURIComponent(module)}`);

// Without a body, so that the same response can be given again.
const asset = new Response(null, {
  headers: {
    'Content-Type': 'application/json',
    'Cache-Control': 'max-age=7200',
    ETag: '"0123456789abcdef0123456789abcdef"',
    'Last-Modified': 'Fri, 02 Jan 2026 03:04:05 GMT',
  },
});
const env = { ASSETS: { fetch: async () => asset } };

const alone = {
  async fetch(request, { ASSETS }) {
    const { body, headers } = await ASSETS.fetch(new Request(`${request.url}index.json`, { method: request.method }));
    return new Response(body, { status: 200, headers: new Headers(headers) });
  },
};

const KINDS = [
  { name: 'alone', called: alone, headers: {}, status: 200 },
  { name: 'document', called: handler, headers: {}, status: 200 },
  { name: 'xml', called: handler, headers: { Accept: 'application/xml' }, status: 200 },
  { name: 'unchanged', called: handler, headers: { 'If-None-Match': asset.headers.get('ETag') }, status: 304 },
].map((kind) => ({ ...kind, times: [] }));

for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  for (const { name, called, headers, status, times } of KINDS) {
    const requests = Array.from(
      { length: REQUESTS },
      (_, index) => new Request(`https://catalog.example.org/v1/categories/${index + 1}/`, { headers }),
    );
    const begun = performance.now();
    let last;
    for (const request of requests) last = await called.fetch(request, env);
    if (round >= WARM_UP) times.push(((performance.now() - begun) * 1_000) / REQUESTS);
    if (last.status !== status) throw new Error(`${name}: ${last.status}`);
  }
}
const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
console.log(JSON.stringify(Object.fromEntries(KINDS.map(({ name, times }) => [name, median(times)]))));
