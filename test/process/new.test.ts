/** `cartalog new` in its own process, and at a terminal. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { main } from '../../commands/program.ts';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog } from '../support/in-process.ts';
import { type Script, typing } from '../support/typing.ts';

function catalog(): string {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), SMALL);
  return folder;
}

const SERVER = ['mapserver', '--id', 'New map', '--max-zoom', '9', '--copyright', 'X', '--url'];
const SOURCE = [
  'datasource',
  '--id',
  'new',
  '--name',
  'N',
  '--base-url',
  'https://example.org',
  '--directory',
  'n',
  '--action',
  'Flatten',
];

test('a tile server from a Leaflet template, with its key kept out of the file', async () => {
  const cwd = catalog();
  const url = 'https://{s}.api.example.org/{z}/{x}/{y}.png?apikey=0123secret';
  const outcome = await cartalog(['new', ...SERVER, url], { cwd });
  expect(outcome).toMatchObject({ status: 0, stdout: 'catalog/mapservers/new-map.yaml\n' });
  expect(outcome.stderr).toContain('{s} is read as a, b, c');
  expect(outcome.stderr).toContain(
    'Next: cartalog check\nThen commit catalog/mapservers/new-map.yaml and open a pull request.\n',
  );
  const text = readFileSync(join(cwd, 'catalog/mapservers/new-map.yaml'), 'utf8');
  expect(text).toContain('hosts: [a.api.example.org, b.api.example.org, c.api.example.org]\n');
  expect(text).toContain(`urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?apikey=$\{EXAMPLE_API_KEY}\n`);
  expect(`${text}${outcome.stderr}`).not.toContain('0123secret');
  expect(outcome.stderr).toContain('; add EXAMPLE_API_KEY to accessTokens in site.yaml.\n');
  writeFiles(join(cwd, 'catalog'), { 'site.yaml': `${SMALL['site.yaml']}accessTokens: [EXAMPLE_API_KEY]\n` });
  expect(await cartalog(['check'], { cwd })).toMatchObject({ status: 0 });
  expect(await cartalog(['format', '--check', 'catalog/mapservers/new-map.yaml'], { cwd })).toMatchObject({
    status: 0,
  });
});

test('says how the files of a data source are listed: by hand, or by update where the record says where they are', async () => {
  const cwd = catalog();
  const said = async (...flags: string[]): Promise<string> =>
    (await cartalog(['new', ...SOURCE, ...flags], { cwd })).stderr;
  expect(await said()).toContain('List its files in catalog/datasources/new/files.yaml (or maps.yaml, themes.yaml), ');
  const stderr = await said('--id', 'other', '--source-url', 'https://example.org/');
  expect(stderr).toContain('Let cartalog update other find its files,\nand name it in the editions that use it ');
  expect(stderr).not.toContain('files.yaml');
});

test('zoom levels that JOSM writes before an address are taken, unless flags give others', async () => {
  const cwd = catalog();
  const url = 'tms[3,18]:https://tile.example.org/{zoom}/{x}/{y}.png';
  const zooms = async (name: string, ...flags: string[]): Promise<string[]> => {
    const args = ['mapserver', '--id', name, '--copyright', 'X', ...flags];
    expect(await cartalog(['new', ...args], { cwd })).toMatchObject({ status: 0 });
    const text = readFileSync(join(cwd, `catalog/mapservers/${name}.yaml`), 'utf8');
    return [...text.matchAll(/^m..Zoom: .*/gm)].map(([line]) => line);
  };
  expect(await zooms('both', '--url', url)).toEqual(['minZoom: 3', 'maxZoom: 18']);
  expect(await zooms('dash', '--url', url.replace('tms[3,', 'TMS[3-'))).toEqual(['minZoom: 3', 'maxZoom: 18']);
  expect(await zooms('flag', '--url', url, '--max-zoom', '12')).toEqual(['minZoom: 3', 'maxZoom: 12']);
  expect(await zooms('highest', '--url', url.replace('3,', ''))).toEqual(['minZoom: 0', 'maxZoom: 18']);
  const none = await cartalog(
    ['new', 'mapserver', '--id', 'none', '--copyright', 'X', '--url', url.replace('[3,18]', '')],
    { cwd },
  );
  expect(none).toMatchObject({ status: 2, stderr: 'cartalog: Missing --max-zoom (such as 17).\n' });
});

test('a map with its kind and its countries', async () => {
  const cwd = catalog();
  const made = async (id: string, ...flags: string[]): Promise<string[]> => {
    const outcome = await cartalog(['new', ...SERVER, 'https://example.org/{z}/{x}/{y}', '--id', id, ...flags], {
      cwd,
    });
    expect(outcome.status, outcome.stderr).toBe(0);
    const text = readFileSync(join(cwd, `catalog/mapservers/${id}.yaml`), 'utf8').replace(/^#.*\n/gm, '');
    return (text.split('copyright: X\n')[1] ?? '').split('\n').filter((line) => line !== '');
  };
  expect(await made('a', '--kind', 'cycling', '--country', 'ch,LI')).toEqual(['kind: cycling', 'countries: [CH, LI]']);
  expect(await made('b', '--country', 'world')).toEqual(['area: world']);
  expect(await made('c')).toEqual([]);
  expect(await cartalog(['check'], { cwd })).toMatchObject({ status: 0 });
});

test('a data source and an edition', async () => {
  const cwd = catalog();
  expect(await cartalog(['new', ...SOURCE], { cwd })).toMatchObject({
    status: 0,
    stdout: 'catalog/datasources/new/datasource.yaml\n',
  });
  const edition = ['edition', '--id', 'new', '--name', 'Name', '--datasources', 'new, maps'];
  expect(await cartalog(['new', ...edition, '--no-comments'], { cwd })).toMatchObject({ status: 0 });
  expect(readFileSync(join(cwd, 'catalog/editions/new.yaml'), 'utf8')).toBe(
    '# yaml-language-server: $schema=../../schemas/catalog/edition.json\nname: Name\ndatasources:\n  - new\n  - maps\n',
  );
  expect(await cartalog(['check'], { cwd })).toMatchObject({ status: 0 });
});

test('says why where it cannot write', async () => {
  const cwd = temporaryFolder();
  writeFiles(join(cwd, 'catalog'), { 'site.yaml': SMALL['site.yaml'] as string });
  writeFileSync(join(cwd, 'catalog', 'mapservers'), '');
  const outcome = await cartalog(['new', ...SERVER, 'https://example.org/{z}/{x}/{y}'], { cwd });
  expect(outcome).toMatchObject({ status: 2, stderr: expect.stringMatching(/^cartalog: .*\n$/) });
});

test.each([[], ['mapserver'], ['overlayserver'], ['datasource'], ['edition']])(
  '--help of new %s has an example',
  async (...args) => {
    const outcome = await cartalog(['new', ...args, '--help']);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toContain('$ cartalog new ');
  },
);

describe('at a terminal', () => {
  async function ask(cwd: string, args: readonly string[], script: Script): Promise<{ status: number; text: string }> {
    const terminal = typing(script);
    const written: string[] = [];
    const output = { write: (text: string) => void written.push(text), isTTY: false };
    const { signal } = new AbortController();
    const status = await main(['new', ...args], { cwd, env: {}, stdout: output, stderr: output, terminal, signal });
    return { status, text: terminal.shown() + written.join('') };
  }

  test('asks for what no flag says, and again where an answer cannot be used', async () => {
    const cwd = catalog();
    const { status, text } = await ask(
      cwd,
      ['mapserver', '--copyright', 'X'],
      [
        ['Label that people see', 'One\r'],
        ['already exists and was not changed', '\x15https://{s}.a.org/{z}/{x}/{y}\r'],
        ['That is an address', '\x15Asked\r'],
        ['Address of a tile', 'https://example.org/{q}\r'],
        ['quadkey', '\x15https://example.org/{z}/{x}/{y}\r'],
        ['Longer description', '  \r'],
        ['Lowest zoom level', ' \r'],
        ['Highest zoom level', '\r'],
        ['An answer is needed.', '31\r'],
        ['at most 30', '\x1512\r'],
        ['What the map shows', '\r'],
        ['Countries that the map covers', '\r'],
      ],
    );
    expect(status, text).toBe(0);
    const written = readFileSync(join(cwd, 'catalog/mapservers/asked.yaml'), 'utf8').replace(/^(?:#.*)?\n/gm, '');
    expect(written).toBe(
      'id: Asked\nname: Asked\nminZoom: 0\nmaxZoom: 12\nhosts: [example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}\ncopyright: X\n',
    );
  });

  test('offers what can be chosen', async () => {
    const cwd = catalog();
    const down = '\x1b[B';
    const source = await ask(cwd, SOURCE.slice(0, -2), [['What map programs do', `${down}\r`]]);
    expect(source.status, source.text).toBe(0);
    expect(readFileSync(join(cwd, 'catalog/datasources/new/datasource.yaml'), 'utf8')).toContain('\naction: Extract\n');
    const edition = await ask(cwd, ['edition', '--id', 'new', '--name', 'N'], [['Data sources it uses', `${down} \r`]]);
    expect(edition.status, edition.text).toBe(0);
    expect(readFileSync(join(cwd, 'catalog/editions/new.yaml'), 'utf8')).toMatch(/^ {2}- maps\n$/m);
  });

  test('asks for kind and countries, and again for countries that there are not', async () => {
    const cwd = catalog();
    const { status, text } = await ask(
      cwd,
      ['mapserver', '--id', 'A', '--url', 'https://example.org/{z}/{x}/{y}', '--copyright', 'X'],
      [
        ['Longer description', '\r'],
        ['Lowest zoom level', '\r'],
        ['Highest zoom level', '9\r'],
        ['What the map shows', '\x1b[B\x1b[B\r'],
        ['Countries that the map covers', 'XX\r'],
        ['This is none of', '\x15ch, li\r'],
      ],
    );
    expect(status, text).toBe(0);
    expect(readFileSync(join(cwd, 'catalog/mapservers/a.yaml'), 'utf8')).toMatch(
      /\nkind: topographic\n(?:#.*\n)*countries: \[CH, LI\]\n$/,
    );
  });

  test.each([
    ['Ctrl+C', '\x03'],
    ['Ctrl+D', '\x04'],
  ])('%s leaves no files', async (_, keys) => {
    const cwd = catalog();
    const outcome = await ask(cwd, ['datasource', '--id', 'new'], [['Name that people see', keys]]);
    expect(outcome.status).toBe(2);
    expect(outcome.text).toMatch(/cartalog: Stopped\. Nothing was written\.\n$/);
    expect(existsSync(join(cwd, 'catalog/datasources/new'))).toBe(false);
  });
});
