import { tileDataOf } from '../../tile-url/convert.ts';
import { describeTemplateProblem } from '../../tile-url/explanations.ts';
import type { TypeDefinition } from '../map-type.ts';
import words from './words.json' with { type: 'json' };

export const TMS_TYPE: TypeDefinition<'tms'> = {
  words,
  shape: ({ hosts, urlPattern }) => ({ is: 'tiles', isFlipped: true, hosts, urlPattern }),
  entered: 'tiles with {-y}',
  looks: 'tiles with rows from the south have {-y}',
  ofTiles: ({ hosts, urlPattern, notes }, isVector) =>
    isVector ? null : { type: 'tms', members: { hosts, urlPattern }, notes },
  faults: ({ urlPattern = '' }) => [
    [tileDataOf(urlPattern)?.is === 'vector', 'urlPattern', describeTemplateProblem({ code: 'flipped-vector' })],
  ],
};
