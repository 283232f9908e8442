import { closestWordTo } from '../../contract/base/text.ts';
import { SECTIONS } from '../../contract/data-sources/sections.ts';
import { fileNameFor, fileNameProblem } from './file-names.ts';
import { CATALOG_LAYOUT, type FileRole, matchCatalogLayout, pathOfRole } from './layout.ts';

/** Programs add these endings to earlier versions. */
const BACKUP = /(?:\.ya?ml)?(?:\.(?:bak|backup|orig|old|rej|save)|~)$/i;

export function isBackup(path: string): boolean {
  return BACKUP.test(path);
}

export function suggestPath(path: string): string | null {
  if (isBackup(path)) return null;
  const inside = path.replace(/^catalog\//, '');
  if (inside !== path) return matchCatalogLayout(inside) ? inside : suggestPath(inside);
  const edition = /^editions\/([^/]+)\/edition\.ya?ml$/.exec(path)?.[1];
  if (edition) return pathOfRole('edition', allowedNameFor(edition));
  const segments = withYamlEnding(path).split('/');
  const suggestions = CATALOG_LAYOUT.map((row) => corrected(segments, row.path.split('/')));
  const found = suggestions.find((suggestion) => suggestion && suggestion !== path);
  if (found) return found;
  const id = /^datasources\/([^/]+)\.yaml$/.exec(segments.join('/'))?.[1];
  if (id) return pathOfRole('datasource', id);
  // People choose names in these folders: a file without an extension is probably a record.
  return /^(?:mapservers|overlayservers|maps|editions)\/[a-z0-9-]+$/.test(path) ? `${path}.yaml` : null;
}

function corrected(segments: readonly string[], pattern: readonly string[]): string | null {
  const isInFolder = pattern.at(-1)?.startsWith('*.');
  // Files such as `maps/*.yaml` are not in subfolders.
  const given = isInFolder && segments.length > 2 ? [segments[0] as string, segments.at(-1) as string] : segments;
  if (given.length !== pattern.length) return null;
  const parts = pattern.map((part, index) => {
    const segment = given[index] as string;
    if (part === '*') return allowedNameFor(segment);
    if (part.startsWith('*.'))
      return segment.endsWith('.yaml') ? allowedNameFor(segment.slice(0, -5)) + part.slice(1) : null;
    // All names have the extension, so it shows no similarity.
    const stem = closestWordTo(segment.replace(/\.yaml$/, ''), [part.replace(/\.yaml$/, '')]);
    return stem !== null && segment.endsWith('.yaml') === part.endsWith('.yaml') ? part : null;
  });
  return parts.every((part) => part !== null) ? parts.join('/') : null;
}

function allowedNameFor(name: string): string {
  return fileNameProblem(name) === null ? name : fileNameFor(name) || name;
}

const RECORDS: readonly FileRole[] = ['mapserver', 'overlayserver', 'map', 'datasource', 'edition'];

const IN_DATA_SOURCE: readonly FileRole[] = ['datasource', ...SECTIONS];

/** The content of YAML or JSON decides among several; empty for other files. */
export function possibleCatalogPaths(path: string): string[] {
  const [, name] = /^(.+?)\.(?:ya?ml|json)(?:\.txt)?$/is.exec(path.slice(path.lastIndexOf('/') + 1)) ?? [];
  if (!name) return [];
  const role = IN_DATA_SOURCE.find((role) => role === name);
  // If there is one folder too many, either may be the id.
  const [, outer, inner] = /^datasources\/([^/]+)\/([^/]+)\//.exec(path) ?? [];
  if (role && outer && inner) return [outer, inner].map((id) => pathOfRole(role, id));
  if (role && !path.includes('/')) return [pathOfRole(role, '<id>')];
  const folder = /^datasources\/([^/]+)\//.exec(path)?.[1];
  if (folder) return SECTIONS.map((role) => pathOfRole(role, folder));
  return RECORDS.map((role) => pathOfRole(role, allowedNameFor(name)));
}

/** Editors and browsers write `.yml` or `.yaml.txt`. The ending of areas is compared as `.yaml`, too. */
function withYamlEnding(path: string): string {
  return path.replace(/\.(?:ya?ml|json|geojson|txt)(?:\.txt)?$/i, '.yaml');
}
