import { expect, test } from 'vitest';
import { LAYOUT } from '../../../build/read/layout.ts';
import { fieldsSection } from '../../../scripts/docs/fields.ts';
import { readSources } from '../../../scripts/docs.ts';

const section = fieldsSection(readSources().schemas);

test('every field of the schemas is there, with its description', () => {
  for (const field of [
    'urlPattern',
    'baseUrl',
    'maxAge',
    'include',
    'sha1',
    'southWestLatitude',
    'imageurl',
    'parent',
  ]) {
    expect(section).toMatch(new RegExp(`^\\| \`${field}\` \\| (?:yes)? \\| .{10}`, 'm'));
  }
  expect(section).toContain('`Flatten`: Unpacks the zip into one folder');
  expect(section).not.toContain('undefined');
});

test('every place where a file can be is named', () => {
  for (const { path } of LAYOUT) expect(section).toContain(`\`catalog/${path.replace('*', '<name>')}\``);
});

test('each field is explained once', () => {
  const fields = [...section.matchAll(/^\| `(lastModified|northEastLatitude|checksums|hosts)`/gm)];
  expect(fields.map(([, field]) => field).sort()).toEqual(['checksums', 'hosts', 'lastModified', 'northEastLatitude']);
});
