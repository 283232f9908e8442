/** Every sentence that `probe` says about a map has a German one. The sentences are found in its sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { germanReason } from '../../../../../build/render/pages/map/reasons-de.ts';
import { ROOT } from '../../../../support/cli.ts';

const FILES = ['ask/judge-tiles', 'ask/ask-host', 'ask/map-look', 'probe', 'history/daily-status', 'picture/picture'];
const PART_FILES = [
  'ask/map-asker',
  'picture/vector-tile',
  'map-types/tile-pictures',
  'map-types/wms-parts',
  'map-types/vector-parts',
  'map-types/pmtiles-parts',
];

/** What expressions in the sentences stand for; others are numbers. */
const SAMPLES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/reason|message/, ['it answers 404']],
  [/^(?:times|REGION_HINT)$/, ['']],
  [/^provider|name/i, ['Prov Maps']],
  [/^crs$/, ['EPSG:3857']],
  [/^quoted$/, ['"roads"']],
  [/^lacking/, ['EPSG:3857']],
  [/^wanted$/, ['a style', 'a TileJSON', 'a list of icons']],
  [/^code$/, ['LayerNotDefined']],
  [/^count$/, ['1 place', '3 places']],
  [/^asked$|'tile'/, ['7 tiles']],
  [
    /describeContent|^content$/,
    ['empty', 'an HTML page', 'XML', 'JSON', 'text', 'compressed data', 'data of another kind'],
  ],
  [/format/, ['PNG', 'WebP']],
  [/^what$/, ['is cut off', 'cannot be read', 'has a wrong checksum', 'has no pixels', 'has too many scans']],
];

/** Sentences about hosts, records and requests, which are in no status. */
const OTHERS =
  /^(?:it (?:redirects to \[|sends a |works with https|answers \$\{[\w.]+\} to|had its requests)|its (?:certificate is good|tiles are)|there is no tile|There)/;

/** The sentences in a source, with each sample for each expression. */
function sentencesIn(source: string): string[] {
  const code = source.replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*/gms, '');
  const texts = Array.from(
    code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g),
    ([, plain, made]) => plain ?? made ?? '',
  );
  const sentences = texts.filter((text) => /^(?:(?:its?|the|there|two) .|\$\{[\w.]*(?:reason|message)\}.)/.test(text));
  return sentences.filter((text) => !OTHERS.test(text)).flatMap(filled);
}

function filled(text: string): string[] {
  const [whole, expression = ''] = /\$\{([^}]*)\}/.exec(text) ?? [];
  if (whole === undefined) return [text];
  const values = SAMPLES.find(([name]) => name.test(expression))?.[1] ?? ['3'];
  return values.flatMap((value) => filled(text.replace(whole, () => value)));
}

test.each([...FILES, ...PART_FILES])('the sentences of %s are known', (file) => {
  const sentences = sentencesIn(readFileSync(join(ROOT, 'commands/upstream/probe', `${file}.ts`), 'utf8'));
  expect(sentences.length).toBeGreaterThan(0);
  expect(sentences.filter((sentence) => germanReason(sentence) === null)).toEqual([]);
});

test.each([
  ['it answers 404 for each of 3 tiles', 'Der Server antwortet mit 404 bei jeder von 3 Kacheln'],
  [
    'it is an HTML page and not an image; it asks for a key',
    'Die Antwort ist kein Bild: Sie ist eine HTML-Seite; Der Server verlangt einen Schlüssel',
  ],
  [
    'it sends only one colour for 1 place, where there may be nothing',
    'Der Server sendet nur eine Farbe für 1 Ort, wo vielleicht nichts ist',
  ],
  ['there is no answer after 10 seconds for 2 of 3 tiles', 'Nach 10 Sekunden kam keine Antwort bei 2 von 3 Kacheln'],
  ['its robots.txt cannot be read: it answers 500', 'Seine robots.txt ist nicht lesbar: Der Server antwortet mit 500'],
  ['it redirects more than 5 times', 'Der Server leitet mehr als 5-mal weiter'],
  ['style: it is an HTML page and not a style', 'Stil: Die Antwort ist kein Stil: Sie ist eine HTML-Seite'],
  [
    'capabilities: it does not name the layer "a" of the record',
    'Beschreibung des Dienstes: Die Ebene „a“ des Eintrags fehlt darin',
  ],
  [
    'tiles: its Content-Encoding is "gzip, br", but that cannot be decompressed',
    'Kacheln: Content-Encoding ist „gzip, br“, aber so lässt sich die Antwort nicht entpacken',
  ],
  ['its Content-Encoding is not known: "zstd"', 'Content-Encoding ist nicht bekannt: „zstd“'],
  ['header: the answer was cut off', 'Kopf des Archivs: Die Antwort wurde abgeschnitten'],
  ['glyphs: it answers 403', 'Schriften: Der Server antwortet mit 403'],
  ['constructor', null],
  ['it answers 403; something new', null],
])('%s', (english, german) => {
  expect(germanReason(english)).toBe(german);
});
