import { withoutKeysIn, withoutPastedKeys } from '../../../build/tile-url/secrets.ts';
import { fencedLines } from '../../../cli/terminal/fenced.ts';
import { itemsByKey, plural, printableLines, textInColumns, visible } from '../../../contract/base/text.ts';
import type { ProbedHost, ProbedMap, ProbeReport } from '../../../contract/generated/reports.types.ts';
import { nameOfTile } from './ask/sample-tiles.ts';

/** Maps shown in each part of the report, to stay within GitHub's limit. */
const SHOWN = 25;

export function probeAsJson(report: ProbeReport): string {
  return printableLines(`${JSON.stringify(report, withoutKeysIn, 2)}\n`);
}

export function probeAsText(report: ProbeReport): string {
  const { servers: maps } = report;
  const rows = maps.flatMap((map) => map.hosts.map((host) => rowOf(map, host)));
  const table = rows.length === 0 ? '' : textInColumns([HEADINGS, ...rows]);
  const parts = partsOf(report).map(
    ({ heading, lines }) => `${heading}:\n${lines.map((line) => `  ${withoutPastedKeys(line)}\n`).join('')}`,
  );
  return [table, ...parts].filter(Boolean).join('\n');
}

export function probeAsMarkdown(report: ProbeReport): string {
  const parts = partsOf(report).map(({ heading, lines }) => `#### ${heading}\n\n${fencedLines('text', lines, SHOWN)}`);
  const doubt = report.doubt === null ? [] : [`**Nothing was recorded**: ${visible(report.doubt)}.`];
  return `${[`Probed on ${report.day}: ${probeSummary(report.servers)}.`, ...doubt, ...parts].join('\n\n')}\n`;
}

/** `180 good, 3 fail, 2 unsure and 8 not probed, of 193 servers` */
export function probeSummary(maps: readonly ProbedMap[]): string {
  const results = maps.map((map) => (hasBadPart(map, map) ? map.status?.verdict : map.verdict));
  const count = (verdict: ProbedMap['verdict']): number => results.filter((one) => one === verdict).length;
  const rest = ` and ${count('not-probed')} not probed, of ${plural(maps.length, 'server')}`;
  const verdicts = [...itemsByKey(maps, ({ status }) => status?.verdict ?? '')].filter(([verdict]) => verdict !== '');
  const seen = verdicts.map(([verdict, { length }]) => `${length} ${verdict}`).join(', ');
  return `${count('good')} good, ${count('fails')} fail, ${count('unsure')} unsure${rest}${seen && `; verdicts: ${seen}`}`;
}

/** If a run takes longer, its time is printed first. */
const MENTIONED_SECONDS = 60;

export function durationLine(host: string, tiles: number, perSecond: number): string {
  const seconds = Math.floor((tiles - 1) / perSecond);
  if (seconds < MENTIONED_SECONDS) return '';
  const time = `${plural(Math.floor(seconds / 60), 'minute')} and ${plural(seconds % 60, 'second')}`;
  const pace = `one request in ${plural(1 / perSecond, 'second')}`;
  return `If all servers work, it takes at least ${time}: ${plural(tiles, 'tile')} of ${visible(host)}, ${pace}.\n`;
}

const HEADINGS = ['SERVER', 'HOST', 'RESULT', 'TILE', 'IMAGE', 'TIME', 'CERTIFICATE', 'CORS'];

/** Tiles work, another part of the map does not. */
const hasBadPart = ({ status }: ProbedMap, { verdict }: ProbedMap | ProbedHost): boolean =>
  verdict === 'good' && Boolean(status?.part);

function resultOf(map: ProbedMap, host: ProbedHost): string {
  const { status } = map;
  return status && hasBadPart(map, host) ? `${status.verdict} (${status.part})` : host.verdict;
}

function rowOf(map: ProbedMap, host: ProbedHost): string[] {
  const { tile, format, width, height, latencyMs, certificateDays, allowsOrigin } = host;
  return [
    visible(map.id),
    host.host,
    resultOf(map, host),
    tile ? nameOfTile(tile) : '',
    format === null ? '' : `${format} ${width === height ? width : `${width}×${height}`}`,
    latencyMs === null ? '' : `${latencyMs} ms`,
    certificateDays === null ? '' : plural(certificateDays, 'day'),
    allowsOrigin === null ? '' : allowsOrigin ? 'yes' : 'no',
  ];
}

function partsOf({ servers: maps }: ProbeReport): { readonly heading: string; readonly lines: readonly string[] }[] {
  const off = maps.filter(({ switched }) => switched === false);
  const on = maps.filter(({ switched }) => switched === true);
  const others = maps.filter(({ switched }) => switched === null);
  const mapsWith = (verdict: ProbedMap['verdict'], isDead = false): ProbedMap[] =>
    others.filter((map) => map.verdict === verdict && (map.deadSince !== null) === isDead);
  const parts = [
    { heading: 'Switched off, because they are dead', lines: off.map(lineOf) },
    { heading: 'Switched on again, because they are back', lines: on.map(nameOf) },
    {
      heading: 'maxZoom corrected, because they have no deeper tiles',
      lines: others.filter(isCorrected).map(zoomLine),
    },
    { heading: 'tileSize corrected to the width of all tiles', lines: others.filter(isResized).map(nameOf) },
    { heading: 'Dead', lines: [...mapsWith('fails', true), ...mapsWith('unsure', true).filter(isMissing)].map(lineOf) },
    { heading: 'Failing', lines: mapsWith('fails').map(lineOf) },
    { heading: 'Verdicts other than "works"', lines: maps.flatMap(verdictLines) },
    { heading: 'Fewer zoom levels than in the record', lines: maps.filter(isShallow).map(zoomLine) },
    { heading: 'Single hosts that fail', lines: maps.flatMap(failingHosts) },
    {
      heading: 'Nothing can be said of',
      lines: [
        ...mapsWith('unsure').filter(isUnclear),
        ...mapsWith('unsure', true).filter((map) => !isMissing(map)),
      ].map(lineOf),
    },
    { heading: 'Not probed', lines: [...mapsWith('not-probed'), ...mapsWith('not-probed', true)].map(lineOf) },
    { heading: 'To be looked at', lines: maps.flatMap(noteLines) },
  ];
  return parts.filter(({ lines }) => lines.length > 0);
}

const isMissing = ({ hosts }: ProbedMap): boolean =>
  hosts.every(({ verdict, missing }) => verdict === 'fails' || missing > 0);

/** Several tiles did not show whether it works. */
const isUnclear = ({ status }: ProbedMap): boolean => status === null || status.verdict === 'unsure';

const nameOf = ({ file, id, isActive }: ProbedMap): string =>
  visible(`${file} (${id}${isActive ? '' : ', not active'})`);

const since = (day: string | null): string => (day === null ? '' : `, dead since ${day}`);

function lineOf(map: ProbedMap): string {
  const [host] = map.hosts;
  const address = host?.address && map.hosts.length === 1 ? `, ${host.address}` : '';
  return visible(`${nameOf(map)}: ${map.reason}${since(map.deadSince)}${address}`);
}

function verdictLines(map: ProbedMap): string[] {
  const { status } = map;
  if (status === null || status.verdict === 'works') return [];
  const { verdict, since: day, reason, part } = status;
  const where = part ? ` (${part})` : '';
  return [visible(`${nameOf(map)}: ${verdict}${where} since ${day}${reason === null ? '' : `, ${reason}`}`)];
}

const isCorrected = ({ maxZoom }: ProbedMap): boolean => maxZoom !== undefined;

const isResized = ({ tileSize }: ProbedMap): boolean => tileSize !== undefined;

const isShallow = ({ deepest, maxZoom }: ProbedMap): boolean =>
  deepest !== undefined && deepest.from < deepest.maxZoom && maxZoom === undefined;

function zoomLine(map: ProbedMap): string {
  const { from = 0, to = 0, maxZoom = 0, day = '' } = map.deepest ?? {};
  const zooms = from === to ? `${to}` : `${from} to ${to}`;
  return visible(`${nameOf(map)}: tiles to zoom ${zooms} (record: ${maxZoom}), seen in three places until ${day}`);
}

function failingHosts(map: ProbedMap): string[] {
  if (map.verdict === 'fails') return [];
  const failing = map.hosts.filter(({ verdict }) => verdict === 'fails');
  return failing.map(({ host, reason, deadSince }) => visible(`${nameOf(map)}, ${host}: ${reason}${since(deadSince)}`));
}

function noteLines(map: ProbedMap): string[] {
  return map.hosts.flatMap(({ host, notes }) => notes.map((note) => visible(`${nameOf(map)}, ${host}: ${note}`)));
}
