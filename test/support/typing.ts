/** A terminal for tests that types the answer to each question when it appears. */
import { PassThrough, Writable } from 'node:stream';
import type { Terminal } from '../../cli/terminal/io.ts';

/** What to type, in order: each when its question has appeared. */
export type Script = readonly (readonly [question: string, keys: string])[];

export function typing(script: Script): Terminal & { shown(): string } {
  const input = new PassThrough();
  const left = [...script];
  let shown = '';
  let unread = '';
  const output = new Writable({
    write(chunk, _, next) {
      shown += chunk;
      unread += chunk;
      const [question, keys] = left[0] ?? [];
      if (question !== undefined && keys !== undefined && unread.includes(question)) {
        left.shift();
        unread = '';
        // The question listens for keys once it is drawn.
        setImmediate(() => input.write(keys));
      }
      next();
    },
  });
  return { input, output: Object.assign(output, { columns: 100, rows: 40 }), shown: () => shown };
}
