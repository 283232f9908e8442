import { expect, test } from 'vitest';
import { fileNameProblem } from '../../../build/read/file-names.ts';

test.each([
  ...['osm', 'osm-de', '4umaps', 'a'.repeat(64), 'console', 'com', 'com10'].map((name) => [name, true] as const),
  ...['', 'OSM', 'osm_de', 'osm--de', '-osm', 'osm-', 'å', 'a b', 'a'.repeat(65), 'con', 'nul', 'com1'].map(
    (name) => [name, false] as const,
  ),
])('the name %j is good: %j', (name, isGood) => expect(fileNameProblem(name) === null).toBe(isGood));
