/** The German texts of the pages. */
import { inUnits, onSide, years } from './measures.ts';
import type { Texts } from './page-texts.ts';

const number = new Intl.NumberFormat('de').format;

const count = (many: number, one: string, more: string): string => `${number(many)} ${many === 1 ? one : more}`;

const MONTHS = ['Jan.', 'Feb.', 'März', 'Apr.', 'Mai', 'Juni', 'Juli', 'Aug.', 'Sep.', 'Okt.', 'Nov.', 'Dez.'];

const latitude = (degrees: number): string => onSide(degrees, ['N', 'S'], number);

const longitude = (degrees: number): string => onSide(degrees, ['O', 'W'], number);

const monthName = (iso: string): string => MONTHS[Number(iso.slice(5, 7)) - 1] ?? '';

/** The texts in German. */
export const DE: Texts = {
  language: 'Deutsch',
  number,
  skipToContent: 'Zum Inhalt',
  nav: {
    label: 'Seiten',
    interface: 'Die Schnittstelle',
    maps: 'Karten',
    add: 'Karte hinzufügen',
    about: 'Über',
    changes: 'Änderungen',
    source: 'Repository',
  },
  lists: {
    mapservers: 'Grundkarten',
    overlayservers: 'Overlays',
    datasources: 'Downloads',
    categories: 'Kategorien',
    editions: 'Ausgaben',
  },
  counts: {
    mapservers: (many) => count(many, 'Grundkarte', 'Grundkarten'),
    overlayservers: (many) => count(many, 'Overlay', 'Overlays'),
    datasources: (many) => count(many, 'Datenquelle', 'Datenquellen'),
    files: (many) => count(many, 'Datei', 'Dateien'),
  },
  index: {
    describe: (maps, overlays, downloads) =>
      `${maps}, ${overlays} und ${downloads}: finden, ansehen und in jedem Kartenprogramm verwenden.`,
    lede: 'Eine Karte wählen.',
    ledeText: 'Sie wird hier gezeichnet. Bis dahin wird kein fremder Kartenserver nach etwas gefragt.',
    ledeWithout: 'Karten zeichnet ein Skript. Alles andere auf dieser Seite geht auch ohne.',
    map: 'Karte',
    empty: 'Dieser Katalog ist noch leer.',
    emptyText: 'Der erste Eintrag ist eine kleine Datei; die Seite „Karte hinzufügen“ schreibt sie.',
    emptyList: 'Noch keine.',
    zoom: (min, max) => (min === max ? `Zoom ${min}` : `Zoom ${min}–${max}`),
    files: (many) => count(many, 'Datei', 'Dateien'),
    datasources: (many) => count(many, 'Datenquelle', 'Datenquellen'),
    inactive: 'anfangs aus',
    unset: 'braucht Schlüssel',
    http: 'unverschlüsselt',
    language: 'nach Sprache beschriftet',
    broken: 'gestört',
    brokenSince: (day) => `gestört seit ${day}`,
    show: 'Zeigen',
    showThis: (id) => `${id} zeigen`,
    compare: 'Vergleichen',
    compareThis: (id) => `Mit ${id} vergleichen`,
    unnamedCategory: (id) => `Kategorie ${id}`,
    below: (many) => `${number(many)} darunter`,
    belowThis: (name) => `Unter ${name}`,
  },
  search: {
    label: 'Karten, Downloads und Kategorien suchen',
    placeholder: 'Name, Host oder Copyright',
    hint: 'Suchen mit /, blättern mit den Pfeiltasten, zeigen mit der Eingabetaste',
    kinds: 'Was aufgelistet wird',
    all: 'Alles',
    filters: 'Filter',
    filtersOn: (many) => `Filter (${number(many)})`,
    flags: {
      active: 'Von Anfang an eingeschaltet',
      https: 'Verschlüsselt (https)',
      'no-token': 'Ohne Schlüssel',
      token: 'Mit Schlüssel',
      language: 'Beschriftung nach Sprache',
      changed: 'In den letzten 30 Tagen geändert',
      broken: 'Gestört',
    },
    zoom: 'Hat Zoomstufe',
    anyZoom: 'beliebig',
    clear: 'Alles zurücksetzen',
    count: (shown, all) =>
      shown === all ? `${number(all)} in diesem Katalog` : `${number(shown)} von ${number(all)} passen`,
    none: 'Nichts passt.',
    noneText: 'Weniger Wörter oder Filter finden mehr. Eine fehlende Karte lässt sich hinzufügen.',
  },
  server: {
    describe: (id, kind, zoom, copyright) =>
      `${id}: ${kind}, ${zoom}, © ${copyright}. Ansehen und im eigenen Kartenprogramm verwenden.`,
    kinds: { mapserver: 'Grundkarte', overlayserver: 'Overlay' },
    lede: 'Ansehen.',
    ledeText: (hosts) => `Die Kacheln kommen von ${hosts}, und erst auf Wunsch.`,
    show: 'Karte zeigen',
    facts: 'Angaben',
    zoom: 'Zoomstufen',
    zoomRange: (min, max) => (min === max ? `${min}` : `${min} bis ${max}`),
    hosts: 'Hosts',
    pattern: 'Adresse einer Kachel',
    copyright: 'Copyright',
    name: 'Langer Name',
    id: 'Kennung',
    token: 'Zugangsschlüssel',
    tokenNone: 'nicht nötig',
    tokenSet: 'nötig, und in der Adresse enthalten',
    tokenUnset: (names) =>
      `nötig, und nicht in diesem Katalog enthalten: ${names}. Beim Betreiber gibt es einen eigenen; er ersetzt ACCESS_TOKEN.`,
    active: 'Von Anfang an eingeschaltet',
    yes: 'ja',
    no: 'nein: Kartenprogramme bieten sie ausgeschaltet an',
    language: 'Sprache',
    languageText: 'Beschriftung in der Sprache, die das Programm verlangt',
    encrypted: 'Verbindung',
    https: 'verschlüsselt (https)',
    http: 'unverschlüsselt (http): auf einer verschlüsselten Seite blockieren Browser sie unter Umständen',
    changed: 'Zuletzt geändert',
    state: 'Gestört',
    broken: (day) => `Seit dem ${day} hat keiner der Hosts eine Kachel geliefert.`,
    file: 'Eintrag',
  },
  about: {
    title: 'Über den Katalog',
    describe: (title) => `Was ${title} ist, wie Kartenprogramme den Katalog verwenden und wie man mitmacht.`,
    what: (title) =>
      `${title} ist ein Katalog von Karten: Grundkarten und Overlays, die aus Kacheln gezeichnet werden, und Daten, die Kartenprogramme herunterladen. Er ist ein Ordner mit kleinen Textdateien; wer eine fehlende Karte kennt, fügt eine hinzu.`,
    use: 'Verwenden',
    useText: 'Jede Karte hat eine eigene Seite mit allem, was ein Kartenprogramm braucht, um sie zu zeigen.',
    interface: 'Die Schnittstelle',
    interfaceText:
      'Für Programme ist alles als einfaches JSON und XML unter einer Adresse veröffentlicht. Zu jedem Dokument gibt es Prüfsumme und Änderungszeit, und jede Webseite darf es lesen.',
    addresses: {
      service: 'Verweise auf die fünf Listen',
      mapservers: 'alle Grundkarten: Hosts, Zoomstufen, Adresse der Kacheln',
      overlayservers: 'alle Overlays, in derselben Form',
      datasources: 'Gruppen von Dateien, jede mit Größen und Prüfsummen',
      categories: 'der Baum, in den Routen eingeordnet werden',
      editions: 'welche Datenquellen ein Produkt verwendet',
      openapi: 'die Beschreibung der Schnittstelle (OpenAPI 3.1)',
      all: 'der ganze Katalog in einem Download',
      manifest: 'Größe, SHA-256 und Zeit von allem',
      changes: 'was sich geändert hat, als Feed',
    },
    address: 'Adresse',
    answer: 'Antwort',
    routeconverter: 'RouteConverter liest diese Schnittstelle selbst. Er startet mit der Adresse des Katalogs:',
    contribute: 'Mitmachen',
    contributeText:
      'Auf jeder Seite gibt es „Bearbeiten“, das die Datei im Repository öffnet, und „Problem melden“. Eine Änderung wird geprüft, als Vorschau gezeigt und nach der Aufnahme veröffentlicht.',
    addMap: 'Karte hinzufügen',
    repository: 'Zum Repository',
    privacy: 'Wer wonach gefragt wird',
    privacyText:
      'Diese Seiten zählen niemanden, setzen keine Cookies und laden nichts von anderen. Nur eine Karte, die jemand sehen will, wird beim Server dieser Karte abgerufen, mit der Adresse dieser Seite, wie es viele verlangen.',
  },
  notFound: {
    title: 'Nicht gefunden',
    text: 'Unter dieser Adresse ist nichts veröffentlicht.',
    back: 'Zum Katalog',
  },
  data: {
    date: (iso) => `${Number(iso.slice(8))}. ${monthName(iso)} ${Number(iso.slice(0, 4))}`,
    period: (month, months) =>
      months === 1 ? `${monthName(month)} ${Number(month.slice(0, 4))}` : years(month, months),
    size: (bytes) => inUnits(bytes, number),
    counts: {
      files: (many) => count(many, 'Datei', 'Dateien'),
      maps: (many) => count(many, 'Karte', 'Karten'),
      themes: (many) => count(many, 'Kartenstil', 'Kartenstile'),
      versions: (many) => count(many, 'Version', 'Versionen'),
    },
    kinds: { files: 'Datei', maps: 'Karte', themes: 'Kartenstil' },
    actions: {
      Copy: 'Kartenprogramme speichern jede Datei so, wie sie ist.',
      Extract: 'Kartenprogramme entpacken jedes Archiv mit den Ordnern darin.',
      Flatten: 'Kartenprogramme entpacken jedes Archiv in einen einzigen Ordner, ohne die Ordner darin.',
    },
    describe: (name, files) => `${name}: ${files} zum Herunterladen für Kartenprogramme.`,
    nothing: 'Noch sind keine Dateien verzeichnet.',
    facts: {
      contents: 'Inhalt',
      total: 'Gesamtgröße',
      totalOf: (size, known) => `${size} (bekannt von ${number(known)})`,
      changed: 'Zuletzt geändert',
      address: 'Adresse',
      directory: 'Ordner auf dem Gerät',
      editions: 'Verwendet von',
      formats: 'Für Programme',
    },
    formats: { json: 'JSON', boxes: 'Gebiete als GeoJSON' },
    history: {
      title: 'Verlauf',
      summary: (first, last, peak, most) =>
        first === last
          ? `${count(most, 'Version', 'Versionen')} (${first})`
          : `Versionen von ${first} bis ${last}; die meisten ${peak}: ${number(most)}`,
      numbers: 'Als Tabelle',
      period: 'Zeit',
      versions: 'Versionen',
    },
    list: {
      title: 'Dateien',
      find: 'Dateien finden',
      hint: 'Teil eines Namens oder ein Ort: 38,7; -9,1',
      columns: { path: 'Name', size: 'Größe', day: 'Datum', versions: 'Versionen', parts: 'Enthält' },
      found: (many) => count(many, 'Datei', 'Dateien'),
      cover: (many, north, east) =>
        `${count(many, 'Datei deckt', 'Dateien decken')} ${latitude(north)}, ${longitude(east)} ab`,
      none: 'Keine Datei heißt so. Ein Ort besteht aus Breite und Länge: 38,7; -9,1',
      first: (shown, all) => `Die ersten ${number(shown)} von ${number(all)} Dateien.`,
      all: 'Alle als JSON',
      failed: 'Die ganze Liste konnte nicht geladen werden. Dies sind ihre ersten Dateien.',
      caption: 'Dateien mit Größe und Datum der neuesten Version',
      more: (many) => `und ${number(many)} weitere`,
    },
    map: {
      title: 'Abdeckung',
      hint: 'Ein Klick auf einen Ort zeigt, welche Dateien ihn abdecken. Mit der Tastatur: die Karte mit den Pfeiltasten bewegen und die Eingabetaste drücken, oder den Ort oben eingeben.',
      without: 'Eine Karte der abgedeckten Gebiete zeichnet hier ein Skript. Für andere Programme gibt es eine Datei:',
      more: (many) => `und hier ${number(many)} weitere`,
    },
    file: {
      title: 'Gewählte Datei',
      none: 'Hier steht die Datei, auf deren Gebiet oder Namen der Zeiger zeigt.',
      covers: 'Deckt ab',
      edges: (west, south, east, north) =>
        `${latitude(south)} bis ${latitude(north)}, ${longitude(west)} bis ${longitude(east)}`,
      inside: (many) => `${count(many, 'Datei', 'Dateien')} darin`,
      all: (many) => `Alle ${number(many)} zeigen`,
      loading: 'Wird geladen…',
      failed: 'Der Inhalt konnte nicht geladen werden.',
      show: (path) => `Inhalt von ${path}`,
    },
    category: {
      root: 'Alle Kategorien',
      unnamed: (id) => `Kategorie ${id}`,
      path: 'Darüber',
      children: 'Darunter',
      leaf: 'Unter dieser Kategorie gibt es keine weiteren.',
      purpose: 'Kartenprogramme ordnen Routen in diese Kategorie ein. Karten und Downloads haben keine.',
      number: 'Nummer',
      below: (many) => `${number(many)} darunter`,
      describe: (name) => `${name}: eine Kategorie für Routen.`,
    },
    edition: {
      purpose: 'Eine Ausgabe ist ein Programm, das den Katalog verwendet, mit den Downloads, die es anbietet.',
      datasources: 'Ihre Downloads',
      none: 'Diese Ausgabe bietet keine Downloads an.',
      describe: (name, many) => `${name}: eine Ausgabe mit ${count(many, 'Datenquelle', 'Datenquellen')}.`,
    },
  },
  record: {
    edit: 'Bearbeiten',
    report: 'Problem melden',
    reportTitle: (path) => `Problem mit ${path}`,
    reportBody: (path, page) => `Datei: ${path}\nSeite: ${page}\n\nWas nicht stimmt:\n\n`,
  },
  map: {
    name: 'Karte',
    keys: 'Pfeiltasten bewegen die Karte, + und − ändern den Zoom.',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
  },
};
