import { describe, expect, test } from 'vitest';
import { NO_PROBE_HISTORY } from '../../../../../cli/catalog/probe-history.ts';
import { addProbeRun, withProbeHistory } from '../../../../../commands/upstream/probe/history/observations.ts';
import { type SwitchMode, switchMaps } from '../../../../../commands/upstream/probe/records/switching.ts';
import type { ProbeHistory } from '../../../../../contract/generated/reports.types.ts';
import { mapOnHosts, probed } from '../../../../support/probed.ts';

/** A day: the verdict of the host, whether the record was active that day, and which switches are made. */
type Day = readonly [verdict: string, isActive?: boolean, mode?: SwitchMode];

function play(days: readonly Day[]): (boolean | null)[] {
  let history: ProbeHistory = NO_PROBE_HISTORY;
  return days.map(([verdict, isActive = true, mode = 'new'], day) => {
    const now = Date.parse('2026-03-01') + day * 86_400_000;
    const answers = [probed('One', verdict, isActive)];
    const observed = addProbeRun(history, answers, { maps: [mapOnHosts('One', 1)], now });
    const switched = switchMaps(observed, withProbeHistory(answers, observed), { mode, now });
    ({ history } = switched);
    return switched.answers[0]?.switched ?? null;
  });
}

const DEAD: readonly Day[] = [['-'], ['-'], ['-'], ['-'], ['-']];
const NO = [null, null, null, null];

describe('a record', () => {
  const OFF: Day = ['-', false];
  const BACK: Day = ['+', false];
  test.each<[string, readonly Day[], (boolean | null)[]]>([
    ['is switched off when it is dead', DEAD, [...NO, false]],
    ['is not switched off again if nobody kept that', [...DEAD, ['-'], ['-']], [...NO, false, null, null]],
    ['is switched off again if that is wanted', [...DEAD, ['-', true, 'all']], [...NO, false, false]],
    [
      'is not switched on again if it was never kept off',
      [...DEAD, ['-'], ['+'], ['+']],
      [...NO, false, null, null, null],
    ],
    ['is switched on again when it is back', [...DEAD, OFF, BACK], [...NO, false, null, true]],
    [
      'is switched on again once',
      [...DEAD, OFF, BACK, BACK, ['+', false, 'all'], ['-', false, 'all']],
      [...NO, false, null, true, null, true, true],
    ],
    [
      'is not switched on when it died again meanwhile',
      [...DEAD, BACK, ...DEAD.map((): Day => ['-', false, 'all']), BACK],
      [...NO, false, true, true, true, true, true, null, true],
    ],
    ['that a person switched off is left alone', [OFF, ...DEAD.map(() => OFF), BACK], Array(7).fill(null)],
    [
      'that a person switched on again is probed like any other',
      [...DEAD, OFF, ['+', true], ...DEAD],
      [...NO, false, null, null, ...NO, false],
    ],
    [
      'is switched off again after it was back and kept on',
      [...DEAD, OFF, BACK, ...DEAD],
      [...NO, false, null, true, ...NO, false],
    ],
    ['of which nothing is sure is left alone', [...DEAD, ['?', false], ['?', false]], [...NO, false, null, null]],
  ])('%s', (_, days, switched) => expect(play(days)).toEqual(switched));
});
