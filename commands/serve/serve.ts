/** Build, serve, and build again on each change: the core of `cartalog serve`. */

/** A server that runs beside this process. */
export interface RunningServer {
  /** Resolves when the server ends, asked to or not, with the last of what it printed. */
  readonly ended: Promise<string>;
}

/** What serving needs of the machine it runs on. */
export interface ServeEffects {
  /** Builds into the folder that is served, says what was found, and gives whether the catalog was good. */
  rebuild(): Promise<boolean>;
  /** Starts the server on the folder. */
  start(): Promise<RunningServer>;
  /** Resolves with the next change of the catalog, or at once with one that came since it was last called. */
  nextChange(): Promise<'changed'>;
  /** Resolves when the person asks to stop. */
  readonly stopped: Promise<null>;
  /** Tells the person something. */
  say(text: string): void;
}

/**
 * Serves until it is told to stop. A good catalog is served as soon as there is one; after a bad change the last good
 * site stays up.
 *
 * @returns null when stopped; what the server printed where it ended by itself
 */
export async function serveCatalog(effects: ServeEffects): Promise<string | null> {
  let server: RunningServer | null = null;
  if (await effects.rebuild()) server = await effects.start();
  else effects.say('Serving begins as soon as the errors are fixed.');
  for (;;) {
    const event = await Promise.race([effects.stopped, effects.nextChange(), ...(server ? [server.ended] : [])]);
    if (event !== 'changed') return event;
    if (await effects.rebuild()) server ??= await effects.start();
    else if (server) effects.say('The last good site stays up.');
  }
}
