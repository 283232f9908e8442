import { formatText } from '../authoring/format/format.ts';
import type { Target } from '../build/model/removal.ts';

/** The line of `removals.yaml` for a target, in the form of catalog files; the reason is still to be written. */
export function offeredLine({ url, id, file, field }: Target): string {
  const entry = JSON.stringify([{ url, id, file, field, reason: '' }]);
  const text = formatText({ path: 'removals.yaml', kind: 'removals' }, entry);
  return text.trimEnd().split('\n').at(-1) as string;
}
