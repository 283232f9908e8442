/** The listings of real servers, which test/fixtures/listings/record.sh records. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './cli.ts';

export const RECORDINGS = join(ROOT, 'test/fixtures/listings');

export const SERVERS = readdirSync(RECORDINGS)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => name.slice(0, -4))
  .sort();

/** The pages of a server by their names: each follows a line with its name and Content-Type. */
export function pagesOf(server: string): Map<string, { readonly type: string; readonly body: Buffer }> {
  const parts = readFileSync(join(RECORDINGS, `${server}.txt`), 'latin1')
    .split(/^=== (\w+) (.*)\n/m)
    .slice(1);
  const names = parts.filter((_, index) => index % 3 === 0);
  return new Map(
    names.map((name, index) => {
      const [type = '', body = ''] = parts.slice(3 * index + 1);
      return [name, { type, body: Buffer.from(body, 'latin1') }];
    }),
  );
}
