/** Build, serve, and build again on each change: the core of `cartalog serve`. */

/** A server in another process. */
export interface RunningServer {
  /** Resolves with the last of its output when the server ends, whatever the reason. */
  readonly ended: Promise<string>;
}

/** What serving needs of the machine it runs on. */
export interface ServeEffects {
  /** Builds into the folder that is served, and reports the findings. @returns whether the catalog was good */
  rebuild(): Promise<boolean>;
  /** Starts the server on the folder. */
  start(): Promise<RunningServer>;
  /** Resolves after the next change of the catalog; at once where it has changed since the last call. */
  nextChange(): Promise<'changed'>;
  /** Resolves when the person asks to stop. */
  readonly stopped: Promise<null>;
  /** Shows a line of text to the person. */
  print(line: string): void;
}

/**
 * Serves until the person stops it. The server starts with the first good catalog; after a bad change the last good site
 * stays up.
 *
 * @returns null when stopped; the last output of the server where it ended by itself
 * @throws the errors of the effects
 */
export async function serveCatalog(effects: ServeEffects): Promise<string | null> {
  let server: RunningServer | null = null;
  if (await effects.rebuild()) server = await effects.start();
  else effects.print('Serving begins as soon as the errors are fixed.');
  for (;;) {
    const event = await Promise.race([effects.stopped, effects.nextChange(), ...(server ? [server.ended] : [])]);
    if (event !== 'changed') return event;
    if (await effects.rebuild()) server ??= await effects.start();
    else if (server) effects.print('The last good site stays up.');
  }
}
