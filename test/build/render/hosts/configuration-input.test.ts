/** The limits of hosts on texts of their configuration: what the build refuses, and what the servers themselves read. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigurationError, configQuoted } from '../../../../build/render/hosts/configuration-input.ts';
import { HOSTS, type HostName } from '../../../../contract/hosts.ts';
import { memoryFolder, SMALL, temporaryFolder, writeFiles } from '../../../support/catalogs.ts';
import { asText, rendered } from '../../../support/check.ts';

const longest = (host: HostName): number => HOSTS[host].limits.configurationText as number;

const MODULES = '/usr/lib/apache2/modules';
const MODULE = (name: string): string => `LoadModule ${name}_module ${MODULES}/mod_${name}.so\n`;

/** How each server is asked whether it reads a configuration with a text. */
const SERVERS = {
  nginx: ['/usr/sbin/nginx', (text: string) => `events {}\nhttp { map $uri $a { ${text} ${text}; } }\n`, ['-t', '-c']],
  apache: [
    '/usr/sbin/apache2',
    (text: string) => `${MODULE('mpm_event')}${MODULE('authz_core')}ErrorDocument 404 ${text}\n`,
    ['-t', '-f'],
  ],
} as const;

describe.each(Object.entries(SERVERS))('%s', (name, [program, configuration, args]) => {
  const host = name as keyof typeof SERVERS;

  test('of its longest text no byte more is written', () => {
    expect(() => configQuoted('a'.repeat(longest(host)), host)).not.toThrow();
    expect(() => configQuoted(`${'a'.repeat(longest(host) - 1)}é`, host)).toThrow(ConfigurationError);
  });

  test.runIf(existsSync(program))('reads its longest text, and no longer one', () => {
    const complaint = (length: number): string => {
      const folder = temporaryFolder();
      writeFiles(folder, { 'a.conf': configuration(`'${'a'.repeat(length)}'`) });
      return spawnSync(program, [...args, join(folder, 'a.conf')], { encoding: 'utf8' }).stderr;
    };
    expect(complaint(longest(host))).not.toMatch(/too long/);
    expect(complaint(longest(host) + 1)).toMatch(/too long/);
  });
});

test.each<[HostName, number, boolean]>([
  ['nginx', 300, true],
  ['nginx', 1_900, false],
  ['apache', 800, true],
  ['apache', 1_900, false],
  ['caddy', 1_900, true],
  ['pages', 1_900, true],
  ['generic', 1_900, true],
])('on %s, a repository with %i letters that are no ASCII: %s', async (target, count, isBuilt) => {
  const site = SMALL['site.yaml'] as string;
  const folder = memoryFolder({
    ...SMALL,
    'site.yaml': site.replace(/repository: .*/, `repository: https://a.example.org/${'山'.repeat(count)}`),
  });
  const { site: built, findings } = await rendered(folder, { target });
  expect(built !== null).toBe(isBuilt);
  if (!isBuilt)
    expect(asText(findings)).toMatch(/site\.yaml:1:1 error configuration-text-too-long .*reads [\d,]+ bytes/);
});
