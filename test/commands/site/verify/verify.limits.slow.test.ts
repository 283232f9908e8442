/** Responses that would keep `verify` busy if anything in it took more than linear time. */
import { afterAll, expect, test } from 'vitest';
import type { Send } from '../../../../cli/network/http.ts';
import { discoverDeployment } from '../../../../commands/site/verify/deployment.ts';
import { problemsOfResponse } from '../../../../commands/site/verify/expectations.ts';
import { judgeDataSource } from '../../../../commands/site/verify/usable.ts';
import { CONTRACT } from '../../../../commands/site/verify/verify.ts';
import { XmlReader } from '../../../../commands/site/verify/xml-reader.ts';
import { xmlNamespaceOf } from '../../../../contract/interface/v1-schemas.ts';
import { HANGS, inTime } from '../../../support/in-time.ts';
import { responseOf } from '../../../support/site-server.ts';

const MANY = 50_000;
const URL = 'https://catalog.example.org';
const sending =
  (text: string): Send =>
  async (request) =>
    responseOf(request, 200, new Headers({ 'Content-Type': 'application/xml; charset=utf-8' }), text);

test.each<[id: string, what: string, text: string]>([
  ['compact-json', 'a string without an end', `"${'\\"'.repeat(MANY)}`],
  ['xml-source', 'sources without an end', '<source '.repeat(MANY)],
  ['xml-source', 'white space', ' '.repeat(MANY)],
  [
    'placeholders',
    'placeholders without an end',
    JSON.stringify([{ id: 'a', minZoom: 0, maxZoom: 1, urlPattern: '#{'.repeat(MANY) }]),
  ],
])('%s, of %s', HANGS, async (id, _, text) => {
  const send = sending(text);
  const deployment = await discoverDeployment(URL, send);
  const check = CONTRACT.find((one) => one.id === id);
  const response = await send({ path: '/v1/datasources/a/?format=xml' });
  await inTime(async () => expect(await problemsOfResponse(check?.expect ?? [], response, deployment)).toBeDefined());
});

test('links of a hundred thousand characters are not followed', HANGS, async () => {
  const send = sending(JSON.stringify([{ url: `${URL}/v1/datasources/${'a'.repeat(100_000)}/` }]));
  await inTime(async () => expect((await discoverDeployment(URL, send)).details('datasource')).toEqual([]));
});

const reader = new XmlReader();
afterAll(() => reader.dispose());

test('checksums without attributes', HANGS, async () => {
  const document = `<catalog xmlns="${xmlNamespaceOf('datasource-catalog')}"><datasource id="a" name="A" href="${URL}/v1/datasources/a/" baseUrl="${URL}/" directory="a" action="Copy"><file uri="a">${'<checksum/>'.repeat(20_000)}</file></datasource></catalog>`;
  await inTime(() =>
    expect(reader.read(Buffer.from(document), 'datasource-catalog', judgeDataSource).problems).toEqual([
      'has 20,000 checksums without attributes next to others',
    ]),
  );
});
