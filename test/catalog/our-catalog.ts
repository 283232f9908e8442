/** The catalog of this repository. `npm run check:catalog` has run `cartalog check` before any test reads it. */
import { join } from 'node:path';
import { checkCatalog } from '../../build/run/check-in-memory.ts';
import { catalogFolderAt } from '../../cli/catalog/catalog-folder.ts';
import { OPTIONS } from '../support/check.ts';
import { ROOT } from '../support/cli.ts';

export const OUR_CATALOG = join(ROOT, 'catalog');

export const ourContent = (): ReturnType<typeof checkCatalog>['content'] =>
  checkCatalog(catalogFolderAt(OUR_CATALOG), OPTIONS).content;
