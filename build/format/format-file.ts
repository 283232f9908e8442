import { isSameData } from '../../contract/base/same-data.ts';
import { fragmentKey, fragmentsByKey } from '../../contract/data-sources/fragment-keys.ts';
import type { Polygon } from '../../contract/maps/bounding-boxes.ts';
import { polygonsInGeoJson, turnedRings } from '../../contract/maps/geometry.ts';
import { type Diagnostic, diagnostic, isSound, jsonPointerTo, pointerSegments } from '../diagnostics/diagnostic.ts';
import { lineStarts } from '../parse/document.ts';
import type { CatalogFolder } from '../read/folder.ts';
import { type SourceFile, schemaOf } from '../read/layout.ts';
import { loadCatalogFile } from '../run/load-file.ts';
import { type FileComments, readComments } from './comments.ts';
import { printCatalogFile, printYaml } from './printer.ts';
import { STANDARD_FORMS } from './standard-forms.ts';
import { printChecked } from './standard-text.ts';

interface FormattedFile {
  readonly diagnostics: readonly Diagnostic[];
  readonly formatted: { readonly bytes: Uint8Array; readonly difference: FormDifference } | null;
}

/** @param action of the data source: it decides how fragments are named @throws FormatError */
export function formatCatalogFile(
  folder: CatalogFolder,
  file: SourceFile,
  print = printYaml,
  action: unknown = null,
): FormattedFile {
  const { bytes, text: source, value: sourceValue, diagnostics } = loadCatalogFile(folder, file);
  if (bytes === null || !isSound(diagnostics)) return { diagnostics, formatted: null };
  const read = readComments(source, STANDARD_FORMS[schemaOf(file.role)]);
  const { value, comments } =
    file.role === 'area'
      ? { value: withTurnedRings(sourceValue), comments: read }
      : withFragmentKeys(action, sourceValue, read);
  if (isInForm(source, bytes, printCatalogFile(file, value, comments?.byPointer, comments?.top, print))) {
    return { diagnostics, formatted: null };
  }
  const text = printChecked(file, value, comments, print);
  return { diagnostics, formatted: { bytes: Buffer.from(text), difference: formDifference(file.path, source, text) } };
}

type Entries = Readonly<Record<string, { readonly fragments?: Readonly<Record<string, unknown>> }>>;

function withFragmentKeys(
  action: unknown,
  value: unknown,
  comments: FileComments | null,
): { readonly value: unknown; readonly comments: FileComments | null } {
  if (action !== 'Flatten') return { value, comments };
  const entries = Object.entries(value as Entries).map(([path, { fragments, ...entry }]) => {
    return [path, { ...entry, ...(fragments ? { fragments: fragmentsByKey(action, fragments) } : {}) }];
  });
  const renamed = [...(comments?.byPointer ?? [])].flatMap(([pointer, attached]): [string, typeof attached][] => {
    const [name = '', member, path, ...inside] = pointerSegments(pointer);
    if (member !== 'fragments' || path === undefined) return [[pointer, attached]];
    const key = fragmentKey(action, path);
    const fragments = Object.keys((value as Entries)[name]?.fragments ?? {});
    // Comments on a replaced fragment are lost with it.
    if (fragments.findLast((other) => fragmentKey(action, other) === key) !== path) return [];
    return [[jsonPointerTo([name, member, key, ...inside]), attached]];
  });
  return { value: Object.fromEntries(entries), comments: comments && { ...comments, byPointer: new Map(renamed) } };
}

/** RFC 7946 requires this direction, and programs need it to draw areas. Invalid areas stay. */
function withTurnedRings(area: unknown): unknown {
  if ('why' in polygonsInGeoJson(area)) return area;
  const turned = (value: GeoJson): GeoJson => {
    const { type, coordinates, geometry, features } = value;
    if (type === 'Polygon') return { ...value, coordinates: turnedRings(coordinates as Polygon) };
    if (type === 'MultiPolygon') return { ...value, coordinates: (coordinates as Polygon[]).map(turnedRings) };
    return geometry ? { ...value, geometry: turned(geometry) } : { ...value, features: features?.map(turned) };
  };
  return turned(area as GeoJson);
}

interface GeoJson {
  readonly type: string;
  readonly coordinates?: Polygon | readonly Polygon[];
  readonly geometry?: GeoJson;
  readonly features?: readonly GeoJson[] | undefined;
}

function isInForm(text: string, bytes: Uint8Array, parts: Iterable<string>): boolean {
  // The text lacks a byte order mark of the bytes.
  if (bytes[0] !== text.charCodeAt(0)) return false;
  let offset = 0;
  for (const part of parts) {
    if (!text.startsWith(part, offset)) return false;
    offset += part.length;
  }
  return offset === text.length;
}

const MAX_SHOWN_LINES = 12;

export interface FormDifference {
  readonly diagnostic: Diagnostic;
  /**
   * The right lines from the diagnostic's place on. Empty if the file should end there, or if only line ends or the
   * first bytes differ.
   */
  readonly lines: readonly string[];
}

export function formDifference(path: string, text: string, formatted: string): FormDifference {
  const [lines, wanted] = [linesOf(text), linesOf(formatted)];
  const different = lines.findIndex((line, index) => line !== wanted[index]);
  const first = different < 0 ? lines.length : different;
  if (first === lines.length && first === wanted.length) {
    return { diagnostic: diagnostic('not-in-form', path, null, { differs: 'bytes', wanted: '' }), lines: [] };
  }
  const start = lineStarts(text)[first] ?? text.length;
  const place = { start, end: start + Math.max(1, lines[first]?.length ?? 0) };
  // A copy: a substring would keep the whole text in memory.
  const shown = wanted.slice(first, first + MAX_SHOWN_LINES).map((line) => Buffer.from(line).toString());
  const isReordered = text.length === formatted.length && isSameData(lines.toSorted(), wanted.toSorted());
  const differs = shown.length === 0 ? 'surplus' : isReordered ? 'order' : 'line';
  const details = { differs, wanted: shown[0] ?? '' } as const;
  return { diagnostic: diagnostic('not-in-form', path, place, details), lines: shown };
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
