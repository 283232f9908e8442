import { describe, expect, test } from 'vitest';
import {
  durationLine,
  probeAsJson,
  probeAsMarkdown,
  probeAsText,
  probeSummary,
} from '../../../../commands/upstream/probe/report.ts';
import type { ProbedMap, ProbeReport } from '../../../../contract/generated/reports.types.ts';
import validators from '../../../../contract/generated/reports.validators.cjs';
import { probed } from '../../../support/probed.ts';

const noted = probed('Odd', '+');
const SERVERS: ProbedMap[] = [
  { ...probed('Good', '+'), status: { verdict: 'works', reason: null, since: '2026-03-01' } },
  {
    ...probed('Stamped', '+'),
    status: { verdict: 'notice', reason: 'the same letters or signs are on all tiles', since: '2026-03-02' },
  },
  {
    ...probed('Whole', '+'),
    status: { verdict: 'unsure', reason: 'glyphs: it answers 404', part: 'glyphs', since: '2026-03-02' },
  },
  { ...probed('Gone', '-'), deadSince: '2026-03-01', switched: false },
  { ...probed('Back', '+', false), switched: true },
  { ...probed('Dead', '-', false), deadSince: '2026-02-01' },
  probed('Failing', '--'),
  {
    ...probed('Half', '+-'),
    hosts: probed('Half', '+-').hosts.map((host) => ({
      ...host,
      deadSince: host.verdict === 'fails' ? '2026-03-01' : null,
    })),
  },
  probed('Unsure', '?'),
  { ...probed('Keyless', ''), verdict: 'not-probed', reason: 'MAPS_API_KEY is not set' },
  {
    ...noted,
    tileSize: 512,
    hosts: noted.hosts.map((host) => ({ ...host, notes: ['it sends a PNG as \u001b[31m@all'] })),
  },
];
const REPORT: ProbeReport = { version: 1, catalog: 'catalog', day: '2026-03-05', doubt: null, servers: SERVERS };

test('text: a table of hosts, then what is to be said', () => expect(`\n${probeAsText(REPORT)}`).toMatchSnapshot());

test('JSON has the shape of its schema', () => {
  const value = JSON.parse(probeAsJson(REPORT));
  expect(validators.probe(value), JSON.stringify(validators.probe.errors)).toBe(true);
  expect(value.servers).toHaveLength(SERVERS.length);
});

describe('Markdown', () => {
  test('has all text of others in fenced blocks', () => {
    const text = probeAsMarkdown({ ...REPORT, doubt: 'no server gave a tile' });
    const outside = text.split(/^```(?:text)?$/m).filter((_, index) => index % 2 === 0);
    expect(outside.join('')).not.toMatch(/Gone|@all|example/);
    expect(text).toContain(
      '#### Switched off, because they are dead\n\n```text\nmapservers/gone.yaml (Gone): it answers 500',
    );
    expect(text).toContain('**Nothing was recorded**: no server gave a tile.');
  });

  test('is never longer than a pull request may be', () => {
    const reason = 'x'.repeat(2_000);
    const many = (server: ProbedMap): ProbedMap[] => Array.from({ length: 500 }, () => ({ ...server, reason }));
    expect(probeAsMarkdown({ ...REPORT, servers: SERVERS.flatMap(many) }).length).toBeLessThan(65_536);
  });
});

test('the summary counts servers', () =>
  expect(probeSummary(SERVERS)).toBe(
    '5 good, 3 fail, 2 unsure and 1 not probed, of 11 servers; verdicts: 1 works, 1 notice, 1 unsure',
  ));

test.each<[number, number, string]>([
  [60, 1, ''],
  [
    246,
    1,
    'If all servers work, it takes at least 4 minutes and 5 seconds: 246 tiles of a.org, one request in 1 second.',
  ],
  [
    31,
    0.5,
    'If all servers work, it takes at least 1 minute and 0 seconds: 31 tiles of a.org, one request in 2 seconds.',
  ],
])('how long %i tiles of a host take with %d requests a second', (tiles, perSecond, line) => {
  expect(durationLine('a.org', tiles, perSecond)).toBe(line && `${line}\n`);
});
