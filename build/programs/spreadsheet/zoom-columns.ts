import { asStatedInteger } from '../stated/stated-map.ts';
import type { Column } from './columns.ts';

export const withDecimalPoint = (text: string): string => text.replace(',', '.');

const RANGE = /^(?:(\d{1,2})\s{0,9}(?:-|–|…|\.{2,3}|bis|to)|bis|up to|to|max\.?)?\s{0,9}(\d{1,2})$/i;

/** `zooms` has both ends, and counts before the columns of one. @param nameOf quotes the name of a column */
export function zoomsIn(text: (column: Column) => string, nameOf: (column: Column) => string) {
  const range = RANGE.exec(text('zooms'));
  const remarks: string[] = [];
  const levelOf = (column: 'minZoom' | 'maxZoom', ranged: string | undefined): number | null => {
    const written = withDecimalPoint(text(column));
    const whole = asStatedInteger(written);
    if (ranged !== undefined && whole !== null && Number(ranged) !== Number(written))
      remarks.push(differingColumns(nameOf('zooms'), nameOf(column)));
    if (ranged !== undefined) return Number(ranged);
    if (whole === null || whole === Number(written)) return whole;
    const level = column === 'minZoom' ? whole + 1 : whole;
    remarks.push(`${nameOf(column)} is ${text(column)}, no whole number; ${level} is taken`);
    return level;
  };
  const minZoom = levelOf('minZoom', range?.[1]);
  return { minZoom, maxZoom: levelOf('maxZoom', range?.[2]), isRange: range !== null, remarks };
}

export const differingColumns = (first: string, second: string): string =>
  first === second
    ? `of several columns ${first} the first counts`
    : `${second} says something else than ${first}, which counts`;
