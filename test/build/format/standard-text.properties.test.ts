import { expect, test } from 'vitest';
import { parse as parseWithYaml } from 'yaml';
import { isSound } from '../../../build/diagnostics/diagnostic.ts';
import { formatYaml } from '../../../build/format/standard-text.ts';
import { catalogModelOf } from '../../../build/model/model.ts';
import { parseCatalogFile } from '../../../build/parse/parse.ts';
import { quotedYaml } from '../../../build/parse/written.ts';
import { type FileRole, matchCatalogLayout } from '../../../build/read/layout.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { type Files, memoryFolder } from '../../support/catalogs.ts';
import { nastyCatalog } from '../../support/nasty-catalog.ts';
import { anyCharacter, fc, timesRuns } from '../../support/property.ts';
import { type Draw, messy } from './messy.ts';

const OPTIONS = { environment: {}, requireTokens: false };

/** What a catalog publishes; the test fails where it has errors. */
function published(files: Files): unknown {
  const { content, diagnostics } = checkCatalog(memoryFolder(files), OPTIONS);
  expect(isSound(diagnostics), JSON.stringify(diagnostics)).toBe(true);
  return catalogModelOf(content, { ...OPTIONS, serviceUrl: null });
}

function drawFrom(seed: number): Draw {
  let state = seed | 1;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) % limit;
  };
}

const kindOf = (file: string): FileRole => (matchCatalogLayout(file) as { role: FileRole }).role;
const count = (all: string, part: string): number => all.split(part).length - 1;

test('what is published stays the same, no comment is lost, and a second run changes nothing', () =>
  fc.assert(
    fc.property(nastyCatalog, fc.integer(), (values, seed) => {
      const draw = drawFrom(seed);
      const before: Record<string, string> = {};
      const after: Record<string, string> = {};
      for (const [file, value] of Object.entries(values)) {
        const { text: source, comments } = messy(value, draw);
        before[file] = source;
        const formatted = formatYaml({ path: file, role: kindOf(file) }, source.replace(/^\ufeff/, ''));
        after[file] = formatted;
        for (const comment of comments) expect(count(`${formatted}\n`, `${comment}\n`), source).toBe(1);
        expect(formatYaml({ path: file, role: kindOf(file) }, formatted)).toBe(formatted);
        // A parser that shares no code with ours reads the same value.
        expect(parseWithYaml(formatted, { uniqueKeys: false })).toEqual(
          parseCatalogFile(file, Buffer.from(formatted)).value,
        );
      }
      expect(published(after)).toEqual(published(before));
    }),
    { numRuns: timesRuns(3), seed: 20_260_919 },
  ));

test('a text that a file can only hold with escapes is written with escapes', () => {
  const odd = fc.constantFrom(
    ...['\u007f', '\u0085', '\u2028', '\ufeff', '\ufffe', '\uffff', '\0', '\ud800', '\t', '"', '\\'],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(odd, fc.string({ unit: anyCharacter, maxLength: 3 })), { maxLength: 4 }), (parts) => {
      const file = { path: 'editions/a.yaml', role: 'edition' } as const;
      const name = parts.join('');
      const formatted = formatYaml(file, `name: ${quotedYaml(name)}\ndatasources: [${quotedYaml(name)}]\n`);
      expect(parseCatalogFile(file.path, Buffer.from(formatted))).toMatchObject({
        value: { name, datasources: [name] },
        diagnostics: [],
      });
    }),
    { numRuns: timesRuns(20), seed: 20_260_919 },
  );
});
