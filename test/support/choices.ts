/** The documents of a catalog for `firstWorking` of all clients, and what each choice of maps gives. */

const health = (verdict: string, more: object = {}) => ({
  verdict,
  ...(verdict === 'works' ? {} : { reason: 'it says "no", {\\}' }),
  since: '2026-01-01',
  lastProbed: '2026-01-02',
  ...more,
  days: '.'.repeat(30),
  badge: 'https://a.example.org/b',
  ends: { date: '2030-01-01', source: 'https://a.example.org/' },
});
const map = (name: string, alternatives: readonly string[] = []) => ({
  type: 'Feature',
  id: `mapservers/${name}`,
  geometry: null,
  properties: {
    type: 'xyz',
    name: `A "map" [${name}]`,
    ...(alternatives.length > 0
      ? {
          alternatives: alternatives.map((one) => ({
            id: `mapservers/${one}`,
            url: 'https://a.example.org/',
            name: '{"]',
          })),
        }
      : {}),
  },
});
const MAPS = {
  good: map('good'),
  better: map('better'),
  stamped: map('stamped', ['old', 'better']),
  dead: map('dead', ['stamped', 'new']),
  refusing: map('refusing'),
  old: map('old'),
  new: map('new'),
};

export const CHOICE_FILES: Readonly<Record<string, unknown>> = {
  '/v2/status.json': {
    until: '2026-01-02',
    maps: {
      'mapservers/good': health('works'),
      'mapservers/better': health('works'),
      'mapservers/stamped': health('notice'),
      'mapservers/dead': health('dead'),
      'mapservers/refusing': health('refused'),
      'mapservers/old': health('works', { old: true }),
    },
  },
  ...Object.fromEntries(Object.entries(MAPS).map(([name, document]) => [`/v2/mapservers/${name}.json`, document])),
};

const ids = (names: string): string[] => names.split(' ').map((name) => `mapservers/${name}`);

export const CHOICES: readonly (readonly [maps: readonly string[], chosen: string | null])[] = [
  [ids('good better'), 'mapservers/good'],
  [ids('stamped old new good'), 'mapservers/good'],
  [ids('gone refusing new old'), 'mapservers/new'],
  [ids('old'), 'mapservers/old'],
  [ids('stamped'), 'mapservers/better'],
  [ids('dead'), 'mapservers/new'],
  [ids('dead stamped'), 'mapservers/better'],
  [ids('refusing gone'), null],
  [[], null],
];
