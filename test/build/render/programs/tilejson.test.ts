/** TileJSON, by what the text of its specification asks of tiles that are pictures. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { tileJson } from '../../../../build/render/programs/tilejson.ts';
import { fc } from '../../../support/property.ts';
import { anyServer, server } from '../../../support/tile-servers.ts';

/**
 * TileJSON 3.0.0 in words of our own. The schema that is published beside its text asks for `vector_layers` of everything;
 * the text, which decides, does not where tiles have no layers.
 */
const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile({
  type: 'object',
  required: ['tilejson', 'tiles'],
  properties: {
    tilejson: { const: '3.0.0' },
    name: { type: 'string' },
    description: { type: 'string' },
    attribution: { type: 'string' },
    scheme: { enum: ['xyz', 'tms'] },
    tiles: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', pattern: '^https?://[^/{}]+/(?=.*\\{z\\})(?=.*\\{x\\})(?=.*\\{y\\})' },
    },
    minzoom: { type: 'integer', minimum: 0, maximum: 30 },
    maxzoom: { type: 'integer', minimum: 0, maximum: 30 },
    // Other keys are allowed.
    tileSize: { const: 256 },
    vector_layers: false,
  },
});

test('a TileJSON', () => {
  const one = server({ name: 'R & B', copyright: 'R & B <b>', hosts: ['a.b', 'c.d'], minZoom: 2 });
  expect(tileJson({ kind: 'overlayserver', server: one })).toEqual({
    tilejson: '3.0.0',
    name: 'One',
    description: 'R & B',
    attribution: '© R &amp; B &lt;b&gt;',
    scheme: 'xyz',
    tiles: ['https://a.b/{z}/{x}/{y}.png', 'https://c.d/{z}/{x}/{y}.png'],
    minzoom: 2,
    maxzoom: 19,
    tileSize: 256,
  });
});

test('every TileJSON is what the specification says', () => {
  fc.assert(
    fc.property(anyServer, (any) => {
      const made = tileJson({ kind: 'mapserver', server: any });
      validate(made);
      expect(validate.errors ?? []).toEqual([]);
      expect(made.minzoom).toBeLessThanOrEqual(made.maxzoom);
    }),
  );
});
