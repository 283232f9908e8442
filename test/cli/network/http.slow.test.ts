/** What is read from the network ends in little memory. */
import { expect, test } from 'vitest';
import { environment, PROGRAM, run } from '../../support/cli.ts';
import { serverWith } from '../../support/live-service.ts';

test('cartalog verify ends with a sentence if every list is huge, in little memory', async () => {
  const answers = new Map<string, string>();
  const url = await serverWith((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    response.setHeader('Content-Type', 'application/json').end(answers.get(path) ?? '{}');
  });
  const urlPattern = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}';
  const server = { minZoom: 0, maxZoom: 9, active: true, hosts: ['a.org'], urlPattern, copyright: null };
  for (const kind of ['mapservers', 'overlayservers', 'datasources', 'categories', 'editions']) {
    const rest = (id: number): object => (kind.endsWith('rvers') ? server : { url: `${url}/v1/${kind}/${id + 1}/` });
    const records = Array.from({ length: 8_000 }, (_, id) => {
      return { id: String(id).padStart(9, '0'), name: 'x'.repeat(75), ...rest(id) };
    });
    answers.set(`/v1/${kind}/`, `${JSON.stringify(records)}\n`);
  }
  const args = ['--max-old-space-size=640', PROGRAM, 'verify', url, '--max-size', '20'];
  const { status, stdout, stderr } = await run(process.execPath, args, { env: environment() });
  expect(status).toBe(1);
  expect(stdout).toMatch(/all responses together have more than 20 MiB, so nothing more is requested$/m);
  expect(stderr).toMatch(/^21,000 links of the lists are not followed: only the first 1,000 of each list are\.\n/);
});
