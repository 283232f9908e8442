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
  'it does not offer the format of the record': 'Das Format des Eintrags fehlt darin',
  'its XML is broken': 'Das XML ist beschädigt',
  'its JSON is broken': 'Das JSON ist beschädigt',
  'it is XML and not the capabilities of a WMS': 'Die Antwort ist XML, aber nicht die Beschreibung eines WMS',
  'it reports an error without a known code': 'Der Server meldet einen Fehler ohne bekannten Code',
  'it is JSON and not a style of version 8': 'Die Antwort ist JSON, aber kein Stil der Version 8',
  'it is a TileJSON: write its address as tiles': 'Die Antwort ist ein TileJSON: Seine Adresse gehört in tiles',
  'only programs of Mapbox read mapbox:': 'Nur Programme von Mapbox lesen mapbox:',
  'it is JSON of another kind': 'Die Antwort ist JSON von anderer Art',
  'it is a TileJSON without tiles': 'Die Antwort ist ein TileJSON ohne Kacheln',
  'it has no layers': 'Der Stil hat keine Ebenen',
  'it has no tiles': 'Der Stil hat keine Kacheln',
  'it has no valid address': 'Die Adresse ist ungültig',
  'it is not at a public address': 'Die Adresse ist nicht öffentlich',
  'it is on another host, for which the access token is not':
    'Sie liegen auf einem anderen Server, für den der Zugangsschlüssel nicht ist',
  'it was not asked for, after the requests of today': 'Nach den Anfragen des Tages wurde nicht mehr gefragt',
  'it has no features': 'Die Kachel ist leer',
  'it has no tile there': 'Dort gibt es keine Kachel',
  'it cannot be unpacked': 'Die Antwort lässt sich nicht entpacken',
  'it is compressed in a way that probe does not know': 'Die Art der Komprimierung ist nicht bekannt',
  'it does not answer ranges': 'Der Server beantwortet keine Teilanfragen (Range)',
  'it is not of version 3 of PMTiles': 'Das Archiv hat nicht die Version 3 von PMTiles',
  'it is cut off': 'Das Archiv ist abgeschnitten',
  'it states wrong zooms': 'Der Kopf nennt falsche Zoomstufen',
  'its directory is damaged': 'Das Verzeichnis ist beschädigt',
};

const IMAGES: Readonly<Record<string, string>> = {
  'an HTML page': 'eine HTML-Seite',
  empty: 'leer',
  text: 'Text',
  'compressed data': 'komprimiert',
  'data of another kind': 'von anderer Art',
};

/** The parts of a map. */
const PARTS: Readonly<Record<string, string>> = {
  capabilities: 'Beschreibung des Dienstes',
  style: 'Stil',
  tiles: 'Kacheln',
  glyphs: 'Schriften',
  sprite: 'Symbole',
  header: 'Kopf des Archivs',
  ranges: 'Teile des Archivs',
};

/** What an answer should have been. */
const WANTED: Readonly<Record<string, string>> = {
  'and not a vector tile': 'keine Vektorkachel',
  'and not letters': 'keine Schrift',
  'and not a style': 'kein Stil',
  'and not a TileJSON': 'kein TileJSON',
  'and not a list of icons': 'keine Liste von Symbolen',
  'and not a PMTiles archive': 'kein PMTiles-Archiv',
  'and not the capabilities of a WMS': 'keine Beschreibung eines WMS',
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
const germanCount = (count = ''): string => count.replaceAll(',', '.');
const seconds = (count = ''): string => (count === '1' ? '1 Sekunde' : `${count} Sekunden`);
const around = (before: string, reason: string | undefined, after: string): string | null => {
  const german = germanClause(reason ?? '');
  return german === null ? null : before + german + after;
};

/** What a sentence matches, and the same in German; null if a part of it is unknown. */
const RULES: readonly Rule[] = [
  [new RegExp(`^(${anyOf(PARTS)}): (.*)$`), (part = '', reason) => around(`${PARTS[part]}: `, reason, '')],
  [/^it does not name the layer "(.*)" of the record$/, (name) => `Die Ebene „${name}“ des Eintrags fehlt darin`],
  [/^it does not offer (\S+) for the layer "(.*)" of the record$/, (a, b) => `${a} fehlt bei der Ebene „${b}“`],
  [/^it reports the error (\w+)$/, (code) => `Der Server meldet den Fehler ${code}`],
  [/^it unpacks to more than ([\d,]+) bytes$/, (count) => `Entpackt sind es mehr als ${germanCount(count)} Bytes`],
  [/^it has a piece of more than ([\d,]+) bytes$/, (count) => `Ein Teil hat mehr als ${germanCount(count)} Bytes`],
  [/^the answer has more than ([\d,]+) bytes$/, (count) => `Die Antwort hat mehr als ${germanCount(count)} Bytes`],
  [
    new RegExp(`^it is (XML|JSON|${anyOf(IMAGES)}) (${anyOf(WANTED)})$`),
    (what = '', wanted = '') => `Die Antwort ist ${WANTED[wanted]}: Sie ist ${IMAGES[what] ?? what}`,
  ],
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
