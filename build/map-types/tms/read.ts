/** Tiles whose rows are counted from the south. Their records have the rules of tiles, too. */
import { tileDataOf } from '../../tile-url/convert.ts';
import { describeProblem } from '../../tile-url/explanations.ts';
import type { ReadType } from '../read-type.ts';

/** Flipped tiles, as they are read. */
export const TMS_READER: ReadType<'tms'> = {
  entered: 'tiles with {-y}',
  looks: 'tiles with rows from the south have {-y}',
  ofTiles: ({ isVector, hosts, urlPattern, notes }) =>
    isVector ? null : { type: 'tms', members: { hosts, urlPattern }, notes },
  faults: ({ urlPattern = '' }) => [
    [tileDataOf(urlPattern)?.is === 'vector', 'urlPattern', describeProblem({ code: 'flipped-vector' })],
  ],
};
