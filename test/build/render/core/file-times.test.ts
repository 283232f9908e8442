import { describe, expect, test } from 'vitest';
import { type Asset, fileRecordOf, textAsset } from '../../../../build/render/core/asset.ts';
import { distinctTimes } from '../../../../build/render/core/file-times.ts';

const TIME = 1_700_000_000;

const timesOf = (...assets: readonly Asset[]): number[] => {
  const distinct = distinctTimes();
  return assets.map((asset) => distinct(fileRecordOf(asset), asset.modified ?? 0));
};

describe('distinctTimes', () => {
  test('gives a time that is never later, and less than a minute earlier', () => {
    const times = Array.from(
      { length: 500 },
      (_, index) => timesOf(textAsset('document', 'a/b', `text ${index}`, null, TIME))[0],
    );
    expect(times.every((time) => time !== undefined && time <= TIME && time > TIME - 60)).toBe(true);
    expect(new Set(times).size).toBe(60);
  });

  test.each([0, 5, 59, 86_400])(
    'gives no time before 1970, where the last change was %i seconds after it began',
    (at) => {
      const assets = Array.from({ length: 100 }, (_, index) => textAsset('document', `a/${index}`, 'text', null, at));
      for (const time of timesOf(...assets)) expect(time).toBeGreaterThan(86_000);
    },
  );

  test('never gives two files of a folder the same time and size, not even with the same content', () => {
    const assets = Array.from({ length: 40 }, (_, index) =>
      textAsset('document', `a/${index}`, `text ${index % 10}`, null, TIME),
    );
    expect(new Set(timesOf(...assets)).size).toBe(40);
  });
});
