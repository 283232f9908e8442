import { describe, expect, test } from 'vitest';
import {
  installedAddress,
  isAsWritten,
  markedConfiguration,
  portIn,
  sitesInConfiguration,
  targetIn,
  usersOf,
} from '../../../../commands/site/server/installed.ts';

test.each<[string | undefined, string | undefined]>([
  ['Description=Publish the catalog in /srv/maps at https://maps.alps.ch/a', 'https://maps.alps.ch/a'],
  ['[Unit]\nDescription=Publish the catalog in /srv/look at me at http://maps.alps.ch\nUser=me', 'http://maps.alps.ch'],
  ['Description=Publish the catalog in /srv/maps', undefined],
  ['Description=Publish the catalog in /srv/maps at home', undefined],
  ['Description=Publish the catalog in /srv/maps at https://', undefined],
  [undefined, undefined],
])('the address in the service %j is %s', (service, address) => expect(installedAddress(service)).toBe(address));

test.each<[string, string | undefined]>([
  ['ExecStart=cartalog build --target caddy --out /var/lib/x', 'caddy'],
  ['ExecStart=cartalog build --target pages --out /var/lib/x', undefined],
  ['', undefined],
])('the web server of the service %j is %s', (service, target) => expect(targetIn(service)).toBe(target));

describe('a configuration', () => {
  test('has sites, with their names and ports, and none in comments', () => {
    const text =
      'server {\n listen [::]:443 ssl;\n server_name A.ch _ ~^b;\n}\n# server_name c.ch;\nserver {\n listen 80;\n}\n';
    const sites = sitesInConfiguration('nginx', text).map(({ names, ports }) => ({ names, ports }));
    expect(sites).toEqual([
      { names: ['a.ch'], ports: [443] },
      { names: [], ports: [80] },
    ]);
    expect([portIn('nginx', text), portIn('nginx', 'server {\n listen 8080;\n}'), portIn('nginx', null)]).toEqual([
      undefined,
      8080,
      undefined,
    ]);
  });

  test('is as it was written only with every byte', () =>
    expect(['a\n', 'b\n'].map((text) => isAsWritten(`${markedConfiguration('a\n').split('\n')[0]}\n${text}`))).toEqual([
      true,
      false,
    ]));

  test('uses a unit if it names its folder, unless it is what is written for it', () => {
    const text = 'root /var/lib/cartalog-maps/live/site;';
    const configurations = new Map([
      ['/etc/nginx/conf.d/cartalog-maps.conf', text],
      ['/etc/caddy/cartalog-maps.conf', text],
      ['/etc/nginx/conf.d/mine.conf', text],
      ['/etc/nginx/conf.d/cartalog-maps-le-ssl.conf', text],
      ['/etc/nginx/conf.d/other.conf', text.replace('maps', 'maps-de')],
    ]);
    expect(usersOf(configurations, 'cartalog-maps')).toEqual([
      '/etc/nginx/conf.d/mine.conf',
      '/etc/nginx/conf.d/cartalog-maps-le-ssl.conf',
    ]);
  });
});
