/** Other generators of static sites, which make the same JSON documents from the same YAML. */
import type { Command } from '../served-site.ts';

/** A generator, installed, with its project written. */
export interface InstalledPeer {
  readonly name: string;
  /** The command that builds the whole site into a folder. */
  build(out: string): Command;
  /** How it serves the site and follows changes; left out where its server makes a document only when it is asked for. */
  readonly serving?: Serving;
}

/** A server that builds again when a file changes. */
export interface Serving {
  /** The command that serves the site on a port. */
  serve(port: number): Command;
  /** The catalog that it reads. */
  readonly catalog: string;
  /** The address of the list of map servers. */
  readonly path: string;
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
