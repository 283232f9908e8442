import { expect, test } from 'vitest';
import type { RenderOptions } from '../../../build/run/rendering.ts';
import { readSiteParts } from '../../../cli/program/read-site-parts.ts';
import { MAPPED, memoryFolder } from '../../support/catalogs.ts';
import { asText, readPartsWithoutPages, rendered } from '../../support/check.ts';

const CATEGORIES = Array.from(
  { length: 2_000 },
  (_, index) => `- { id: ${index + 2}, name: Category ${index}, parent: 1 }\n`,
);
const LARGE = { ...MAPPED, 'categories.yaml': `- { id: 1, name: "" }\n${CATEGORIES.join('')}` };

const built = (maxFiles: number, readParts: RenderOptions['readParts'], more = {}) => {
  const files = { ...LARGE, ...more, 'site.yaml': `${MAPPED['site.yaml']}maxFiles: ${maxFiles}\n` };
  return rendered(memoryFolder(files), { readParts });
};

test.each([
  ['with pages', readSiteParts, 'at least 8,0', '; 2,00'],
  ['without pages', readPartsWithoutPages, 'at least 6,0', '. If'],
])('%s, files of records are counted before any is made', async (_, readParts, count, pages) => {
  let isMade = false;
  const parts = readParts();
  const files = [
    {
      path: 'own.txt',
      size: 1,
      get content() {
        isMade = true;
        return new Uint8Array(1);
      },
    },
  ];
  const { findings, site, target } = await built(6_000, () => ({ ...parts, publicFiles: files }));
  expect([asText(findings), site, target, isMade]).toEqual([
    expect.stringContaining(`too many files: ${count}`),
    null,
    'pages',
    false,
  ]);
  expect(asText(findings)).toContain(`; most come from categories.yaml${pages}`);
  const least = Number(/at least ([\d,]+)/.exec(asText(findings))?.[1]?.replace(',', ''));
  const exact = await built(20_000, readParts);
  expect(exact.site?.files.length).toBeGreaterThanOrEqual(least);
  expect(exact.site?.files.length).toBeLessThan(least + 1_200);
});

test('what is wrong with entries is found, too', async () => {
  const { findings, target } = await built(6_000, readSiteParts, {
    'datasources/maps/themes.yaml': 'x: { wrong: 1 }\n',
  });
  expect(findings.map(({ code }) => code)).toContain('unknown-key');
  expect(target).toBeNull();
});
