/** Single files are written in one step, and what runs that are gone left is removed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFile, replaceFile } from '../../../cli/files/write-file.ts';
import { temporaryFolder } from '../../support/catalogs.ts';

/** The id of a process that there cannot be. */
const GONE = 2 ** 22 + 1;

describe('createFile', () => {
  test('writes a file with its folders, and nothing else', () => {
    const folder = temporaryFolder();
    createFile(join(folder, 'a/b/c.yaml'), 'new');
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['a', 'a/b', 'a/b/c.yaml']);
    expect(readFileSync(join(folder, 'a/b/c.yaml'), 'utf8')).toBe('new');
    expect(statSync(join(folder, 'a/b/c.yaml')).nlink).toBe(1);
  });

  test('leaves a file that is there alone', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'c.yaml'), 'old');
    expect(() => createFile(join(folder, 'c.yaml'), 'new')).toThrow('EEXIST');
    expect(readdirSync(folder)).toEqual(['c.yaml']);
    expect(readFileSync(join(folder, 'c.yaml'), 'utf8')).toBe('old');
  });
});

test.each([
  ['createFile', 'new.yaml', createFile],
  ['replaceFile', 'old.yaml', replaceFile],
])('%s removes what runs that are gone left, and nothing of others', (_, name, write) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'sub'));
  for (const file of [
    'old.yaml',
    '.hidden',
    '.a.new',
    'sub/.x.1.new',
    `.other.yaml.${GONE}.new`,
    `.b.${process.ppid}.new`,
  ])
    writeFileSync(join(folder, file), '');
  writeFileSync(join(folder, `.${name}.${process.pid}.new`), 'from a process that had the same id');
  write(join(folder, name), 'text');
  expect(readFileSync(join(folder, name), 'utf8')).toBe('text');
  const others = readdirSync(folder).filter((file) => !['old.yaml', name].includes(file));
  expect(others.sort()).toEqual(['.a.new', `.b.${process.ppid}.new`, '.hidden', 'sub'].sort());
  expect(existsSync(join(folder, 'sub/.x.1.new'))).toBe(true);
});
