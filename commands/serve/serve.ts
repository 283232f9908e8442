/** Build, serve, and build again on each change: the core of `cartalog serve`. */
export { KEPT_MS, type LiveSite, type LiveSiteEffects, liveSite } from './live-site.ts';

/** A server in another process. */
export interface RunningServer {
  /** Resolves when the server ends, whatever the reason. */
  readonly ended: Promise<'ended'>;
}

/** What happens to a catalog: it changes, or has not changed for a while since it did. */
export type CatalogEvent = 'changed' | 'quiet';

/** What serving needs of the machine it runs on. */
export interface ServeEffects {
  /** Builds into the folder that is served, and reports the findings. @returns whether the catalog was good */
  rebuild(): Promise<boolean>;
  /** Ends what is served only for those who have just read of it. */
  finish(): Promise<void>;
  /** Starts the server on the folder. */
  start(): Promise<RunningServer>;
  /** Resolves after the next event; at once where there was one since the last call. */
  nextEvent(): Promise<CatalogEvent>;
  /** Resolves when the person asks to stop. */
  readonly stopped: Promise<'stopped'>;
  /** Shows a line of text to the person. */
  print(line: string): void;
  /** Tells the person of an error that does not end the command. */
  report(error: unknown): void;
}

/**
 * Serves until the person stops it. The server starts with the first good catalog; after a bad change, and after an
 * error of a build, the last good site stays up. A server that ends is started again.
 *
 * @throws the errors of the effects, in the first build and where the server does not start
 */
export async function serveCatalog(effects: ServeEffects): Promise<void> {
  const { print } = effects;
  let server: RunningServer | null = null;
  if (await effects.rebuild()) server = await effects.start();
  else print('Serving begins as soon as the errors are fixed.');
  let next = effects.nextEvent();
  for (;;) {
    const event = await Promise.race([effects.stopped, ...(server ? [server.ended] : []), next]);
    if (event === 'stopped') return;
    if (event === 'ended') {
      print('The Cloudflare runtime has ended; it is started again.');
      server = await effects.start();
      continue;
    }
    if (event === 'quiet') await withoutEnding(effects, effects.finish);
    else if (await withoutEnding(effects, effects.rebuild)) server ??= await effects.start();
    else if (server) print('The last good site stays up.');
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
