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
};
