import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mapOfAddress } from '../../../build/map-types/map-address.ts';
import { PMTILES_FILES } from '../../../build/map-types/pmtiles/type.ts';
import { readSnippet } from '../../../build/map-types/snippet.ts';
import { programFormsOf } from '../../../build/programs/forms.ts';
import webLibraries from '../../../build/programs/web-libraries.json' with { type: 'json' };
import { ROOT } from '../../support/cli.ts';
import { typedMap } from '../../support/typed-maps.ts';

test.each(Object.entries({ ...webLibraries, ...PMTILES_FILES }))(
  '%s is the installed file, which tests run',
  (path, integrity) => {
    const [, name = '', version = '', file = ''] = /^(@?[^@]+)@([^/]+)\/(.+)$/.exec(path) ?? [];
    const read = (one: string): Buffer => readFileSync(join(ROOT, 'node_modules', name, one));
    expect(JSON.parse(read('package.json').toString())).toMatchObject({ version });
    expect(`sha384-${createHash('sha384').update(read(file)).digest('base64')}`).toBe(integrity);
  },
);

// The code of Leaflet for a WMS has options where an address has parameters.
test.each([
  ['tms', 'maplibre', 'tms'],
  ['tms', 'leaflet', 'tms'],
  ['wms', 'maplibre', 'wms'],
  ['vector', 'maplibre', 'vector'],
  ['vector', 'leaflet', 'vector'],
  ['pmtiles', 'maplibre', 'vector'],
] as const)('the page of a %s for %s can be pasted to add a %s', (type, name, read) => {
  const forms = programFormsOf({ serviceUrl: 'https://maps.example.org' }, typedMap(type));
  const { text } = forms.find(({ program }) => program === name) ?? {};
  expect(text).toMatch(/^<!doctype html>/);
  expect(mapOfAddress({ url: readSnippet(text ?? '')?.url ?? '' })).toHaveProperty('type', read);
});
