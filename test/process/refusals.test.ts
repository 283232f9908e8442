/** What cannot run says why, word for word, and leaves everything as it was: a command line a row, its answer in the snapshot. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMALL, writeFiles } from '../support/catalogs.ts';
import { touchedIn } from '../support/files.ts';
import { commitAll, git } from '../support/git.ts';
import { inProcess, wordsOf } from '../support/in-process.ts';
import { packedFile } from '../support/tarball.ts';

/** A checkout with the small catalog, its site in `old`, and folders that are neither. */
let home: string;
let checkout: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'cartalog-refusals-'));
  checkout = join(home, 'checkout');
  writeFiles(join(checkout, 'catalog'), SMALL);
  expect(await inProcess(['build', '--out', 'old'], checkout)).toMatchObject({ status: 0 });
  cpSync(join(checkout, 'old'), join(checkout, 'cname'), { recursive: true });
  const others = ['README.md', 'cname/CNAME', 'full/file', 'other/notes.txt', 'pages/.git', 'large.json'];
  writeFiles(checkout, { ...Object.fromEntries(others.map((path) => [path, ''])), 'page.html': '<!doctype html>' });
  writeFiles(checkout, { 'html/v1/index.json': '<html>', 'alien/v1/index.json': '{"mapservers": 7}' });
  const map = (host: string) => [host, { url: `https://${host}.example.org/{z}/{x}/{y}.png`, options: {} }];
  writeFiles(checkout, { 'maps.json': JSON.stringify(Object.fromEntries(['north', 'south'].map(map))) });
  truncateSync(join(checkout, 'large.json'), 65 * 1024 * 1024);
  mkdirSync(join(checkout, 'empty'));
  symlinkSync('nowhere', join(checkout, 'link'));
  symlinkSync('catalog', join(checkout, 'same'));
  writeFiles(checkout, { '.gitignore': '*\n!catalog/\n!catalog/**\n' });
  commitAll(checkout, '2026-01-02T03:04:05Z');
  git(checkout, ['tag', 'v1']);
  const empty = git(checkout, ['hash-object', '-w', '-t', 'tree', '/dev/null']).trim();
  git(checkout, ['tag', 'bare', git(checkout, ['commit-tree', empty, '-m', 'x']).trim()]);
  packedFile(home);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const TILES = 'https://example.org/{z}/{x}/{y}';
const SERVER = "new mapserver --id 'New map' --max-zoom 9 --copyright X --url";
const SOURCE = 'new datasource --id new --name N --base-url https://example.org --directory n --action Flatten';
const INIT = '--title Maps --repository https://github.com/alps/maps --yes --package PACKED';

const LINES = `
biuld
build --uot x
check catalog
verify
help foo
check --catalog nowhere
check --catalog README.md
check --catalog ''
check --format xml
check --changed-since
check --changed-since nowhere
check --changed-since --output=x
check --changed-since ''
check --changed-since ^main
check --changed-since main..HEAD
check --changed-since HEAD:catalog
check --changed-since bare
check --at --help
check --at v1 --changed-since v1
serve --port 80x
serve --allow-host x.org:1
verify http://127.0.0.1:9
verify old
verify old --resolve a.org=127.0.0.1
verify https://a.org --resolve a.org
verify https://a.org --resolve a.org=b.org
verify https://a.org --resolve 1.2.3.4=127.0.0.1
verify https://a.org --resolve a.org:443=127.0.0.1
verify https://a.org --resolve b.org=127.0.0.1
mirror copy copy
mirror http://127.0.0.1:9/x copy
mirror http://127.0.0.1:9 ''
mirror http://127.0.0.1:9 copy --max-size 0
mirror http://127.0.0.1:9 copy
mirror http://127.0.0.1:9 README.md
mirror http://127.0.0.1:9 .
mirror http://127.0.0.1:9 /proc/x/y
verify localhost
build --service-url example.org
build --service-url https://x.org/?a=1
build --service-url https://:secret@h
SERVICE_URL=h build
SERVICE_URL=https://a..b build
build --out ''
build --out .
build --out ..
build --out /
build --out catalog
build --out catalog/site
build --out same/site
build --out .git/site
build --out pages
build --out cname
build --out ./other
build --out link
build --target pagse
build --precompress --target pages
build --precompress --target generic
build --without-tokenless --require-tokens
build --at none
build --at bare
build --at v1 --require-tokens
diff a b
diff old
diff old nowhere
diff old catalog/site.yaml
diff old old --catalog nowhere
diff old old --format html
diff catalog old
diff html old
diff alien old
format --catalog nowhere
format catalog/site.yaml catalog/editions/none.yaml
format catalog/site.yaml nowhere/none.yaml
new foo
new mapservers
new mapserver --catalog none
new mapserver --id A
${SERVER} https://example.org/{z}/{x}/{-y}
${SERVER} https://example.org/{q}
${SERVER} https://example.org/style.json
${SERVER} L.tileLayer('https://{s}.example.org/',{})
new map --id new --copyright X --url https://example.org/rest/services/a/VectorTileServer
new map --id new --copyright X --url http://127.0.0.1/a?SERVICE=WMTS&REQUEST=GetCapabilities
${SERVER} https://example.org/ows
${SERVER} https://example.org/{z}/{x}/{y}.mlt
${SERVER} https://example.org/{z}/{x}/{y}.geojson
${SERVER} ${TILES} --id One
${SERVER} ${TILES} --id one
${SERVER} ${TILES} --id con
${SERVER} ${TILES} --min-zoom 10
new mapserver --id none --copyright X --url tms:https://tile.example.org/{zoom}/{x}/{y}.png
${SERVER} ${TILES} --file ../x
${SERVER} ${TILES} --set x
${SERVER} ${TILES} --kind bikes --country XX
${SERVER} ${TILES} --country wandergebeit
${SERVER} ${TILES} --country germny
new map --id new --copyright X --url https://example.org/about
new map --id new --copyright X --url https://example.org/tiles.json --schema mvt
new map --id new --copyright X --url https://example.org/a.mbtiles
${SOURCE} --id maps
${SOURCE} --id ../x
${SOURCE} --directory /etc
${SOURCE} --action Unzip
new edition --id x --name X --datasources mapz
new edition --id x --name X --datasources maps,maps
import https://bob:geheim@h/
import ftp://bob:geh@eim@h/
import x --repository https://bob@h
import x --max-zoom http://bob:geheim@h
import gone.xml
import gone.xml --max-zoom 0
import gone.xml --copyright example.org=
import maps.json --copyright X
import maps.json --copyright X --copyright Y
import maps.json --copyright a.example.org=X --copyright A.example.org=Y
import maps.json --copyright https://new.example.org/=New
import maps.json --copyright c1.example.org:8443=Foo
import maps.json --copyright *.example.org=Foo
import maps.json --copyright org=All
import gone.xml --catalog gone
import ftp://api.example.org/ --catalog gone
import page.html --prune
import page.html
import large.json
import catalog
update mapss
update --format yaml
probe Oen
probe --switch new
probe --history ''
probe --max-time soon
init new --yes
init README.md ${INIT}
init full ${INIT}
init new --title x --repository https://github.com/alps/maps --yes
init /proc/x ${INIT}
init '' ${INIT}
init new ${INIT} --name ../x
init new ${INIT} --address x
init new ${INIT} --repository ftp://x
init new ${INIT} --repository git@github.com:me/maps.git
init new ${INIT} --target iis
init new --repository https://github.com/alps/maps --title 'a\tb' --package PACKED
init --print x
init --upgrade
init --upgrade --title x
ci coment
ci deploy
ci deploy catalog
ci propose --branch probe --title X
ci keep --branch x
ci fetch-kept --branch x --file x --brunch x
`
  .trim()
  .split('\n');

/** All that is there; a build that fails late has had a lock next to its site, which changes the time of the folder. */
function state(): Map<string, string> {
  const all = touchedIn(home);
  all.delete('checkout');
  return all;
}

test.each(LINES)('%s', async (line) => {
  const words = wordsOf(line);
  const [variable] = words.filter((word) => /^[A-Z_]+=/.test(word));
  const env = variable ? { [variable.split('=')[0] as string]: variable.slice(variable.indexOf('=') + 1) } : {};
  const packed = join(home, 'cartalog-0.1.0.tgz');
  const args = words.filter((word) => word !== variable).map((word) => word.replace('PACKED', packed));
  const before = state();
  const { status, stdout, stderr } = await inProcess(args, checkout, env);
  expect([status, stdout]).toEqual([2, '']);
  expect(`\n${stderr}`).toMatchSnapshot();
  expect(stderr).toMatch(/^cartalog: /m);
  expect(stderr).not.toMatch(/^\s+at |secret|geheim|bob/m);
  expect(state()).toEqual(before);
});
