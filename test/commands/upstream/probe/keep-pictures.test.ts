import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawing, type MapServer, mapServer } from '../../../support/map-server.ts';
import { ProbePlace, probedRecord } from '../../../support/probe-place.ts';
import { tileBytes } from '../../../support/tiles.ts';

const PROVIDER = 'name: Maps\nhomepage: https://maps.example.org/\n';
const ALLOWED = { 'providers/maps.yaml': `${PROVIDER}pictures: allowed\n` };
const OPTIONS = { switch: null, pictures: 'pictures' } as const;
/** A map whose letters nobody looks for, which takes longest. */
const ours = (url: string, more = ''): string => `${probedRecord('One', url)}provider: maps\nwatermark: true\n${more}`;
const catalog = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`catalog/${path}`, text]));

async function place(): Promise<{ one: MapServer; place: ProbePlace; pictures: () => string[] }> {
  const [one, two] = [await mapServer(1), await mapServer(2, () => ({ body: tileBytes('palette.png') }))];
  const place = new ProbePlace({
    ...ALLOWED,
    'mapservers/one.yaml': ours(one.url),
    // It gives its only tile at once, so that the network is not in doubt.
    'overlayservers/two.yaml': probedRecord('Two', two.url).replace('maxZoom: 19', 'maxZoom: 0'),
  });
  place.timeoutMs = 5_000;
  const pictures = (): string[] => {
    const folder = join(place.path, 'pictures');
    if (!existsSync(folder)) return [];
    const all = readdirSync(folder, { recursive: true, withFileTypes: true });
    return all.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  };
  return { one, place, pictures };
}

test('a tile is kept as it came, if the provider allows it, and is renewed after a month', async () => {
  const { one, place: here, pictures } = await place();
  await here.run(0, OPTIONS);
  expect(pictures()).toEqual(['one.png']);
  const kept = readFileSync(join(here.path, 'pictures/mapservers/one.png'));
  const drawn = one.paths.map((path) => Buffer.from(drawing()(path, 0)?.body ?? ''));
  const small = drawn.filter(({ length }) => length <= 60_000).sort((a, b) => b.length - a.length);
  expect(kept.equals(small[0] as Buffer)).toBe(true);
  one.answer = drawing(undefined, 2);
  await here.run(29, OPTIONS);
  expect(readFileSync(join(here.path, 'pictures/mapservers/one.png')).equals(kept)).toBe(true);
  await here.run(31, OPTIONS);
  expect(readFileSync(join(here.path, 'pictures/mapservers/one.png')).equals(kept)).toBe(false);
});

test.each<[string, (url: string) => Record<string, string>]>([
  ['the provider does not allow it any more', () => ({ 'providers/maps.yaml': PROVIDER })],
  ['the record leaves it out', (url) => ({ 'mapservers/one.yaml': ours(url, 'picture: false\n') })],
  ['the server is gone', (url) => ({ 'mapservers/one.yaml': probedRecord('Other', url) })],
])('it is removed if %s; files of others stay', async (_, change) => {
  const { one, place: here, pictures } = await place();
  await here.run(0, OPTIONS);
  here.write({ 'pictures/mapservers/other.png': 'x', 'pictures/README.md': 'y' });
  here.write(catalog(change(one.url)));
  await here.run(1, OPTIONS);
  expect(pictures().sort()).toEqual(['README.md', 'other.png']);
});

test('of a notice, and of a server that fails, there is none; the folder of notices has that', async () => {
  const { one, place: here, pictures } = await place();
  one.answer = () => ({ body: tileBytes('palette.png') });
  await here.run(0, { ...OPTIONS, notices: 'notices' });
  expect(pictures()).toEqual([]);
  expect(readFileSync(join(here.path, 'notices/mapservers/one.png')).equals(tileBytes('palette.png'))).toBe(true);
  one.answer = drawing();
  await here.run(1, { ...OPTIONS, notices: 'notices' });
  expect([pictures(), existsSync(join(here.path, 'notices/mapservers/one.png'))]).toEqual([['one.png'], false]);
});

test('a file of others in its place is left alone', async () => {
  const { place: here } = await place();
  here.write({ 'pictures/mapservers/one.png': 'mine' });
  await here.run(0, OPTIONS);
  expect(here.file('pictures/mapservers/one.png')).toBe('mine');
  expect(here.printed).toContain(
    'pictures/mapservers/one.png is not in the history, so it is left as it is; move it away',
  );
});

test('links are not followed', async () => {
  const { one, place: here } = await place();
  here.write({ 'elsewhere/one.png': 'mine' });
  mkdirSync(join(here.path, 'pictures'));
  symlinkSync('../elsewhere', join(here.path, 'pictures/mapservers'));
  expect((await here.run(0, OPTIONS)).status).toBe(2);
  expect([here.file('elsewhere/one.png'), one.paths]).toEqual(['mine', []]);
  expect(here.printed).toContain('mapservers is a symbolic link');
});

test('a link in the place of a picture is replaced', async () => {
  const { one, place: here } = await place();
  await here.run(0, OPTIONS);
  here.write({ 'mine.png': 'mine' });
  const file = join(here.path, 'pictures/mapservers/one.png');
  rmSync(file);
  symlinkSync('../../mine.png', file);
  one.answer = drawing(undefined, 2);
  await here.run(1, OPTIONS);
  expect([here.file('mine.png'), lstatSync(file).isFile()]).toEqual(['mine', true]);
});

test('no file has an access token', async () => {
  const { one, place: here } = await place();
  here.env['MAPS_API_KEY'] = 's3cretToken';
  here.write(catalog({ 'mapservers/one.yaml': ours(one.url).replace('.png\n', '.png?key=${MAPS_API_KEY}\n') }));
  const draw = drawing();
  // After the end of a PNG, programs pass over anything.
  one.answer = (path, before) => ({
    body: Buffer.concat([Buffer.from(draw(path, before)?.body ?? ''), Buffer.from(path)]),
  });
  await here.run(0, { ...OPTIONS, notices: 'notices' });
  expect(existsSync(join(here.path, 'pictures/mapservers/one.png'))).toBe(false);
  one.answer = draw;
  await here.run(0.01, { ...OPTIONS, notices: 'notices' });
  await here.run(1, { ...OPTIONS, notices: 'notices' });
  one.answer = () => ({ body: '{"error":"the API key s3cretToken is wrong"}' });
  await here.run(2, { ...OPTIONS, notices: 'notices', format: 'markdown' });
  expect(one.paths.at(-1)).toContain('s3cretToken');
  const files = readdirSync(here.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.some(({ name }) => name === 'one.png')).toBe(true);
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name), 'latin1')).not.toContain('s3cretToken');
  expect(here.printed).not.toContain('s3cretToken');
});
