/** A web server of Debian and Ubuntu. Its template is the file of its name in `commands/templates/server/`. */
export interface WebServer {
  /** For the configuration of a catalog. */
  readonly folder: string;
  /** The folders that it reads, and the names of files in them. */
  readonly reads: readonly (readonly [folder: string, names: RegExp])[];
  /** The name in systemd, of the package, and of the folder in `/etc/`. */
  readonly service: string;
  /** The part of the built configuration that a site includes. */
  readonly part: string;
  /** Gets a certificate, with the name added; null if the server gets certificates by itself. */
  readonly certificate: string | null;
  readonly block: string;
  readonly site: RegExp;
  /** The first group has names of a site. */
  readonly names: RegExp;
  /** The first group is a port of a site. */
  readonly ports: RegExp;
  /** An address calls a site: `example.org` (HTTPS, too) or `:80` (every name). */
  readonly hasAddresses: boolean;
  readonly prepare?: string;
  readonly test: string;
  readonly reload: string;
  /** The file that must import ours, and the line for that, if the server does not read its folder. */
  readonly importing?: { readonly path: string; readonly line: (unit: string) => string };
  /** Earlier versions of this program wrote it, and nobody edited it; later ones have a line that tells. */
  readonly unmarked?: RegExp;
  /** About another configuration that affects this catalog. */
  readonly noteOn?: (path: string, text: string) => string[];
}
