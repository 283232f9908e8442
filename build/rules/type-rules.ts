import { mapAddresses } from '../../contract/maps/map-types.ts';
import { type Diagnostic, diagnosing, valueAt } from '../diagnostics/diagnostic.ts';
import { error, type Problems, warning } from '../diagnostics/messages.ts';
import { hostAdvice } from '../diagnostics/wording.ts';
import { firstOfTypes, TYPES } from '../map-types/all-types.ts';
import { addressRefusalsOf } from '../map-types/map-address.ts';
import type { TypeFault } from '../map-types/map-type.ts';
import { tileMisfitOf } from '../tile-url/convert.ts';
import { describeTemplateProblem } from '../tile-url/explanations.ts';
import type { Content } from '../validate/content.ts';
import { ruleSet } from './run-rules.ts';

interface Fix {
  readonly fix: string;
}

const TYPE_PROBLEMS = {
  'bad-map': error(({ fix }: Fix) => `This cannot be shown as it is; ${fix}`),
  'doubtful-address': warning(
    ({ fix }: Fix) =>
      `This address looks wrong: ${fix}. If it is right, write above the field: # cartalog: allow doubtful-address`,
  ),
  'odd-map': warning(({ fix }: Fix) => `Few programs show this well: ${fix}`),
} as const satisfies Problems;

const diagnostic = diagnosing(TYPE_PROBLEMS);

function* typedMaps(content: Content): Generator<Diagnostic> {
  for (const { file, value: record } of content.maps()) {
    const type = 'type' in record ? record.type : undefined;
    if (type === undefined && file.role === 'map') continue;
    const refused = mapAddresses(record).flatMap(([key, address]) => {
      const misfit = key === 'urlPattern' || key === 'tiles' ? tileMisfitOf(address, type !== undefined) : null;
      const other = type ? firstOfTypes((one) => one.stated?.(address, undefined))?.type : undefined;
      const reasons = [
        ...(type ? addressRefusalsOf(address) : []),
        ...(misfit ? [misfit] : []),
        ...(other && other !== type ? [{ code: 'other-type', type: other } as const] : []),
      ];
      const encoded = /%7b(?:[^{}%]|%(?!7[bd])){0,60}%7d/i.exec(address)?.[0];
      const end = /(?<!\bstyles=[^&]{0,200})[,;.]$/i.exec(address)?.[0];
      const unfilled = `programs send ${encoded} as it is: write the placeholder without encoding, or what it stands for`;
      return [
        ...reasons.map((reason): TypeFault => [true, key, describeTemplateProblem(reason)]),
        [encoded !== undefined, key, unfilled] satisfies TypeFault,
        [end !== undefined, key, `the ${end} at its end is probably not part of it`] satisfies TypeFault,
      ];
    });
    const hosts = 'hosts' in record ? (record.hosts ?? []) : [];
    const ranges = hosts.flatMap((host): TypeFault[] => [[true, 'hosts', hostAdvice(String(host)) ?? '']]);
    const faults = TYPES[type ?? 'xyz'].faults?.(record as never) ?? [];
    const failed = new Set(faults.flatMap(([isWrong, key, , code]) => (isWrong && code ? [key] : [])));
    // An error is not also doubted.
    const doubts = refused.filter(([, key]) => !failed.has(key));
    for (const [isWrong, key, fix, code = 'doubtful-address'] of [...doubts, ...ranges, ...faults]) {
      if (isWrong && fix !== '') yield diagnostic(code, file.path, valueAt(key), { fix });
    }
  }
}

export const TYPE_RULES = ruleSet(TYPE_PROBLEMS, { map: [typedMaps] });
