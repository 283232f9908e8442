/**
 * The configuration of a host: what it needs in addition to the documents, so that it answers as the interface says.
 *
 * Each host that has one has a module in this folder, whose function `renderSite` finds in its table.
 */
import type { Published } from '../../../contract/published.ts';
import type { CatalogOutline } from '../../model/catalog.ts';
import type { History } from '../../model/history.ts';
import type { Asset, SiteParts } from '../asset.ts';
import type { HeaderRule } from '../headers.ts';

/** What a configuration is made from. */
export interface ConfigurationInput {
  readonly catalog: CatalogOutline;
  readonly history: History;
  readonly published: Published;
  readonly parts: SiteParts;
  /** The headers of the XML Schemas and of single resources. */
  readonly headerRules: readonly HeaderRule[];
  /** Whether there are compressed copies beside the files. */
  readonly isCompressed: boolean;
}

/** Makes the files of a configuration; their paths are inside what is built, next to the folder of the documents. */
export type Configuration = (input: ConfigurationInput) => Asset[];
