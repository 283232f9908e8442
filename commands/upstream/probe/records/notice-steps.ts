/** Which records to switch because their tiles are notices, or because the notices are over. */
import type { ObservedServer, ProbeHistory } from '../../../../contract/generated/reports.types.ts';
import { byServer, keyOf } from '../history/observations.ts';
import type { ListedServer } from './listed-servers.ts';
import { nextStep } from './switching.ts';

/** A record that is switched. */
export interface NoticeStep {
  readonly server: ListedServer;
  readonly observed: ObservedServer;
  /** The new value of `active`. */
  readonly isActive: boolean;
}

/**
 * The records to switch. Each is proposed once, and again while its proposal is open.
 *
 * @param isOpen whether a proposal is open
 */
export function noticeSteps(
  history: ProbeHistory,
  listed: readonly ListedServer[],
  isOpen: boolean,
): { readonly history: ProbeHistory; readonly steps: readonly NoticeStep[] } {
  const observed = byServer(history);
  const steps: NoticeStep[] = [];
  for (const server of listed) {
    const key = keyOf(server.kind, server.record.id);
    const before = observed.get(key);
    if (!before?.status) continue;
    const { noticed = null, noticeOver = null, ...rest } = before;
    const { verdict, until: today } = before.status;
    const { active: isActive = true } = server.record;
    const facts = { isActive, isGood: verdict === 'works', isBad: verdict === 'notice', repeats: isOpen, today };
    const { off, on, isSwitched } = nextStep({ off: noticed, on: noticeOver }, facts);
    if (isSwitched) steps.push({ server, observed: before, isActive: !isActive });
    observed.set(key, { ...rest, ...(off && { noticed: off }), ...(on && { noticeOver: on }) });
  }
  return { history: { ...history, servers: [...observed.values()] }, steps };
}
