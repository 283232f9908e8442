/** The rows of the request handler: what a request costs in addition to the host's work, and how large it is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Row } from './figures.ts';
import type { RowGroup } from './row-group.ts';

const HANDLER = join(import.meta.dirname, '..', '..', 'lib', 'edge.js');

const ALONE = 'without the handler';

/** The kinds of requests that `edge-requests.mjs` measures, and at most how many times the first one each may take. */
const KINDS: readonly { readonly kind: string; readonly name: string; readonly most?: number }[] = [
  { kind: 'alone', name: ALONE },
  { kind: 'document', name: 'a document', most: 3.5 },
  { kind: 'xml', name: 'a document, as XML by Accept', most: 3.5 },
  { kind: 'unchanged', name: 'a 304', most: 4.5 },
];

/** The handler in front of static files that answer at once. */
export const EDGE_HANDLER: RowGroup = {
  name: 'edge',
  title: 'A request at the edge',
  async prepare(workplace) {
    // One process measures all kinds.
    const rounds = new Map<number, Promise<Readonly<Record<string, number>>>>();
    const measured = async (): Promise<Readonly<Record<string, number>>> =>
      JSON.parse((await workplace.script('edge-requests.mjs', HANDLER)).stdout);
    const inRound = (round: number): Promise<Readonly<Record<string, number>>> => {
      const result = rounds.get(round) ?? measured();
      rounds.set(round, result);
      return result;
    };
    return {
      rows: [
        ...KINDS.map(
          ({ kind, name, most }): Row => ({
            name,
            limits:
              most === undefined
                ? []
                : [
                    { of: 'seconds', times: ALONE, most },
                    { of: 'seconds', beyond: ALONE },
                  ],
            run: async (round) => ({ seconds: ((await inRound(round))[kind] ?? Number.NaN) / 1e6 }),
          }),
        ),
        {
          name: 'the handler, compressed',
          limits: [{ of: 'kilobytes', most: 9.4 }],
          run: async () => ({ kilobytes: gzipSync(readFileSync(HANDLER)).length / 1000 }),
        },
      ],
    };
  },
};
