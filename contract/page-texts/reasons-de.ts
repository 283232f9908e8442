/** The sentences of `probe` about maps in German, only for builds. Histories and documents have them in English. */

/** Sentences without figures. */
const WHOLE: Readonly<Record<string, string>> = {
  'it answers 200 with nothing': 'Der Server antwortet mit 200, aber ohne Inhalt',
  'it asks for a key': 'Der Server verlangt einen Schlüssel',
  'there is only one tile to judge': 'Es gibt nur eine Kachel zum Beurteilen',
  'robots.txt does not allow it': 'Die robots.txt erlaubt es nicht',
  'two tiles have much in common, and there are no others':
    'Zwei Kacheln haben viel gemeinsam, und weitere gibt es nicht',
  'it sends another picture of the same place each time':
    'Der Server sendet für denselben Ort jedes Mal ein anderes Bild',
  'it redirects in a circle': 'Der Server leitet im Kreis weiter',
  'its name is not known': 'Der Name des Servers ist nicht bekannt',
  'the connection was refused': 'Die Verbindung wurde abgelehnt',
  'the connection was closed': 'Die Verbindung wurde geschlossen',
  'the connection took too long': 'Die Verbindung dauerte zu lange',
};

const IMAGES: Readonly<Record<string, string>> = {
  'an HTML page': 'eine HTML-Seite',
  empty: 'leer',
  text: 'Text',
  'compressed data': 'komprimiert',
  'data of another kind': 'von anderer Art',
};

const FAULTS: Readonly<Record<string, string>> = {
  'is cut off': 'ist abgeschnitten',
  'cannot be read': 'ist nicht lesbar',
  'has a wrong checksum': 'hat eine falsche Prüfsumme',
  'has no pixels': 'hat keine Pixel',
  'has too many scans': 'hat zu viele Durchgänge',
};

type Rule = readonly [english: RegExp, german: (...groups: string[]) => string | null];

const anyOf = (words: Readonly<Record<string, string>>): string => Object.keys(words).join('|');
const places = (count = ''): string => (count === '1' ? '1 Ort' : `${count} Orte`);
const seconds = (count = ''): string => (count === '1' ? '1 Sekunde' : `${count} Sekunden`);
const around = (before: string, reason: string | undefined, after: string): string | null => {
  const german = germanClause(reason ?? '');
  return german === null ? null : before + german + after;
};

/** What a sentence matches, and the same in German; null if a part of it is unknown. */
const RULES: readonly Rule[] = [
  [/^(.*) for each of (\d+) tiles$/, (reason, count) => around('', reason, ` bei jeder von ${count} Kacheln`)],
  [/^(.*) for (\d+) of (\d+) tiles?$/, (reason, some, all) => around('', reason, ` bei ${some} von ${all} Kacheln`)],
  [/^(.*), where there may be nothing$/, (reason) => around('', reason, ', wo vielleicht nichts ist')],
  [/^its robots\.txt cannot be read: (.*)$/, (reason) => around('Seine robots.txt ist nicht lesbar: ', reason, '')],
  [/^it answers (\d+)$/, (status) => `Der Server antwortet mit ${status}`],
  [/^it is (\d+ × \d+) pixels and not 256 or 512$/, (size) => `Das Bild hat ${size} Pixel, nicht 256 oder 512`],
  [
    /^it is (\d+ × \d+) pixels, too large for a tile$/,
    (size) => `Das Bild hat ${size} Pixel, zu viele für eine Kachel`,
  ],
  [
    new RegExp(`^it is (XML|JSON|${anyOf(IMAGES)}) and not an image$`),
    (what = '') => `Die Antwort ist kein Bild: Sie ist ${IMAGES[what] ?? what}`,
  ],
  [new RegExp(`^its (\\w+) (${anyOf(FAULTS)})$`), (format, fault = '') => `Das ${format}-Bild ${FAULTS[fault]}`],
  [/^it sends only one colour for (\d+) places?$/, (count) => `Der Server sendet nur eine Farbe für ${places(count)}`],
  [/^it sends the same picture for (\d+) places$/, (count) => `Der Server sendet dasselbe Bild für ${places(count)}`],
  [
    /^the pictures of (\d+) places have nothing near their borders, where a map goes on$/,
    (count) => `Die Bilder von ${count} Orten haben nichts nahe am Rand, wo eine Karte weitergeht`,
  ],
  [
    /^the same banner is on (\d+) different tiles$/,
    (count) => `Derselbe Balken ist auf ${count} verschiedenen Kacheln`,
  ],
  [
    /^the same letters or signs are (somewhere )?on (\d+) different tiles$/,
    (anywhere, count) =>
      `Dieselben Buchstaben oder Zeichen sind ${anywhere ? 'irgendwo ' : ''}auf ${count} verschiedenen Kacheln`,
  ],
  [
    /^its tiles look different, as those of (\d+) maps of (.+) do$/,
    (count, provider) => `Die Kacheln sehen anders aus, wie die von ${count} Karten von ${provider}`,
  ],
  [/^there is no answer after ([\d.]+) seconds?$/, (count) => `Nach ${seconds(count)} kam keine Antwort`],
  [
    /^there is no connection after ([\d.]+) seconds?$/,
    (count) => `Nach ${seconds(count)} kam keine Verbindung zustande`,
  ],
  [/^it redirects more than (\d+) times?$/, (count) => `Der Server leitet mehr als ${count}-mal weiter`],
  [/^its certificate is not accepted \((\w+)\)$/, (code) => `Das Zertifikat wird nicht akzeptiert (${code})`],
];

/** A reason of `probe` in German, as a sentence without full stop; null if it is unknown, such as what the network said. */
export function germanReason(reason: string): string | null {
  const clauses = reason.split('; ').map(germanClause);
  return clauses.includes(null) ? null : clauses.join('; ');
}

function germanClause(clause: string): string | null {
  if (Object.hasOwn(WHOLE, clause)) return WHOLE[clause] as string;
  for (const [english, german] of RULES) {
    const match = english.exec(clause);
    if (match) return german(...match.slice(1));
  }
  return null;
}
