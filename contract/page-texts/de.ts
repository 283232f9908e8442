/** The German texts of the pages. */
import type { Texts } from './page-texts.ts';

const number = new Intl.NumberFormat('de').format;

const count = (many: number, one: string, more: string): string => `${number(many)} ${many === 1 ? one : more}`;

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
  notFound: {
    title: 'Nicht gefunden',
    text: 'Unter dieser Adresse ist nichts veröffentlicht.',
    back: 'Zum Katalog',
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
    zoom: (level) => `Zoom ${level}`,
    zoomRange: (min, max) => (min === max ? `Zoom ${min}` : `Zoom ${min} bis ${max}`),
    layers: 'Auf der Karte',
    roles: { base: 'Grundkarte', with: 'Vergleich', over: 'Overlay' },
    remove: (name) => `${name} von der Karte entfernen`,
    opacity: (name) => `Deckkraft von ${name}`,
    divide: (left, right) => `Grenze zwischen ${left} und ${right}`,
    visit: 'Zu ihrem Gebiet',
    goTo: (zoom) => `Zu Zoom ${zoom}`,
    beginsAt: (zoom) => `Kacheln gibt es ab Zoom ${zoom}.`,
    endsAt: (zoom) => `Kacheln gibt es bis Zoom ${zoom}.`,
    failed: (failed, total) => `${number(failed)} von ${count(total, 'Kachel', 'Kacheln')} fehlgeschlagen:`,
    late: (late, total, seconds) =>
      `${number(late)} von ${count(total, 'Kachel', 'Kacheln')} nach ${number(seconds)} Sekunden noch ohne Antwort.`,
    status: (status) => `Der Server antwortet mit ${status}.`,
    noPicture: (status) => `Der Server antwortet mit ${status}, aber ohne ein Bild, das ein Browser zeigen kann.`,
    unknownStatus: 'Der Server lässt Webseiten den Grund nicht wissen.',
    openTile: 'Eine davon öffnen',
    insecure:
      'Die Kacheln kommen über http. Diese Seite kam über https, darum fragen Browser über https nach ihnen oder gar nicht; Kartenprogramme können die Karte verwenden.',
    noToken: (names) =>
      `Die Karte braucht einen Zugangsschlüssel (${names.join(', ')}), den diese Website nicht hat, und wird darum nicht gezeigt.`,
    unknown: (name) => `Die Adresse nennt eine Karte „${name}“, die es auf dieser Seite nicht gibt.`,
    nonsense: (part) => `„${part}“ in der Adresse bedeutet hier nichts.`,
  },
};
