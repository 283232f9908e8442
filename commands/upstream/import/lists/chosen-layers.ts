/** Lists the layers of a service with many: people choose those that become maps. */
import type { StatedArea } from '../../../../build/programs/stated/stated-area.ts';
import type { StatedMap } from '../../../../build/programs/stated/stated-map.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { jsonItemsOf } from '../../../../contract/base/json-values.ts';
import {
  closestWordTo,
  firstNames,
  itemsByKey,
  shortenedText,
  textInColumns,
  visible,
} from '../../../../contract/base/text.ts';

export interface LayerChoice {
  readonly layers?: readonly string[] | undefined;
  readonly all?: boolean;
}

export const isLayer = ({ layer }: StatedMap): boolean => layer !== undefined;

/** Maps that need no choice, and the chosen layers. */
export function chosenMaps(maps: readonly StatedMap[], { layers = [], all = false }: LayerChoice): StatedMap[] {
  if (all && layers.length > 0)
    throw new CannotRunError('--all takes all layers, and --layers only some: leave out one of them.');
  const names = maps.flatMap(({ layer }) => layer ?? []);
  const unknown = layers.filter((name) => !names.includes(name));
  const [first] = unknown;
  if (first !== undefined) {
    const similar = closestWordTo(first, names);
    const advice = similar === null ? `it has ${firstNames(names, 10)}` : `did you mean ${similar}`;
    throw new CannotRunError(
      names.length === 0
        ? '--layers is for the capabilities of a service, and this is something else.'
        : `The service has no layer ${firstNames(unknown)}; ${advice}${similar === null ? '.' : '?'}`,
    );
  }
  const isTaken = ({ layer }: StatedMap): boolean => layer === undefined || all || layers.includes(layer);
  return maps.filter(isTaken).map((map) => {
    const isAmbiguous = map.layer !== undefined && maps.some((other) => other !== map && other.name === map.name);
    return isAmbiguous ? { ...map, name: `${map.name} (${map.layer})` } : map;
  });
}

const HEADINGS = ['LAYER', 'TITLE', 'PROJECTIONS', 'FORMAT', 'ZOOMS', 'WEST, SOUTH, EAST, NORTH', 'CREDIT'];

/** Columns that have text, from the left, as many as fit. */
function fittingColumns(rows: readonly (readonly string[])[], width: number): readonly (readonly string[])[] {
  const [head = [], ...body] = rows;
  let left = width;
  const shown = head.map((heading, column) => {
    const widest = body.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
    const isShown = column === 0 || (widest > 0 && left >= Math.max(widest, heading.length));
    if (isShown) left -= Math.max(widest, heading.length) + 2;
    return isShown;
  });
  return rows.map((row) => row.filter((_, column) => shown[column]));
}

/** @param width of the terminal */
export function layerTable(layers: readonly StatedMap[], width = Number.POSITIVE_INFINITY): string {
  const shown = (text: unknown): string => visible(shortenedText(String(text ?? ''), 40));
  const fit = layers.filter(({ problem }) => !problem);
  const rows = fit.map(({ layer, name, typeMembers = {}, minZoom, maxZoom, area, credit, operator }) => [
    shown(layer),
    shown(name),
    shown(firstNames(jsonItemsOf(typeMembers['crs']).map(String), 2)),
    shown(typeMembers['format']),
    minZoom == null && maxZoom == null ? '' : `${minZoom ?? 0} to ${maxZoom ?? '?'}`,
    boxOf(area),
    shown(credit || operator),
  ]);
  const unfit = layers.filter(({ problem }) => problem);
  const reasons = [...itemsByKey(unfit, ({ problem }) => problem)].map(([problem, found]) => {
    const names = found.map(({ layer }) => shown(layer));
    return `Cannot be imported: ${visible(`${firstNames(names, 10)}: ${shortenedText(String(problem), 200)}`)}\n`;
  });
  return (rows.length > 0 ? textInColumns(fittingColumns([HEADINGS, ...rows], width)) : '') + reasons.join('');
}

/** Facts about layers. The address is left out, because it may have a key. */
export const layerFacts = (layers: readonly StatedMap[]): object[] =>
  layers.map(({ layer, name, typeMembers = {}, minZoom, maxZoom, area, credit: stated, operator, remark, problem }) => {
    const { crs, format } = typeMembers;
    const credit = stated || operator || null;
    return { layer, title: name, crs, format, minZoom, maxZoom, box: boxOf(area), credit, remark, problem };
  });

function boxOf(area: StatedArea | null | undefined): string {
  if (!area || area === 'world') return area ?? '';
  const [[[southWest, , northEast] = []] = []] = area[0] ? [area[0]] : [];
  return [...(southWest ?? []), ...(northEast ?? [])].map((edge) => Number(edge.toFixed(2))).join(', ');
}
