/** Maps of other types than those of `/v1/`: the rules of each type, and maps that are there twice. */
import { addressesIn, hostsIn, type NewType } from '../../../contract/map-types.ts';
import { type Diagnostic, diagnosing, value } from '../../diagnostics/diagnostic.ts';
import type { Content } from '../../validate/content.ts';
import { pmtilesRule } from './pmtiles-rule.ts';
import { TYPE_PROBLEMS, type TypeRule } from './type-rule.ts';
import { vectorRule } from './vector-rule.ts';
import { wmsRule } from './wms-rule.ts';

/** The rule of each type; flipped rows have those of tile servers. */
const TYPE_RULES: Readonly<Record<NewType, TypeRule<never>>> = {
  tms: () => [],
  wms: wmsRule,
  vector: vectorRule,
  pmtiles: pmtilesRule,
};

const diagnostic = diagnosing(TYPE_PROBLEMS);

/** The members of a type are complete, and mean what its programs take them for. */
export function* typedMaps(content: Content): Generator<Diagnostic> {
  for (const { file, value: record } of content.of('map')) {
    if (record.type === undefined) continue;
    for (const { code, key, fix } of TYPE_RULES[record.type](record as never)) {
      yield diagnostic(code, file.path, value(key), { fix });
    }
  }
}

/** What tells the pictures of one map from those of another. */
export function identityOf(record: object): string {
  const { type, layers, styles } = record as Readonly<Record<string, unknown>>;
  return JSON.stringify([
    type,
    hostsIn(record).sort(),
    addressesIn(record).map(([, address]) => address),
    layers,
    styles,
  ]);
}
