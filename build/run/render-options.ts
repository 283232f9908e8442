/** What rendering a catalog depends on, apart from its files. */
import type { HostName } from '../../contract/hosts.ts';
import type { Commits } from '../model/history.ts';
import type { SiteParts, SiteSink } from '../render/asset.ts';
import type { RuleOptions } from '../rules/rule.ts';
import type { UnitCache } from './unit-cache.ts';

/** What decides how a catalog is rendered, and what is known of it that is not in its files. */
export interface RenderOptions extends RuleOptions {
  /** Overrides the service URL of site.yaml. */
  readonly serviceUrl: string | null;
  /** Overrides the host of site.yaml. */
  readonly target?: HostName | undefined;
  /** Whether there are pages for people; overrides what site.yaml says. */
  readonly pages?: boolean | undefined;
  /** Whether the site is for the Cloudflare runtime on this machine, which serves it in place of its host. */
  readonly isServedHere?: boolean | undefined;
  /** Whether there are compressed copies beside the files, where the host sends them. */
  readonly precompress?: boolean | undefined;
  /** What a repository knows of the files; null where nothing is known, or times are not needed. */
  readonly commits: Promise<Commits | null>;
  /** Reads what goes into a site in addition to its catalog; called only where all but its entries is without errors. */
  readonly readParts: () => SiteParts;
  /**
   * Opens what takes the files of the site; called only where all but the entries of data sources is without errors. Null
   * where the files are only counted, to find out whether the host takes them.
   */
  readonly openSink: (() => Promise<SiteSink>) | null;
  /** What is known from the last time. */
  readonly units?: UnitCache | undefined;
  /** Called wherever a data source is no longer needed, which may have taken much memory. */
  readonly freeMemory?: (() => void) | undefined;
}
