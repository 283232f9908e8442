import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nearestWith } from '../../../cli/git/repository-place.ts';
import { temporaryFolder } from '../../support/catalogs.ts';

test('the nearest folder with one of some names is found', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'a/b/c'), { recursive: true });
  writeFileSync(join(folder, 'a/mark'), '');
  const nearest = (path: string): string | null => nearestWith(join(folder, path), ['other', 'mark']);
  expect([nearest('a/b/c'), nearest('a'), nearest('')]).toEqual([join(folder, 'a'), join(folder, 'a'), null]);
  mkdirSync(join(folder, 'a/b/other'));
  expect(nearest('a/b/c')).toBe(join(folder, 'a/b'));
});
