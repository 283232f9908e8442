/** Build, serve, and build again on each change: the core of `cartalog serve`. */
import { plural } from '../../../contract/text.ts';

/** A server in another process. */
export interface RunningServer {
  /**
   * Resolves when the server ends for any reason, when the served folder is removed, or when the host of the site
   * changes.
   */
  readonly ended: Promise<'ended' | 'removed' | 'moved'>;
  /** Ends it. */
  stop(): Promise<void>;
}

/** Events of a catalog: it changed, or was then unchanged for a while. */
export type CatalogEvent = 'changed' | 'quiet';

/** The effects of serving. */
export interface ServeEffects {
  /** Builds into the served folder, and reports the findings. @returns whether the catalog is valid */
  rebuild(): Promise<boolean>;
  /** Stops serving removed documents. */
  finish(): Promise<void>;
  /** Starts the server on the folder, and restores a removed site. */
  start(): Promise<RunningServer>;
  /** Resolves after the next event, or immediately if one occurred since the last call. */
  nextEvent(): Promise<CatalogEvent>;
  /** Resolves when the user stops the command. */
  readonly stopped: Promise<'stopped'>;
  /** Prints a line. */
  print(line: string): void;
  /** Reports an error that does not end the command. */
  report(error: unknown): void;
  /** Waits, in milliseconds. */
  pause(milliseconds: number): Promise<void>;
}

/** The first pause before restarting a server, in milliseconds; each later pause is twice as long. */
const FIRST_PAUSE_MS = 1_000;

/** The maximum pause between two attempts, in milliseconds. */
export const LONGEST_PAUSE_MS = 60_000;

/**
 * Serves until stopped. The server starts with the first valid catalog. After an invalid change or a failed build, the
 * last good site stays up. A server that ends is restarted, with any number of attempts, while changes are still built.
 *
 * @throws errors of the effects in the first build, and if the first start of the server fails
 */
export async function serveCatalog(effects: ServeEffects): Promise<void> {
  const { print, report, stopped } = effects;
  // Casts, because TypeScript does not see assignments in closures.
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
      if (event === 'ended') print('The server has ended; it is started again.');
      if (event === 'moved') print('The host or its configuration has changed; the server is started again.');
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
