/** The schemas of what people write, by name. That of keys is not in it: a program writes them. */
import area from '../../schemas/catalog/area.json' with { type: 'json' };
import categories from '../../schemas/catalog/categories.json' with { type: 'json' };
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import datasource from '../../schemas/catalog/datasource.json' with { type: 'json' };
import edition from '../../schemas/catalog/edition.json' with { type: 'json' };
import files from '../../schemas/catalog/files.json' with { type: 'json' };
import map from '../../schemas/catalog/map.json' with { type: 'json' };
import maps from '../../schemas/catalog/maps.json' with { type: 'json' };
import provider from '../../schemas/catalog/provider.json' with { type: 'json' };
import removals from '../../schemas/catalog/removals.json' with { type: 'json' };
import site from '../../schemas/catalog/site.json' with { type: 'json' };
import themes from '../../schemas/catalog/themes.json' with { type: 'json' };
import tileserver from '../../schemas/catalog/tileserver.json' with { type: 'json' };

/** The schemas by name. */
export const CATALOG_SCHEMAS = {
  area,
  categories,
  common,
  datasource,
  edition,
  files,
  map,
  maps,
  provider,
  removals,
  site,
  themes,
  tileserver,
};
