import type { CatalogMap } from '../../../../build/model/catalog.ts';
import type { ObservedMap, ProbeHistory } from '../../../../contract/generated/reports.types.ts';
import { observedByKey, observedKeyOfMap } from '../history/observations.ts';
import { nextSwitchStep } from './switching.ts';

export interface NoticeStep {
  readonly map: CatalogMap;
  readonly observed: ObservedMap;
  readonly isActive: boolean;
}

/** @param isOpen an earlier proposal is open, whose steps are repeated; otherwise, each step is proposed once */
export function noticeSteps(
  history: ProbeHistory,
  maps: readonly CatalogMap[],
  isOpen: boolean,
): { readonly history: ProbeHistory; readonly steps: readonly NoticeStep[] } {
  const observed = observedByKey(history);
  const steps: NoticeStep[] = [];
  for (const map of maps) {
    const key = observedKeyOfMap(map);
    const before = observed.get(key);
    if (!before?.status) continue;
    // Days of the first proposals to switch off and on.
    const { noticed = null, noticeOver = null, ...rest } = before;
    const { verdict, until: day } = before.status;
    const { active: isActive } = map;
    const facts = { isActive, isGood: verdict === 'works', isBad: verdict === 'notice', repeats: isOpen, today: day };
    const { off, on, isSwitched } = nextSwitchStep({ off: noticed, on: noticeOver }, facts);
    if (isSwitched) steps.push({ map, observed: before, isActive: !isActive });
    observed.set(key, { ...rest, ...(off && { noticed: off }), ...(on && { noticeOver: on }) });
  }
  return { history: { ...history, servers: [...observed.values()] }, steps };
}
