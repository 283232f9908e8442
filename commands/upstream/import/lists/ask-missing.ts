/** What a list leaves open: asked once for all maps, or for each host. */
import type { Asker } from '../../../../cli/terminal/ask.ts';
import { firstNames, plural } from '../../../../contract/base/text.ts';
import { LAST_ZOOM, USUAL_LAST_ZOOM } from '../../../../contract/maps/placeholders.ts';
import type { ImportPlan } from '../import.ts';
import type { ListOptions } from './add-maps.ts';

const WAYS = ['the same for all of them', 'another for each host', 'leave these maps out'];

/** Asks nothing that a map states. @param asker null if nobody can be asked */
export async function completedPlan(
  planWith: (options: ListOptions) => ImportPlan,
  options: ListOptions,
  asker: (() => Asker) | null,
): Promise<ImportPlan> {
  let [given, plan] = [options, planWith(options)];
  const isSilent = (): boolean => plan.uncredited.length > 0 || plan.withoutZoom > 0;
  if (!asker || (plan.offered.length === 0 && !isSilent())) return plan;
  const ask = asker();
  const answer = (more: ListOptions): void => {
    given = { ...given, ...more };
    plan = planWith(given);
  };
  if (plan.offered.length > 0) {
    const labels = new Map(plan.offered.map(({ layer = '', name }) => [`${name} (${layer})`, layer]));
    const chosen = await ask.several('Layers that become maps', [...labels.keys()]);
    answer({ layers: chosen.flatMap((label) => labels.get(label) ?? []) });
  }
  const count = plan.withoutZoom;
  const which = `${plural(count, 'map')} that ${count === 1 ? 'does' : 'do'} not state it`;
  const usual = `${USUAL_LAST_ZOOM}`;
  const zoom = count > 0 ? await ask.text(`Highest zoom level of ${which}`, usual, usual, zoomProblem) : usual;
  if (zoom !== usual) answer({ maxZoom: Number(zoom) });
  const labels = await creditsOf(plan.uncredited, ask);
  if (labels.length > 0) answer({ copyrights: new Map([...labels, ...(options.copyrights ?? [])]) });
  return plan;
}

async function creditsOf(hosts: readonly string[], ask: Asker): Promise<[host: string, label: string][]> {
  if (hosts.length === 0) return [];
  const credit = (question: string): Promise<string> => ask.text(question, 'Example Survey', '', () => null);
  const who = `Who is credited on maps of ${firstNames(hosts, 5)} that do not say it`;
  const way = hosts.length === 1 ? WAYS[0] : await ask.one(who, WAYS);
  const shared = way === WAYS[0] ? await credit(hosts.length === 1 ? who : 'Who is credited on all of them') : '';
  const labels: [string, string][] = [];
  for (const host of hosts)
    labels.push([host, way === WAYS[1] ? await credit(`Who is credited on maps of ${host}`) : shared]);
  return labels.filter(([, label]) => label !== '');
}

const zoomProblem = (answer: string): string | null =>
  /^\d{1,2}$/.test(answer) && Number(answer) <= LAST_ZOOM ? null : `It is a number from 0 to ${LAST_ZOOM}.`;
