import { GPXSEE_PROGRAM } from './gpxsee/write.ts';
import { JOSM_PROGRAM } from './josm/write.ts';
import { LAYERINDEX_PROGRAM } from './layerindex/write.ts';
import { LEAFLET_PROGRAM } from './leaflet/write.ts';
import { LOCUS_PROGRAM } from './locus/write.ts';
import type { MapProgram } from './map-program.ts';
import { MAPLIBRE_PROGRAM } from './maplibre/write.ts';
import { ORUXMAPS_PROGRAM } from './oruxmaps/write.ts';
import { OSMAND_PROGRAM } from './osmand/write.ts';
import { QGIS_PROGRAM } from './qgis/write.ts';
import { ROUTECONVERTER_PROGRAM } from './routeconverter/write.ts';
import { TILEJSON_PROGRAM } from './tilejson/write.ts';
import { XYZ_PROGRAM } from './xyz/write.ts';
import { XYZSERVICES_PROGRAM } from './xyzservices/write.ts';

/** In the order of pages: first for people with a program, then for code. */
const WRITERS = {
  xyz: XYZ_PROGRAM,
  qgis: QGIS_PROGRAM,
  josm: JOSM_PROGRAM,
  routeconverter: ROUTECONVERTER_PROGRAM,
  osmand: OSMAND_PROGRAM,
  locus: LOCUS_PROGRAM,
  oruxmaps: ORUXMAPS_PROGRAM,
  gpxsee: GPXSEE_PROGRAM,
  leaflet: LEAFLET_PROGRAM,
  maplibre: MAPLIBRE_PROGRAM,
  tilejson: TILEJSON_PROGRAM,
  xyzservices: XYZSERVICES_PROGRAM,
  layerindex: LAYERINDEX_PROGRAM,
};

export type ProgramName = keyof typeof WRITERS;

export const MAP_PROGRAMS: Readonly<Record<ProgramName, MapProgram>> = WRITERS;

export const PROGRAM_NAMES = Object.keys(WRITERS) as readonly ProgramName[];
