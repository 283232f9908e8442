/** Other generators of static sites, which make the same JSON documents from the same YAML. */

/** How a process is started. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** Where it runs. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A generator, installed, with its project written. */
export interface InstalledPeer {
  readonly name: string;
  /** The command that builds the whole site into a folder. */
  build(out: string): Command;
}

/** A generator to compare with. */
export interface Peer {
  readonly name: string;
  /**
   * Installs it, and writes a project that makes the documents of a catalog.
   *
   * @param folder a new one, for everything that it needs
   * @returns a text that says why it cannot be installed
   */
  install(folder: string, catalog: string): InstalledPeer | string;
}
