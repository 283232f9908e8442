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

const SOURCES = sourceFiles()
  .filter(({ path }) => path.startsWith('commands/upstream/'))
  .map(({ text }) => text)
  .join('\n');

/** Codes that are found by their sentence, and what has no code. */
const BY_SENTENCE = [
  'name-unknown',
  'certificate',
  'connection-refused',
  'connection-closed',
  'connection-slow',
  'said',
];

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

test.each<[CodedReason, en: string, de: string | null]>([
  [
    ['each-tile', ['answers', 404], 3],
    'it answers 404 for each of 3 tiles',
    'Der Server antwortet mit 404 bei jeder von 3 Kacheln',
  ],
  [
    ['also', NOT_IMAGE, ['asks-for-key']],
    'it is an HTML page and not an image; it asks for a key',
    'Die Antwort ist kein Bild: Sie ist eine HTML-Seite; Der Server verlangt einen Schlüssel',
  ],
  [
    ['perhaps-nothing', ['one-colour', 1]],
    'it sends only one colour for 1 place, where there may be nothing',
    'Der Server sendet nur eine Farbe für 1 Ort, wo vielleicht nichts ist',
  ],
  [
    ['some-tiles', ['no-answer', 10], 2, 3],
    'there is no answer after 10 seconds for 2 of 3 tiles',
    'Nach 10 Sekunden kam keine Antwort bei 2 von 3 Kacheln',
  ],
  [['some-tiles', ['no-answer', 0.5], 1, 1], 'there is no answer after 0.5 seconds for 1 of 1 tile', expect.anything()],
  [
    ['robots-unreadable', ['answers', 500]],
    'its robots.txt cannot be read: it answers 500',
    'Seine robots.txt ist nicht lesbar: Der Server antwortet mit 500',
  ],
  [['redirects-often', 5], 'it redirects more than 5 times', 'Der Server leitet mehr als 5-mal weiter'],
  [
    ['redirects-to', 'b.example', ['answers', 404]],
    'it redirects to b.example: it answers 404',
    'Der Server leitet zu b.example weiter: Der Server antwortet mit 404',
  ],
  [
    ['part', ['style'], ['other-content', ['html'], ['a-style']]],
    'style: it is an HTML page and not a style',
    'Stil: Die Antwort ist kein Stil: Sie ist eine HTML-Seite',
  ],
  [
    ['part', ['capabilities'], ['no-layer', 'a']],
    'capabilities: it does not name the layer "a" of the record',
    'Beschreibung des Dienstes: Die Ebene „a“ des Eintrags fehlt darin',
  ],
  [
    ['part', ['tiles'], ['coding-broken', 'gzip, br']],
    'tiles: its Content-Encoding is "gzip, br", but that cannot be decompressed',
    'Kacheln: Content-Encoding ist „gzip, br“, aber so lässt sich die Antwort nicht entpacken',
  ],
  [
    ['coding-unknown', 'zstd'],
    'its Content-Encoding is not known: "zstd"',
    'Content-Encoding ist nicht bekannt: „zstd“',
  ],
  [
    ['part', ['header'], ['answer-cut-off']],
    'header: the answer was cut off',
    'Kopf des Archivs: Die Antwort wurde abgeschnitten',
  ],
  [['part', ['glyphs'], ['answers', 403]], 'glyphs: it answers 403', 'Schriften: Der Server antwortet mit 403'],
  [['broken-picture', 'WebP', ['cut-off']], 'its WebP is cut off', 'Das WebP-Bild ist abgeschnitten'],
  [['answer-large', 5_242_880], 'the answer has more than 5,242,880 bytes', 'Die Antwort hat mehr als 5.242.880 Bytes'],
  [['no-layer', '{0} $& {1}'], 'it does not name the layer "{0} $& {1}" of the record', expect.anything()],
  [['part', ['style'], ['said', 'something new']], 'style: something new', null],
])('%j is worded in both languages', (reason, en, de) => {
  expect([reasonInWords(reason, 'en'), reasonInWords(reason, 'de')]).toEqual([en, de]);
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
