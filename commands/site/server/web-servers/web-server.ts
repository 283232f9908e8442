/** A web server on Debian and Ubuntu. Its template in `commands/templates/server/` has its name. */
export interface WebServer {
  /** The folder of a catalog's configuration. */
  readonly folder: string;
  /** Folders that it reads, with names of files. */
  readonly reads: readonly (readonly [folder: string, names: RegExp])[];
  /** Its name in systemd, as a package, and in `/etc/`. */
  readonly service: string;
  /** The part of the built configuration that a site includes. */
  readonly part: string;
  /** The command that gets a certificate, once the name is added; null if the server gets it. */
  readonly certificate: string | null;
  readonly blockName: string;
  readonly siteBeginning: RegExp;
  /** First group: names of a site. */
  readonly names: RegExp;
  /** First group: a port of a site. */
  readonly ports: RegExp;
  /** An address names a site: `example.org` (HTTPS, too) or `:80` (all names). */
  readonly hasAddresses: boolean;
  readonly prepare?: string;
  readonly test: string;
  readonly reload: string;
  /** The file that imports ours, and its line, if the server does not read our folder. */
  readonly importing?: { readonly path: string; readonly line: (unit: string) => string };
  /** Matches a file of an earlier version that nobody edited; later versions mark their files with a line. */
  readonly unmarked?: RegExp;
  /** About another configuration that affects ours. */
  readonly noteOn?: (path: string, text: string) => string[];
}
