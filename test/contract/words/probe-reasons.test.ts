/** Reasons of `probe`: every code has words in both languages, is used, and is worded with its arguments. */
import { expect, test } from 'vitest';
import data from '../../../contract/words/probe-reasons.json' with { type: 'json' };
import {
  type CodedReason,
  englishOf,
  ReasonError,
  reasonInWords,
  reasonOf,
} from '../../../contract/words/probe-reasons.ts';
import { sourceFiles } from '../../support/imports.ts';
import { textsIn } from '../../support/words.ts';

const SOURCES = sourceFiles()
  .filter(({ path }) => path.startsWith('commands/upstream/'))
  .map(({ text }) => text)
  .join('\n');

/** Codes that are found by their sentence, and what has no code. */
const BY_SENTENCE = textsIn(
  'name-unknown | certificate | connection-refused | connection-closed | connection-slow | said',
);

const namesIn = (template: string): string[] =>
  Array.from(template.matchAll(/\{(\d)/g), ([, name]) => String(name)).sort();

test.each(Object.entries(data))(
  '%s is used, and has the same arguments in both languages',
  (code, { en, ...words }) => {
    expect(BY_SENTENCE.includes(code) || SOURCES.includes(`'${code}'`)).toBe(true);
    expect('de' in words || code === 'said').toBe(true);
    if ('de' in words) expect(namesIn(words.de)).toEqual(namesIn(en));
  },
);

const NOT_IMAGE: CodedReason = ['other-content', ['html'], ['an-image']];

/** The sentences are in the snapshot. */
test.each<[reason: CodedReason]>([
  [['each-tile', ['answers', 404], 3]],
  [['also', NOT_IMAGE, ['asks-for-key']]],
  [['perhaps-nothing', ['one-colour', 1]]],
  [['some-tiles', ['no-answer', 10], 2, 3]],
  [['some-tiles', ['no-answer', 0.5], 1, 1]],
  [['robots-unreadable', ['answers', 500]]],
  [['redirects-often', 5]],
  [['redirects-to', 'b.example', ['answers', 404]]],
  [['part', ['style'], ['other-content', ['html'], ['a-style']]]],
  [['part', ['capabilities'], ['no-layer', 'a']]],
  [['part', ['tiles'], ['coding-broken', 'gzip, br']]],
  [['coding-unknown', 'zstd']],
  [['part', ['header'], ['answer-cut-off']]],
  [['part', ['glyphs'], ['answers', 403]]],
  [['broken-picture', 'WebP', ['cut-off']]],
  [['answer-large', 5_242_880]],
  [['no-layer', '{0} $& {1}']],
  [['part', ['style'], ['said', 'something new']]],
])('%j is worded in both languages', (reason) => {
  expect([reasonInWords(reason, 'en'), reasonInWords(reason, 'de')]).toMatchSnapshot();
});

test.each<[kept: string | readonly unknown[], en: string]>([
  ['it answers 404', 'it answers 404'],
  [['code-of-tomorrow', 3, ['answers', 404]], 'code-of-tomorrow 3 it answers 404'],
  [['constructor'], 'constructor'],
  [[['answers', 404]], 'answers,404'],
])('%j of another version is shown in English', (kept, en) => {
  expect([reasonInWords(kept, 'en'), reasonInWords(kept, 'de')]).toEqual([en, null]);
});

test('a reason of any size and depth is a short text', () => {
  expect(reasonInWords('x'.repeat(1e6), 'en')).toBe(`${'x'.repeat(200)}…`);
  let deep: unknown[] = ['answers', 404];
  for (let index = 0; index < 100_000; index++) deep = ['part', ['style'], deep];
  expect(reasonInWords(deep, 'en')).toBe(`${'style: '.repeat(20)}…: …`);
});

test.each<[string, string, CodedReason]>([
  ['the connection was refused', 'ECONNREFUSED', ['connection-refused']],
  ['its certificate is not accepted (CERT_HAS_EXPIRED)', 'CERT_HAS_EXPIRED', ['certificate', 'CERT_HAS_EXPIRED']],
  ['the host is not reachable', 'EHOSTUNREACH', ['said', 'the host is not reachable']],
])('the reason with the sentence %j', (sentence, argument, reason) => {
  expect(reasonOf(sentence, argument)).toEqual(reason);
  expect(englishOf(reason)).toBe(sentence);
});

test('an error says its reason in English', () => {
  expect(new ReasonError(['answers', 404]).message).toBe('it answers 404');
  expect(new ReasonError('something else').reason).toEqual(['said', 'something else']);
});
