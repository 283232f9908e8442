/** Imagery of JOSM, by its own schema where JOSM is installed. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { josmAddress, josmXml } from '../../../../build/render/programs/josm.ts';
import type { CatalogServer } from '../../../../build/render/programs/tile-template.ts';
import { attributesOf, childrenOf, withXml } from '../../../../contract/read-xml.ts';
import { fc } from '../../../support/property.ts';
import { anyServer, server } from '../../../support/tile-servers.ts';

const fileOf = (servers: readonly CatalogServer[]): string => [...josmXml(servers, 'en')].join('');
const HOSTS = ['a.example.org', 'b.example.org'];

test('a file', () => {
  const overlay = server({ id: 'Two', name: 'A & B', hosts: HOSTS, minZoom: 3, maxZoom: 26 });
  expect(
    fileOf([
      { kind: 'mapserver', server: server() },
      { kind: 'overlayserver', server: overlay },
    ]).split('\n'),
  ).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<imagery xmlns="http://josm.openstreetmap.de/maps-1.0">',
    '<entry><name>One</name><id>mapservers_one</id><category>other</category><type>tms</type><description lang="en">Map one</description><url>https://tile.example.org/{zoom}/{x}/{y}.png</url><min-zoom>0</min-zoom><max-zoom>19</max-zoom><attribution-text>© OpenStreetMap</attribution-text></entry>',
    '<entry overlay="true"><name>Two</name><id>overlayservers_one</id><category>other</category><type>tms</type><description lang="en">A &amp; B</description><url>https://{switch:a,b}.example.org/{zoom}/{x}/{y}.png</url><min-zoom>3</min-zoom><max-zoom>24</max-zoom><attribution-text>© OpenStreetMap</attribution-text></entry>',
    '</imagery>',
    '',
  ]);
  expect(josmAddress({ kind: 'overlayserver', server: overlay })).toBe(
    'tms[3,24]:https://{switch:a,b}.example.org/{zoom}/{x}/{y}.png',
  );
});

const anyListed = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom('mapserver' as const, 'overlayserver' as const),
    server: anyServer.filter(({ minZoom }) => minZoom <= 24),
  }),
  { maxLength: 5 },
);

test('every entry has what JOSM asks for, within its limits', () => {
  fc.assert(
    fc.property(anyListed, (servers) => {
      const entries = withXml(Buffer.from(fileOf(servers)), (root) =>
        [...childrenOf(root)].map((entry) => {
          const texts = Object.fromEntries([...childrenOf(entry)].map((child) => [child.name, child.content]));
          return { texts, overlay: attributesOf(entry).get('overlay') };
        }),
      );
      expect(entries.length).toBe(servers.length);
      for (const [index, { texts, overlay }] of entries.entries()) {
        expect(overlay).toBe(servers[index]?.kind === 'overlayserver' ? 'true' : undefined);
        expect(texts).toMatchObject({ type: 'tms', category: 'other' });
        expect(texts['id']).toMatch(/^[a-z0-9_-]+$/);
        expect(texts['max-zoom']).toMatch(/^(?:1?\d|2[0-4])$/);
      }
    }),
  );
});

/** Where Debian's package puts JOSM. Its schema is under its licence, so that it is not among our files. */
const JOSM = '/usr/share/josm/josm.jar';
const isInstalled = existsSync(JOSM);

describe.skipIf(!isInstalled)(`the schema of JOSM${isInstalled ? '' : ` (skipped: there is no ${JOSM})`}`, () => {
  const schema = (): XmlDocument => {
    const options = { maxBuffer: 2 ** 24 };
    return XmlDocument.fromBuffer(execFileSync('unzip', ['-p', JOSM, 'data/maps.xsd'], options));
  };

  test('accepts every file', () => {
    using document = schema();
    using validator = XsdValidator.fromDoc(document);
    fc.assert(
      fc.property(anyListed, (servers) => {
        using file = XmlDocument.fromString(fileOf(servers));
        validator.validate(file);
      }),
    );
    using broken = XmlDocument.fromString(fileOf([]).replace('</imagery>', '<entry><zoom>1</zoom></entry></imagery>'));
    expect(() => validator.validate(broken)).toThrow(/zoom/);
  });
});
