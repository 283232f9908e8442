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
    allowed: {
      kindOfCategory: 'of a map',
      kindNames: 'of maps',
      asksKind: 'of a map',
    },
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
      addServer: 'the command cartalog server',
      installServer: 'sets up a machine',
      removeServer: 'sets up a machine',
      planServer: 'sets up a machine',
      ServerPlan: 'of a machine',
      ServerFacts: 'of a machine',
      WEB_SERVERS: 'programs of a machine',
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

  test('has one meaning in names of exports and files', () => {
    expect(
      found.filter(({ name }) => !Object.hasOwn(allowed, name)).map(({ path, name }) => `${path}: ${name}`),
    ).toEqual([]);
  });

  test('has no exception that nothing needs', () => {
    expect(Object.keys(allowed).filter((name) => !found.some((one) => one.name === name))).toEqual([]);
  });
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
  const wrong = SOURCES.filter(({ path }) => /\/v1\/.*v2-|\/v2\/.*v1-/.test(path));
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
