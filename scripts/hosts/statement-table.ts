/** The parts of docs/hosts.md that are made by running `verify` against each host: which statements do not hold there. */
import type { Verdict } from '../../commands/verify/verify.ts';
import { code, fill, prose, table } from '../docs/markdown.ts';

/** What `verify` found on a host. */
export interface HostVerdicts {
  /** The name of its column, with its version. */
  readonly title: string;
  readonly verdicts: readonly Verdict[];
}

/** The text of the page with its tables up to date. The last host is the one that only sends files. */
export function hostsPage(text: string, hosts: readonly HostVerdicts[]): string {
  const withRules = hosts.slice(0, -1);
  return fill(text, {
    counts: countsTable(hosts),
    statements: failuresTable(withRules),
  });
}

function countsTable(hosts: readonly HostVerdicts[]): string {
  const count = ({ verdicts }: HostVerdicts, result: Verdict['result']): string =>
    String(verdicts.filter((verdict) => verdict.result === result).length);
  return table(
    ['Host', 'Hold', 'Fail', 'Nothing to check'],
    hosts.map((host) => [host.title, count(host, 'holds'), count(host, 'fails'), count(host, 'not applicable')]),
  );
}

/** A row for each statement that fails somewhere. */
function failuresTable(hosts: readonly HostVerdicts[]): string {
  const [first] = hosts;
  const resultOf = (host: HostVerdicts, id: string): Verdict['result'] | undefined =>
    host.verdicts.find(({ check }) => check.id === id)?.result;
  const failing = (first?.verdicts ?? []).filter(({ check }) =>
    hosts.some((host) => resultOf(host, check.id) === 'fails'),
  );
  const marks = { holds: 'yes', fails: '**no**', known: '**no**', 'not applicable': '–' } as const;
  return table(
    ['Check', 'Statement', ...hosts.map(({ title }) => title)],
    failing.map(({ check }) => [
      code(check.id),
      prose(check.statement),
      ...hosts.map((host) => marks[resultOf(host, check.id) ?? 'not applicable']),
    ]),
  );
}

/** The ids of the checks that the page says do not hold on a host, by the name that its column begins with. */
export function exceptionsOn(text: string, title: string): string[] {
  const [, section = ''] = /<!-- begin: statements -->([\s\S]*?)<!-- end -->/.exec(text) ?? [];
  const [head = [], , ...rows] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  const column = head.findIndex((cell) => cell.startsWith(title));
  return rows.flatMap((cells) =>
    column > 0 && cells[column] === '**no**' ? (cells[1] ?? '').replaceAll('`', '') : [],
  );
}
