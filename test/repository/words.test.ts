/** The words of docs/code.md: one meaning each. What a program can tell is here, each exception with its reason. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';
import { exportsOf, sourceFiles } from '../support/imports.ts';

const SOURCES = sourceFiles();
const EXPORTS = SOURCES.flatMap(exportsOf);

/** Which words of names mean one thing: where they are allowed, with the reason. */
const WORDS: readonly {
  readonly word: string;
  readonly inNames: RegExp;
  readonly inFiles: RegExp;
  /** Names and files that have it, and why. */
  readonly allowed: Readonly<Record<string, string>>;
}[] = [
  {
    word: 'kind',
    inNames: /(?:^kind|Kind)(?![a-z])|KIND/,
    inFiles: /(?:^|-)kinds?(?:-|$)/,
    allowed: { kindOfCategory: 'of a map', kindNames: 'of maps', asksKind: 'of a map' },
  },
  {
    word: 'server',
    inNames: /(?:^server|Servers?)(?![a-z])|SERVER/,
    inFiles: /(?:^|-)servers?(?:-|$)/,
    allowed: {
      NodeServer: 'a machine answers: cartalog serve',
      startNodeServer: 'a machine answers: cartalog serve',
      'node-server': 'a machine answers: cartalog serve',
      SERVER_CONFIGURATIONS: 'of web servers',
      ServerChoice: 'the machine of a mirror',
      'server-configuration': 'of the machine of a mirror',
      addServerCommand: 'the command cartalog server',
      installServer: 'sets up a machine',
      removeServer: 'sets up a machine',
      planServer: 'sets up a machine',
      ServerFacts: 'of a machine',
      WEB_SERVERS: 'programs of a machine',
      WEB_SERVER_NAMES: 'programs of a machine',
      isWebServer: 'a program of a machine',
      WebServer: 'a program of a machine',
      WebServerName: 'a program of a machine',
      'web-server': 'a program of a machine',
      'web-servers': 'programs of a machine',
      'server-configurations': 'of programs of a machine',
    },
  },
  {
    word: 'group',
    inNames: /(?:^group|Groups?)(?![a-z])|GROUP/,
    inFiles: /(?:^|-)groups?(?:-|$)/,
    allowed: {},
  },
  {
    word: 'entry',
    inNames: /CatalogEntr|Entr(?:y|ies)(?:Kind|Group)/,
    inFiles: /^catalog-entr/,
    allowed: {},
  },
];

describe.each(WORDS)('the word $word', ({ inNames, inFiles, allowed }) => {
  const names = EXPORTS.filter(({ name }) => inNames.test(name));
  const files = SOURCES.map(({ path }) => ({ path, name: basename(path).replace(/\..*/, '') }));
  const found = [...names, ...files.filter(({ name }) => inFiles.test(name))];

  test('has one meaning in names of exports and files', () =>
    expect(
      found.filter(({ name }) => !Object.hasOwn(allowed, name)).map(({ path, name }) => `${path}: ${name}`),
    ).toEqual([]));

  test('has no exception that nothing needs', () =>
    expect(Object.keys(allowed).filter((name) => !found.some((one) => one.name === name))).toEqual([]));
});

/** Names of functions that are one word, and why they say enough: any other word could be in every room. */
const ONE_WORD: Readonly<Record<string, string>> = {
  build: 'of the library',
  check: 'of the library',
  main: 'runs the program',
  diagnosing: 'the word of the glossary: of a table of problems',
  diagnostic: 'the word of the glossary: makes one',
  error: 'the severity of a row in tables of problems',
  warning: 'the severity of a row in tables of problems',
  quoted: 'a text in messages, in which it is everywhere',
  plural: 'a number with its noun, in texts of every room',
  visible: 'a text without invisible characters, in texts of every room',
  fold: 'the term of Unicode for comparing without case',
  html: 'the tag of templates, named after their language',
};

describe('names of functions', () => {
  const found = EXPORTS.filter(({ name }) => /^[a-z\d]+$/.test(name));

  test('say what they are about: a verb and its object, or a noun with its subject', () => {
    const bare = found.filter(({ name }) => !Object.hasOwn(ONE_WORD, name));
    expect(bare.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });

  test('have no exception that nothing needs', () =>
    expect(Object.keys(ONE_WORD).filter((word) => !found.some(({ name }) => name === word))).toEqual([]));
});

test('the glossary explains each of them', () => {
  const [, glossary = ''] = readFileSync(join(ROOT, 'docs/code.md'), 'utf8').split('## Words\n');
  const terms = glossary.split('\n').flatMap((row) => /^\| ([^|]+) \|/.exec(row)?.[1]?.split(', ') ?? []);
  expect(new Set(terms).size).toBe(terms.length);
  const words =
    'kind server host list listing entry section role `v1` `v2` place source answer ask page index layer reader stated written notice history';
  for (const word of words.split(' ')) expect(terms).toContain(word);
});

test('what is in a folder of one interface has no name of the other', () => {
  expect(SOURCES.filter(({ path }) => /\/v1\/.*v2-|\/v2\/.*v1-/.test(path)).map(({ path }) => path)).toEqual([]);
});
