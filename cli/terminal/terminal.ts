import { relative, resolve } from 'node:path';
import { visible } from '../../contract/base/text.ts';
import { TYPE_NOUNS } from '../../contract/maps/map-types.ts';
import { programCall } from '../program/package.ts';
import type { Io } from './io.ts';

/** From the working folder, with a `/` at the end; empty for the folder itself. */
export function catalogPathPrefix(io: Io, catalog: string): string {
  const path = relative(io.cwd, resolve(io.cwd, catalog)).replaceAll('\\', '/');
  return path === '' ? '' : `${path}/`;
}

/**
 * The path of the catalog from the checkout of a GitHub workflow, which is the base of paths in annotations. If that is
 * unknown, or does not contain the catalog: from the working folder.
 */
export function workspacePrefix(io: Io, catalog: string): string {
  const workspace = io.env['GITHUB_WORKSPACE'];
  if (!workspace) return catalogPathPrefix(io, catalog);
  const prefix = catalogPathPrefix({ ...io, cwd: workspace }, resolve(io.cwd, catalog));
  // On Windows, no relative path leads to another drive.
  return /^\.\.\/|^[A-Za-z]:/.test(prefix) ? catalogPathPrefix(io, catalog) : prefix;
}

export function missingHistoryNote(problem: string): string {
  return `Published without Last-Modified: ${visible(problem)}.`;
}

export function noCatalogFiles(folder: string): string {
  return `The folder ${folder} has no catalog files; is it the right one?\n`;
}

export function firstRecordAdvice(cwd: string, catalog: string, what: 'map' | 'data source'): string {
  const place = catalog === 'catalog' ? '' : ` --catalog ${visible(catalog)}`;
  const command = (role: string): string => `${programCall(cwd)} new ${role}${place}`;
  const maps = `${command('mapserver')}; for ${Object.values(TYPE_NOUNS).join(', ')}: ${command('map')}`;
  return `There is no ${what} yet. To add one: ${what === 'map' ? maps : command('datasource')}`;
}
