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
  programs: {
    title: 'In anderen Programmen',
    overviewTitle: 'Kartenprogramme',
    overview: (maps, overlays) =>
      `${maps} und ${overlays}, in der Form, die das jeweilige Programm liest. Eine Form sagt nur, was ihr Programm versteht; Karten, für die es keinen Ausdruck hat, fehlen darin und sind gezählt.`,
    names: {
      maplibre: 'MapLibre-Stil',
      leaflet: 'Leaflet',
      tilejson: 'TileJSON',
      qgis: 'QGIS',
      josm: 'JOSM',
      osmand: 'OsmAnd',
      oruxmaps: 'OruxMaps',
      locus: 'Locus Map',
    },
    explained: {
      maplibre:
        'Die Adresse eines Stils: für MapLibre GL JS, MapLibre Native und alles andere, was solche Stile liest.',
      leaflet:
        'Code, der die Karte mit Leaflet in eine Seite setzt. Die Datei enthält viele Karten, in der Form von leaflet-providers.',
      tilejson: 'Die Adresse einer Beschreibung der Kacheln, die viele Programme und Bibliotheken lesen.',
      qgis: 'Die Adresse als neue Verbindung unter XYZ Tiles eintragen; oder die Datei, die viele Karten enthält, über „Verbindungen laden“.',
      josm: 'Die Adresse in den Einstellungen für Hintergrundbilder als TMS eintragen; oder die Adresse der Datei, die viele Karten enthält, in der erweiterten Einstellung imagery.layers.sites.',
      osmand: 'Auf einem Telefon mit OsmAnd öffnet der Link das Programm mit der ausgefüllten Karte.',
      oruxmaps:
        'Die Datei enthält viele Karten. Sie gehört in den Ordner oruxmaps/mapfiles des Telefons, anstelle der dort vorhandenen.',
      locus: 'Die Datei enthält viele Karten. Sie gehört in den Ordner mapsOnline/custom von Locus.',
    },
    copy: 'Kopieren',
    copyOf: (program) => `Für ${program} kopieren`,
    copied: 'Kopiert',
    notCopied: 'Kopieren ist hier nicht möglich: bitte markieren und von Hand kopieren',
    open: 'In OsmAnd öffnen',
    file: (name) => `Datei ${name}`,
    notFor: (programs, reason) => `Nicht für ${programs}: ${reason}.`,
    reasons: {
      token: 'das Zugriffstoken fehlt, und ohne es antwortet der Server niemandem',
      language: 'es gibt darin keinen Ausdruck für die Sprache, von der diese Karte abhängt',
      zoom: 'die Zoomstufen sind näher als alle des Programms',
      overlay: 'ein Overlay stünde dort ohne eine Karte darunter',
      inactive: 'Dateien mit vielen Karten enthalten nur die, die von Anfang an angeboten werden',
    },
    counted: {
      token: (many) => `${number(many)} ohne Zugriffstoken`,
      language: (many) => `${number(many)} in der Sprache der Lesenden`,
      zoom: (many) => `${number(many)} mit näheren Zoomstufen`,
      overlay: (many) => count(many, 'Overlay', 'Overlays'),
      inactive: (many) => `${number(many)} nicht von Anfang an angeboten`,
    },
    carried: (carried, leftOut) =>
      `${count(carried, 'Karte', 'Karten')}${leftOut === '' ? '' : `; es fehlen: ${leftOut}`}`,
    each: 'Auf der Seite jeder Karte',
    boxes: 'Die Gebiete der Dateien einer Datenquelle gibt es als GeoJSON:',
  },
};
