import { SERVICE_PROTOCOL } from '../../../contract/maps/map-types.ts';
import fieldWords from '../../../contract/words/page-texts/field-words.json' with { type: 'json' };

/**
 * For each use of a column: fields of the catalog, names in other lists, German names. If a name has letters, only
 * these are compared, without their accents.
 */
const NAMES = {
  name: 'name title titel bezeichnung karte kartenname kartentitel layername map mapname label nom',
  id: 'id kürzel',
  url: `url urlpattern service tiles address adresse link template urltemplate tileurl tilesurl kachelurl kacheladresse
    xyz xyzurl endpoint serviceurl dienst diensturl wmsurl webadresse urlvorlage ${SERVICE_PROTOCOL.toLowerCase()} wmts`,
  style: 'style styleurl stil',
  hosts: 'hosts host',
  subdomains: 'subdomains subdomain subdomänen switch serverparts',
  minZoom:
    'min minimum minzoom zoommin zmin minimumzoom minimalzoom minimalerzoom zoomvon minzoomstufe minlevel niedrigstezoomstufe',
  maxZoom:
    'max maximum maxzoom zoommax zmax maximumzoom maximalzoom maximalerzoom zoombis maxzoomstufe maxlevel höchstezoomstufe',
  zooms: 'zoom zooms zoomlevel zoomlevels zoomstufe zoomstufen zoombereich zoomrange',
  credit: `attribution attributiontext attributionhtml htmlattribution credit credits quelle quellenangabe namensnennung
    quellenvermerk quellennachweis source ©`,
  copyright: 'copyright urheber urheberrecht rechteinhaber copyrightvermerk',
  creditUrl: 'attributionurl',
  countries: 'country countries countrycode countrycodes land länder ländercode staat staaten pays',
  area: 'area gebiet bbox boundingbox bounds extent ausdehnung region abdeckung coverage',
  west: 'west westen minlon minlongitude xmin minx',
  south: 'south süd süden minlat minlatitude ymin miny',
  east: 'east ost osten maxlon maxlongitude xmax maxx',
  north: 'north nord norden maxlat maxlatitude ymax maxy',
  kind: 'kind category kategorie art kartenart thema theme',
  type: 'type typ kartentyp dienstart protocol protokoll',
  overlay: 'overlay isoverlay überlagerung',
  layers: 'layers layer ebenen ebene',
  styles: 'styles layerstyles stile',
  format: 'format bildformat imageformat',
  version: 'version wmsversion',
  crs: 'crs srs epsg projection projections projektion projektionen availableprojections koordinatensystem bezugssystem',
  transparent: 'transparent durchsichtig',
  provider: 'provider anbieter',
  terms: 'terms termsofuse termsofuseurl termsurl tos eula nutzungsbedingungen',
  privacy: 'privacy privacypolicy privacypolicyurl privacyurl datenschutz datenschutzerklärung',
  licence: 'licence license licenceurl licenseurl lizenz',
  since: 'since startdate standab',
  until: 'until enddate standbis',
  updates: 'updates aktualisierung',
  tileSize: 'tilesize tilesizepx kachelgröße',
  languages: 'languages language sprachen sprache lang',
  needs: 'needs headers header',
  active: 'active aktiv enabled',
} as const;

export type Column = keyof typeof NAMES;

const lettersIn = (name: string): string =>
  name
    .slice(0, 100)
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

const WORDS = new Map(
  Object.entries(NAMES).flatMap(([column, names]) => {
    const shown = Object.values((fieldWords as Readonly<Record<string, object>>)[column] ?? {}).map(lettersIn);
    return [...shown, ...names.split(/\s+/).map((name) => lettersIn(name) || name)].map(
      (name) => [name, column as Column] as const,
    );
  }),
);

export const columnOf = (name: string): Column | undefined => WORDS.get(lettersIn(name) || name.trim());
