/** Build, serve, and build again on each change: the core of `cartalog serve`. */
import { plural } from '../../contract/text.ts';

/** A server in another process. */
export interface RunningServer {
  /**
   * Resolves when the server ends, whatever the reason, when the folder that it serves is removed, or when the site is
   * for another host than the one in whose place it serves.
   */
  readonly ended: Promise<'ended' | 'removed' | 'moved'>;
  /** Ends it. */
  stop(): Promise<void>;
}

/** What happens to a catalog: it changes, or has not changed for a while since it did. */
export type CatalogEvent = 'changed' | 'quiet';

/** What serving needs of the machine it runs on. */
export interface ServeEffects {
  /** Builds into the folder that is served, and reports the findings. @returns whether the catalog was good */
  rebuild(): Promise<boolean>;
  /** Ends what is served only for those who have just read of it. */
  finish(): Promise<void>;
  /** Starts the server on the folder, whose site it writes again if it has been removed. */
  start(): Promise<RunningServer>;
  /** Resolves after the next event; at once if there was one since the last call. */
  nextEvent(): Promise<CatalogEvent>;
  /** Resolves when the person asks to stop. */
  readonly stopped: Promise<'stopped'>;
  /** Shows a line of text to the person. */
  print(line: string): void;
  /** Tells the person of an error that does not end the command. */
  report(error: unknown): void;
  /** Resolves after this many milliseconds. */
  pause(milliseconds: number): Promise<void>;
}

/** A server that does not start again is tried after this many milliseconds, then after twice as many, and so on. */
const FIRST_PAUSE_MS = 1_000;

/** No pause between two tries is longer than this many milliseconds. */
export const LONGEST_PAUSE_MS = 60_000;

/**
 * Serves until the person stops it. The server starts with the first good catalog; after a bad change, and after an
 * error of a build, the last good site stays up. A server that ends is started again, however often that fails: what
 * keeps it from starting may pass. Meanwhile changes are built.
 *
 * @throws the errors of the effects, in the first build and if the server does not start the first time
 */
export async function serveCatalog(effects: ServeEffects): Promise<void> {
  const { print, report, stopped } = effects;
  // As types that assignments in a function do not narrow.
  let server = null as RunningServer | null;
  let retry = null as Promise<'retry'> | null;
  let pauseMs = FIRST_PAUSE_MS;
  const start = async (): Promise<void> => {
    const started = await Promise.race([stopped, effects.start()]);
    if (started !== 'stopped') server = started;
  };
  const startAgain = async (): Promise<void> => {
    const former = server;
    server = null;
    retry = null;
    try {
      await former?.stop();
      await start();
      pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      report(error);
      print(`The next try is in ${plural(pauseMs / 1_000, 'second')}.`);
      retry = effects.pause(pauseMs).then(() => 'retry');
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  };
  if (await effects.rebuild()) await start();
  else print('Serving begins as soon as the errors are fixed.');
  let next = effects.nextEvent();
  for (;;) {
    const event = await Promise.race([stopped, ...(server ? [server.ended] : []), ...(retry ? [retry] : []), next]);
    if (event === 'stopped') return;
    if (event === 'ended' || event === 'removed' || event === 'moved' || event === 'retry') {
      if (event === 'ended') print('The Cloudflare runtime has ended; it is started again.');
      if (event === 'moved') print('The site is for another host now; the runtime is started again.');
      await startAgain();
      continue;
    }
    if (event === 'quiet') await withoutEnding(effects, effects.finish);
    else if (!(await withoutEnding(effects, effects.rebuild))) {
      if (server || retry) print('The last good site stays up.');
    } else if (!server && !retry) await start();
    next = effects.nextEvent();
  }
}

async function withoutEnding<T>({ report }: ServeEffects, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    report(error);
    return null;
  }
}
