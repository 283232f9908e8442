/** The report on a mirror, for people. */
import type { MirrorReport } from '../../contract/generated/reports.types.ts';
import { mebibytes } from '../../contract/limits.ts';
import { plural, visible } from '../../contract/text.ts';

/** The report as text. What the deployment has named is shown, and cannot begin a line of its own. */
export function mirrorAsText({ did, url, folder, files, bytes, fetched, removed, problems }: MirrorReport): string {
  const size = `${plural(files, 'file')}, ${sizeOf(bytes)}`;
  if (did === 'failed') {
    const lines = problems.map(({ path, problem }) => `${visible(path)}: ${visible(problem)}\n`);
    return `${lines.join('')}${visible(url)} is not what its manifest says; ${visible(folder)} is as it was.\n`;
  }
  if (did === 'nothing') return `${visible(folder)} is up to date with ${visible(url)}: ${size}.\n`;
  const gone = removed === 0 ? '' : `, ${plural(removed, 'file')} removed`;
  const news = `${plural(fetched.files, 'file')} fetched (${sizeOf(fetched.bytes)})${gone}`;
  return `${visible(folder)} is a copy of ${visible(url)}: ${size}; ${news}.\n`;
}

function sizeOf(bytes: number): string {
  return `${mebibytes(bytes).toFixed(1)} MiB`;
}
