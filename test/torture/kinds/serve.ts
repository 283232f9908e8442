/** A catalog that is edited under `serve`, while readers follow its links. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Files, SMALL } from '../../support/catalogs.ts';
import type { Draw } from '../../support/messy.ts';
import { Serving } from '../serving.ts';
import { hold, type Round, type Trial } from '../trial.ts';

/** An answer counts for so long after its list was asked for; removed records answer for two seconds. */
const FRESH_MS = 1_500;

/** A faulty file, and one that is not YAML. */
const FAULTS = ['name: Faulty\n', 'name: "\n'];

const FAULTY = 'editions/faulty.yaml';

/** The files of a record and of one that names it. */
function records(index: number, name: string): Files {
  return {
    [`datasources/s${index}/datasource.yaml`]: String(SMALL['datasources/empty/datasource.yaml']),
    [`editions/e${index}.yaml`]: `name: ${name}\ndatasources: [s${index}]\n`,
  };
}

/** What one edit changes, and in the case of two saves right after one another, what the second does. */
function nextEdit(draw: Draw, index: number): Record<string, string | Uint8Array | null>[] {
  const target = draw(4);
  const gone = Object.fromEntries(Object.keys(records(target, '')).map((path) => [path, null]));
  const edits = [
    () => [records(target, `Name ${index}`)],
    () => [gone],
    () => [{ [FAULTY]: FAULTS[draw(FAULTS.length)] as string }],
    () => [{ ...gone, ...records(target + 4, `Renamed ${index}`) }],
    () => [records(target, 'First save'), { [FAULTY]: FAULTS[0] as string }, records(target, `Second save ${index}`)],
    () => [gone, records(target, `Back ${index}`)],
  ];
  const [first = {}, ...more] = (edits[draw(edits.length)] as () => Record<string, string | null>[])();
  // A fault lasts for one edit.
  return [{ [FAULTY]: null, ...first }, ...more];
}

/** Reads lists and follows what they name, until it is over. */
async function read({ count }: Round, serving: Serving, isOver: () => boolean): Promise<void> {
  const ask = async (url: string, why: string, isFresh = () => true): Promise<string> => {
    count('requests');
    const response = await fetch(url).catch((error: Error) => error);
    if (response instanceof Error) hold(false, `${url} to answer, ${why}`, `${response.cause ?? response}`);
    const { status } = response as Response;
    // On a busy machine, an answer may come after its record has gone.
    hold(status === 200 || !isFresh(), `200 for ${url}, ${why}`, String(status));
    return (response as Response).text();
  };
  while (!isOver()) {
    for (const list of ['editions', 'datasources']) {
      const began = performance.now();
      const isFresh = (): boolean => performance.now() - began < FRESH_MS;
      const links = JSON.parse(await ask(serving.url(`/v1/${list}/`), 'a list')) as { url: string }[];
      for (const { url } of links) if (isFresh()) await ask(url, 'which a list named', isFresh);
    }
    await sleep(5);
  }
}

/** The trial. */
export const SERVE: Trial = {
  name: 'serve',
  what: 'edits, faults and renames under serve: what a list names answers, and in the end all is up to date',
  async run(round) {
    const { draw, count } = round;
    const serving = await Serving.start(round, SMALL);
    await serving.untilServing();
    let isOver = false;
    const readers = Promise.all([0, 1].map(() => read(round, serving, () => isOver)));
    readers.catch(() => {}); // reported where they are awaited
    const edit = async (): Promise<void> => {
      for (let left = 3 + draw(10), index = 0; left > 0; left--) {
        for (const changes of nextEdit(draw, index++)) {
          serving.edit(changes);
          count('edits');
          await sleep(draw(3) === 0 ? draw(30) : draw(400));
        }
        await sleep(draw(900));
      }
    };
    // The readers end only where something is lost.
    await Promise.race([edit(), readers]);
    serving.edit({ [FAULTY]: null });
    await serving.untilUpToDate();
    isOver = true;
    await readers;
    const output = serving.child.output();
    hold(!/unexpected|\n {4}at /i.test(output), 'no unexpected error', output);
    await serving.stop();
  },
};
