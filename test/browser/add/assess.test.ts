import { expect, test } from 'vitest';
import { assess, IN_FORM } from '../../../browser/add/assess.ts';
import { serverReviewer } from '../../../commands/new/new-server.ts';

const review = serverReviewer({ accessTokens: [], servers: [] }, '', IN_FORM);

test.each([
  ['5', '17', 5, 17],
  ['', '', 0, 19],
  ['0', '-1', 0, 19],
  ['0', '99', 0, 19],
  ['-3', '12', 0, 12],
  ['12', '5', 0, 5],
  ['24', '', 24, 24],
  ['1.5', 'x', 0, 19],
  ['30', '30', 30, 30],
])('the levels "%s" to "%s" are shown from %i to %i', (first, last, minZoom, maxZoom) => {
  const fields = { url: 'https://tile.example.org/{z}/{x}/{y}.png', 'min-zoom': first, 'max-zoom': last };
  expect(assess({ kind: 'mapserver', ...fields }, review).server).toMatchObject({ minZoom, maxZoom });
});
