/** One file of the published site. */
export interface Asset {
  /** Inside the site, with `/` and without a leading one. */
  readonly path: string;
  readonly content: string;
  /** The catalog file that most of it comes from, for a diagnostic about it; null for files of the site itself. */
  readonly origin: string | null;
}
