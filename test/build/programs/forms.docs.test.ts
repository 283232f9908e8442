/** The tables of docs/map-programs.md say what the programs do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programFormsOf } from '../../../build/programs/forms.ts';
import { MAP_PROGRAMS, PROGRAM_NAMES, type ProgramName } from '../../../build/programs/writers.ts';
import { ROOT } from '../../support/cli.ts';
import { allProgramFiles } from '../../support/whole-site.ts';
import { catalogOf, xyzMap } from '../../support/xyz-maps.ts';

const page = readFileSync(join(ROOT, 'docs/map-programs.md'), 'utf8');

function table(header: string, first = 'Program'): Map<string, string[]> {
  const [, rest = ''] = page.split(`| ${first} | ${header} |\n`);
  const lines = (rest.split('\n\n')[0] as string).split('\n').slice(1);
  return new Map(
    lines.map((line) => {
      const [name = '', ...cells] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      return [name.replace(/^\[(.*)\]\(.*\)$/, '$1'), cells];
    }),
  );
}

const NAMES = Object.fromEntries(
  PROGRAM_NAMES.map((name) => [name, MAP_PROGRAMS[name].words.name?.en ?? '']),
) as Readonly<Record<ProgramName, string>>;

test.each(PROGRAM_NAMES)('%s has its section', (program) => {
  expect(page).toContain(`\n## ${NAMES[program]}\n`);
});

/** Others read the interface. */
const WRITTEN = PROGRAM_NAMES.filter((program) => !MAP_PROGRAMS[program].readsInterface);

describe.each(WRITTEN)('%s', (program) => {
  test.skipIf(program === 'xyz')('has what is not read back', () =>
    expect([...table('Not read back', 'Format').keys()].map((name) => name.split(':')[0])).toContain(NAMES[program]),
  );

  test('has its files at the addresses, with the hosts and the credit, that the document says', () => {
    const one = xyzMap({ hosts: ['a.example.org', 'b.example.org'], copyright: 'CREDIT' });
    const catalog = catalogOf([one], [one]);
    const forms = [programFormsOf(catalog, one), programFormsOf(catalog, { ...one, list: 'overlayservers' })].flatMap(
      (all) => all.filter((form) => form.program === program),
    );
    const paths = [...new Set(forms.flatMap(({ path }) => (path === null ? [] : [path])))];
    const [address = '', hosts, credit] = table('Address | Hosts | Credit').get(NAMES[program]) ?? [];
    expect([...address.matchAll(/`\/([^`]+)`/g)].map(([, path]) => path?.replace('<file>', 'one'))).toEqual(paths);
    const files = allProgramFiles(catalog).filter(({ path }) => paths.includes(path));
    const texts = [
      ...files.map(({ content }) => Buffer.from(content).toString()),
      ...forms.map(({ path, text, link }) => link ?? (path === null ? text : null)),
    ];
    const text = texts.join('\n');
    expect(hosts).toBe(/\bb\b/.test(text.replaceAll('{switch:a,b}', 'b')) ? 'in turn' : 'the first');
    const stating = program === 'qgis' ? 'kept' : 'shown';
    expect(credit).toBe(text.includes('CREDIT') ? stating : 'none');
  });
});
