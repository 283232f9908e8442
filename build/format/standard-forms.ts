import { MAP_TYPES, NEW_TYPES } from '../../contract/maps/map-types.ts';
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
import type { SchemaName } from '../read/layout.ts';

export interface Form {
  /** The value is on the line of its key; a list or mapping is in flow style. */
  readonly isOneLine: boolean;
  readonly order: 'written' | 'sorted' | readonly string[];
  /** @param key empty for any item of a list */
  inside(key: string): Form;
}

type Properties = Readonly<Record<string, unknown>>;

const LINE: Form = { isOneLine: true, order: 'written', inside: () => LINE };

const line = (properties: Properties): Form => ({ ...LINE, order: Object.keys(properties) });

const record = (properties: Properties, members: Readonly<Record<string, Form>> = {}): Form => ({
  isOneLine: false,
  order: Object.keys(properties),
  inside: (key) => (Object.hasOwn(members, key) ? (members[key] as Form) : LINE),
});

const paths = (each: Form): Form => ({ isOneLine: false, order: 'sorted', inside: () => each });

/** The order has a meaning. */
const list = (each: Form): Form => ({ isOneLine: false, order: 'written', inside: () => each });

const CHECKSUMS = list(line(common.$defs.checksum.properties));

const entries = (properties: Properties): Form =>
  paths(
    record(properties, {
      checksums: CHECKSUMS,
      fragments: paths(CHECKSUMS),
      boundingbox: line(common.$defs.boundingBox.properties),
    }),
  );

const ATTRIBUTION = list(line(common.$defs.attributionPart.properties));

const MAP_MEMBER_FORMS = {
  area: list(line(common.$defs.box.properties)),
  attribution: ATTRIBUTION,
  probe: line(tileserver.properties.probe.properties),
};

/** The last type in MAP_TYPES comes first. */
const TYPE_MEMBERS = [...NEW_TYPES].reverse().flatMap((type) => MAP_TYPES[type].members);

/** A file in `maps/` has the members of its type where a tile server has `hosts`. */
const MAP_ORDER = new Set(
  Object.keys(map.$defs.tms.properties).flatMap((key) => (key === 'hosts' ? TYPE_MEMBERS : key)),
);

export const STANDARD_FORMS: Readonly<Record<SchemaName, Form>> = {
  // One token a line: a diff shows the added one.
  site: record(site.properties, { accessTokens: list(LINE) }),
  tileserver: record(tileserver.properties, MAP_MEMBER_FORMS),
  map: { ...record(tileserver.properties, MAP_MEMBER_FORMS), order: [...MAP_ORDER] },
  datasource: record(datasource.properties, {
    source: record(datasource.properties.source.properties, { checksums: list(LINE) }),
  }),
  files: entries(files.$defs.entry.properties),
  maps: entries(maps.$defs.entry.properties),
  themes: entries(themes.$defs.entry.properties),
  categories: list(line(categories.items.properties)),
  edition: record(edition.properties, { datasources: list(LINE) }),
  provider: record(provider.properties, { attribution: ATTRIBUTION }),
  area: record(area.properties),
  removals: list(line(removals.items.properties)),
  // Only cartalog writes this file: keys need no order, and pages load one schema less.
  keys: list(list(LINE)),
};
