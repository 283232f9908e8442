import { describe, expect, test } from 'vitest';
import { splitTileHosts } from '../../../build/programs/tile-template.ts';
import { fc } from '../../support/property.ts';

describe('what hosts have in common', () => {
  test.each<[readonly string[], string, readonly string[], string]>([
    [['a.tile.example.org', 'b.tile.example.org'], '', ['a', 'b'], '.tile.example.org'],
    [['mt0.google.com', 'mt1.google.com'], '', ['mt0', 'mt1'], '.google.com'],
    [['server.arcgisonline.com', 'services.arcgisonline.com'], '', ['server', 'services'], '.arcgisonline.com'],
    [['topo.example.de', 'topo2.example.de'], '', ['topo', 'topo2'], '.example.de'],
    [['maps-a.onemap.sg', 'maps-b.onemap.sg'], 'maps-', ['a', 'b'], '.onemap.sg'],
    [['tiles-a.a.example.net', 'tiles-b.a.example.net'], 'tiles-', ['a', 'b'], '.a.example.net'],
    [['tile.example.org', 'tile.example.com'], 'tile.example.', ['org', 'com'], ''],
    [['example.org', 'a.example.org'], '', ['example', 'a.example'], '.org'],
    [['one.org', 'two.net'], '', ['one.org', 'two.net'], ''],
    [['a--b.org', 'a-c-b.org'], '', ['a--b.org', 'a-c-b.org'], ''],
    [['a.b', 'a.c.b'], 'a.', ['b', 'c.b'], ''],
  ])('%j', (hosts, before, parts, after) => expect(splitTileHosts(hosts)).toEqual({ before, parts, after }));

  test('gives the hosts again, with no part empty', () => {
    const label = fc.stringMatching(/^[a-c](?:[a-c-]{0,3}[a-c])?$/);
    const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));
    fc.assert(
      fc.property(fc.uniqueArray(host, { minLength: 2, maxLength: 5 }), (hosts) => {
        const { before, parts, after } = splitTileHosts(hosts);
        expect(parts.map((part) => before + part + after)).toEqual(hosts);
        expect(parts).not.toContain('');
      }),
    );
  });
});
