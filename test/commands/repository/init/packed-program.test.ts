import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { IS_PUBLISHED } from '../../../../cli/program/package.ts';
import { packedProgram } from '../../../../commands/repository/init/packed-program.ts';
import { temporaryFolder } from '../../../support/catalogs.ts';
import { packedFile, tarballOf } from '../../../support/tarball.ts';

const packageJson = (content: unknown): Buffer => tarballOf({ 'package/package.json': JSON.stringify(content) });

describe('a tarball', () => {
  test.each(['0.1.0', '1.2.0-rc.1'])('of version %s gets its place in the repository', (version) => {
    const file = packedFile(temporaryFolder(), version);
    const program = packedProgram('/', file);
    expect(program.spec).toBe(`file:vendor/cartalog-${version}.tgz`);
    expect(program.file?.path).toBe(`vendor/cartalog-${version}.tgz`);
    expect(packedProgram('/', `file:${file}`)).toEqual(program);
    expect(packedProgram(join(file, '..'), `cartalog-${version}.tgz`)).toEqual(program);
  });

  test.each<[string, Uint8Array | null, RegExp]>([
    ['that is not there', null, /^--package: There is no file x\.tgz; npm pack /],
    [
      'that is no gzip',
      Buffer.from('x'),
      /^--package: x\.tgz is not the tarball \(\.tgz\) of an npm package; npm pack /,
    ],
    ['that is a gzip of something else', gzipSync('x'.repeat(2000)), / is not the tarball /],
    ['that is cut short', packageJson({ name: 'cartalog', version: '1.0.0' }).subarray(0, 60), / is not the tarball /],
    ['without package.json', tarballOf({ 'package/a': 'a' }), / is not the tarball /],
    ['whose package.json is none', tarballOf({ 'package/package.json': '{' }), / is not the tarball /],
    ['of another package', packageJson({ name: 'cartalogue', version: '1.0.0' }), / is the package "cartalogue", not /],
    ['of a version that could be a path', packageJson({ name: 'cartalog', version: '../../x' }), / has no version; /],
  ])('%s is refused', (_, content, message) => {
    const cwd = temporaryFolder();
    if (content !== null) writeFileSync(join(cwd, 'x.tgz'), content);
    expect(() => packedProgram(cwd, 'x.tgz')).toThrow(message);
  });

  test('that is a folder is refused', () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'x.tgz'));
    expect(() => packedProgram(cwd, 'x.tgz')).toThrow(/^--package: x\.tgz cannot be read: /);
  });
});

test.each([
  ['cartalog@1.2.3', '1.2.3'],
  ['https://example.org/cartalog.tgz', 'https://example.org/cartalog.tgz'],
  ['git+ssh://git@example.org/cartalog.git', 'git+ssh://git@example.org/cartalog.git'],
])('%s is what somebody says in so many letters, and is written as %s', (given, spec) => {
  expect(packedProgram('/', given)).toEqual({ spec, file: null });
});

test.each(['', ' '])('%j is no name', (given) => {
  expect(() => packedProgram('/', given)).toThrow(/^--package: The name of the tarball is empty; npm pack /);
});

test('nothing is taken from npm while the name there is nobody’s', () => {
  expect(IS_PUBLISHED).toBe(false);
  expect(() => packedProgram('/', null)).toThrow(
    /^cartalog is not on npm yet: name a tarball of it with --package FILE; /,
  );
});
