/** The tables of docs/map-programs.md say what the programs do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  formsOf,
  type LeftOut,
  PROGRAMS,
  type ProgramName,
  programCounts,
} from '../../../../build/render/programs/programs.ts';
import { LAYER_CATEGORIES } from '../../../../contract/layer-categories.ts';
import { EN } from '../../../../contract/page-texts/en.ts';
import { ROOT } from '../../../support/cli.ts';
import { catalogOf, server } from '../../../support/tile-servers.ts';
import { allProgramFiles } from '../../../support/whole-site.ts';

const page = readFileSync(join(ROOT, 'docs/map-programs.md'), 'utf8');

/** The rows of a table by their first cell, without links. */
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

/** The name of a program in the document. */
const NAMES: Readonly<Record<ProgramName, string>> = { ...EN.programs.names, maplibre: 'MapLibre' };

const LANGUAGE = server({ urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}?l=#{language}' });
const CASES: readonly (readonly [LeftOut, ReturnType<typeof catalogOf>])[] = [
  ['language', catalogOf([LANGUAGE])],
  ['overlay', catalogOf([], [server()])],
  ['zoom', catalogOf([server({ minZoom: 25, maxZoom: 26 })])],
  ['inactive', catalogOf([server({ active: false })])],
];

describe.each(PROGRAMS)('%s', (program) => {
  test('has its section', () => {
    expect(page).toContain(`\n## ${NAMES[program]}\n`);
  });

  test('is said to leave out what it leaves out', () => {
    const cells = CASES.map(([reason, catalog]) => {
      const isLeftOut = programCounts(catalog)
        .find((count) => count.program === program)
        ?.leftOut.has(reason);
      return isLeftOut ? `left out${reason === 'inactive' ? ' of the list' : ''}` : '';
    });
    expect(table(CASES.map(([reason]) => reason).join(' | ')).get(NAMES[program])).toEqual(cells);
  });

  test('has its files at the addresses, with the hosts and the credit, that the document says', () => {
    const one = server({ hosts: ['a.example.org', 'b.example.org'], copyright: 'CREDIT' });
    const catalog = catalogOf([one], [one]);
    const forms = [
      formsOf(catalog, { kind: 'mapserver', server: one }),
      formsOf(catalog, { kind: 'overlayserver', server: one }),
    ].flatMap((all) => all.filter((form) => form.program === program));
    const paths = [...new Set(forms.flatMap(({ path }) => (path === null ? [] : [path])))];
    const [address = '', hosts, credit] = table('Address | Hosts | Credit').get(NAMES[program]) ?? [];
    const stated = [...address.matchAll(/`\/([^`]+)`/g)].map(([, path]) => path?.replace('<file>', 'one'));
    expect(stated).toEqual(paths);
    const files = allProgramFiles(catalog).filter(({ path }) => paths.includes(path));
    const texts = [...files.map(({ content }) => Buffer.from(content).toString()), ...forms.map(({ link }) => link)];
    const text = texts.join('\n');
    expect(hosts).toBe(/\bb\b/.test(text.replaceAll('{switch:a,b}', 'b')) ? 'in turn' : 'the first');
    expect(credit).toBe(text.includes('CREDIT') ? 'shown' : 'none');
  });
});

test('the categories of layers are those of the document', () => {
  const rows = Object.entries(LAYER_CATEGORIES).map(([name, { written, read }]): [string, string[]] => {
    const drawn = name === 'osmbasedmap' ? 'the same, if OpenStreetMap is credited' : written.join(', ');
    return [name, [drawn, read ?? '']];
  });
  expect(table('written for | read as', 'Category')).toEqual(new Map(rows));
});
