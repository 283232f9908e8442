import { expect, test } from 'vitest';
import { mostUsefulFirst } from '../../../../build/render/pages/row-order.ts';
import type { KnownServer } from '../../../../build/render/pages/server-facts.ts';

const known = (id: string, server: object = {}, verdict: string | null = null): KnownServer =>
  ({
    kind: 'mapserver',
    server: { id, area: 'world', active: true, unsetTokens: [], needsToken: null, copyright: 'Somebody', ...server },
    status: verdict && { verdict, isOld: false },
  }) as unknown as KnownServer;

test('maps of the world come in turns of their kinds, then parts of it, missing tokens, and what is off or broken', () => {
  const servers = [
    known('Off', { active: false }),
    known('Paid', { unsetTokens: ['KEY'] }),
    known('Dead', {}, 'dead'),
    known('B part', { area: { countries: ['CH'] } }),
    known('A part', { area: null }),
    known('Street 2', { kind: 'street' }),
    known('Street 1', { kind: 'street' }),
    known('Own', { kind: 'street', copyright: 'Own and others' }),
    known('Free', { kind: 'aerial', licence: 'CC0-1.0' }),
    known('Aerial', { kind: 'aerial' }, 'works'),
    known('Unknown'),
  ];
  expect(mostUsefulFirst(servers, 'en').map(({ server }) => server.id)).toEqual([
    'Own',
    'Free',
    'Unknown',
    'Street 1',
    'Aerial',
    'Street 2',
    'A part',
    'B part',
    'Paid',
    'Dead',
    'Off',
  ]);
});
