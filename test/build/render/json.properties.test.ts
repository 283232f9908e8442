/** Checksums are written without looking for what JSON escapes: of any that their schema accepts, the JSON is the same. */
import { expect, test } from 'vitest';
import type { ChecksumHistory, DataSource, Entry } from '../../../build/model/catalog.ts';
import { dataSourceJson } from '../../../build/render/json.ts';
import { anyDataSource } from '../../support/any-data-source.ts';
import { fc } from '../../support/property.ts';

/** JSON in the order given, each value by JavaScript's own writer. */
const object = (members: readonly (readonly [string, string])[]): string =>
  `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;

function expectedJson({ id, name, baseUrl, directory, action, files, maps, themes }: DataSource): string {
  const histories = (checksums: ChecksumHistory): string =>
    JSON.stringify(checksums.map(({ lastModified, contentLength, sha1 }) => ({ lastModified, contentLength, sha1 })));
  const group = (list: readonly Entry[], isTheme = false): string =>
    object(
      list.map(({ path, checksums, fragments, imageurl }) => [
        path,
        object([
          ['checksums', histories(checksums)],
          ['fragments', object(fragments.map((fragment) => [fragment.key, histories(fragment.checksums)]))],
          ...(isTheme ? [['imageurl', JSON.stringify(imageurl)] as const] : []),
        ]),
      ]),
    );
  const texts = Object.entries({ id, name, baseUrl, directory, action });
  return `${object([
    ...texts.map(([name, value]) => [name, JSON.stringify(value)] as const),
    ['files', group(files)],
    ['maps', group(maps)],
    ['themes', group(themes, true)],
  ])}\n`;
}

test('the JSON of a data source is what JSON.stringify writes', () => {
  fc.assert(
    fc.property(anyDataSource, (datasource) => {
      expect([...dataSourceJson(datasource)].join('')).toBe(expectedJson(datasource));
    }),
    { numRuns: 300 },
  );
});
