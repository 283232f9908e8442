/** Polygon files of Osmosis, as extracts of OpenStreetMap come with. */
import { describe, expect, test } from 'vitest';
import { polygonBox } from '../../../commands/update/neighbour-box.ts';

/** A ring around a box: west, south, east, north. */
const ring = (name: string, [west, south, east, north]: number[]): string =>
  `${name}\n\t${west} ${south}\n   ${east}   ${south}\n   ${east}\t${north}\n   ${west} ${north}\nEND\n`;
const file = (...rings: string[]): string => `name\n${rings.join('')}END\n`;

describe('the box of', () => {
  test.each<[string, string, number[]]>([
    ['one ring', file(ring('1', [7, 43, 8, 44])), [7, 43, 8, 44]],
    ['several rings', file(ring('1', [7, 43, 8, 44]), ring('2', [9, 41, 10, 42])), [7, 41, 10, 44]],
    ['a ring with a hole', file(ring('1', [7, 43, 8, 44]), ring('!2', [7.2, 43.2, 20, 43.4])), [7, 43, 8, 44]],
    [
      'an area on both sides of the 180th meridian',
      file(ring('a', [176, -20, 180, -12]), ring('b', [-180, -19, -178, -15])),
      [176, -20, -178, -12],
    ],
    [
      'numbers as Osmosis writes them',
      file('1\n 0.1446763E+03 -0.3825659E+02\n 0.1446693E+03 -0.3826255E+02\n 1.446627E2 -38.25661\nEND\n'),
      [144.6627, -38.26255, 144.6763, -38.25659],
    ],
    [
      'lines of Windows and no last line end',
      file(ring('1', [7, 43, 8, 44]))
        .trimEnd()
        .replaceAll('\n', '\r\n'),
      [7, 43, 8, 44],
    ],
    ['a name that is END', file(ring('1', [7, 43, 8, 44])).replace('name', 'END'), [7, 43, 8, 44]],
  ])('%s', (_, text, [southWestLongitude, southWestLatitude, northEastLongitude, northEastLatitude]) => {
    expect(polygonBox(text)).toEqual({ southWestLongitude, southWestLatitude, northEastLongitude, northEastLatitude });
  });
});

describe('refused:', () => {
  const good = file(ring('1', [7, 43, 8, 44]));
  test.each<[string, string, RegExp]>([
    ['nothing', '', /not a polygon file/],
    ['a page', '<!doctype html>\n<html>\n</html>\n', /not a polygon file/],
    ['no rings', 'name\nEND\n', /not a polygon file/],
    ['only holes', file(ring('!1', [7, 43, 8, 44])), /not a polygon file/],
    ['cut off after a ring', good.slice(0, -4), /not a polygon file/],
    ['cut off in a ring', good.slice(0, 25), /not a polygon file/],
    [
      'cut off in a hole',
      file(ring('1', [7, 43, 8, 44]), ring('!2', [7, 43, 8, 44])).slice(0, -12),
      /not a polygon file/,
    ],
    ['something after the end', `${good}more\n`, /not a polygon file/],
    ['one number in a line', good.replace('7 43', '7'), /not a polygon file/],
    ['three numbers in a line', good.replace('7 43', '7 43 1'), /not a polygon file/],
    ['what is no number', good.replace('7 43', 'NaN 43'), /not a polygon file/],
    ['two points', file('1\n 7 43\n 8 44\nEND\n'), /not all of one/],
    ['latitude before longitude', file(ring('1', [43, 107, 44, 108])), /reaches over a pole/],
    ['more than half of the globe', file(ring('1', [-100, 0, 100, 1])), /too far from each other/],
    ['no area', file(ring('1', [7, 43, 7, 44])), /has no width/],
  ])('%s', (_, text, why) => {
    expect(() => polygonBox(text)).toThrow(why);
  });

  test('every part of one', () => {
    for (let length = 0; length < good.length - 1; length++) {
      expect(() => polygonBox(good.slice(0, length)), String(length)).toThrow();
    }
  });
});
