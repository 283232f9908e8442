import { asStatedNumber } from '../stated/stated-map.ts';
import type { Column } from './columns.ts';

export const withDecimalPoint = (text: string): string => text.replace(',', '.');

const RANGE = /^(?:(\d{1,2})\s{0,9}(?:-|–|…|\.{2,3}|bis|to)|bis|up to|to|max\.?)?\s{0,9}(\d{1,2})$/i;

/** `zooms` has both ends, and counts before the columns of one. @param nameOf quotes the name of a column */
export function zoomsIn(text: (column: Column) => string, nameOf: (column: Column) => string) {
  const range = RANGE.exec(text('zooms'));
  const remarks: string[] = [];
  const levelOf = (column: 'minZoom' | 'maxZoom', ranged: string | undefined): number | null => {
    const level = asStatedNumber(withDecimalPoint(text(column)));
    if (ranged === undefined) return level;
    if (level !== null && Number(ranged) !== level) remarks.push(differingColumns(nameOf('zooms'), nameOf(column)));
    return Number(ranged);
  };
  const minZoom = levelOf('minZoom', range?.[1]);
  return { minZoom, maxZoom: levelOf('maxZoom', range?.[2]), isRange: range !== null, remarks };
}

export const differingColumns = (first: string, second: string): string =>
  first === second
    ? `of several columns ${first} the first counts`
    : `${second} says something else than ${first}, which counts`;
