/** What `server` knows of a web server: where and how sites are configured, and how it is set up and reloaded. */

/** A web server of Debian and Ubuntu. Its template is the file of its name in `commands/templates/server/`. */
export interface WebServer {
  readonly folder: string;
  /** What it reads: the folders, and the names of files in them. */
  readonly reads: readonly (readonly [folder: string, names: RegExp])[];
  readonly service: string;
  /** What a site includes of the built configuration. */
  readonly part: string;
  /** The command that gets a certificate for the name after it; null if it gets them by itself. */
  readonly certificate: string | null;
  /** What a site is called in the configuration. */
  readonly block: string;
  readonly site: RegExp;
  /** Patterns whose first group has the names of a site, or a port. */
  readonly names: RegExp;
  readonly ports: RegExp;
  /** Whether its sites have addresses: a name, which means HTTPS, too, or a port with every name. */
  readonly hasAddresses: boolean;
  /** Sets up what a site needs. */
  readonly prepare?: string;
  /** Tests the configuration, and changes nothing. */
  readonly test: string;
  readonly reload: string;
  /** The file that must import ours, and the line for that, if it does not read its folder by itself. */
  readonly importing?: { readonly path: string; readonly line: (unit: string) => string };
  /** What was written before there was a line that tells whether it has been changed. */
  readonly unmarked?: RegExp;
  /** What to know of another configuration for the port of the server. */
  readonly noteOn?: (path: string, text: string) => string[];
}
