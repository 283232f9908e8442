import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCatalog } from '../../clients/javascript/catalog-client.ts';
import { folderWithCatalog, SMALL, writeFiles } from '../support/catalogs.ts';
import { cartalog as compiled, environment, type Outcome } from '../support/cli.ts';
import { cartalog } from '../support/in-process.ts';
import { serverWith } from '../support/live-service.ts';
import { textsIn } from '../support/words.ts';

const HAS_MINISIGN = spawnSync('minisign', ['-v']).status === 0;

function newCatalog(program: typeof cartalog = cartalog): {
  folder: string;
  run: (line: string, env?: Record<string, string>) => Promise<Outcome>;
} {
  const folder = folderWithCatalog();
  const run = (line: string, env = {}) => program(line.split(' '), { cwd: folder, env: environment(env) });
  return { folder, run };
}

const keysIn = (folder: string): string[] =>
  readFileSync(join(folder, 'catalog/keys.yaml'), 'utf8').match(/RW[\w+/]{54}/g) ?? [];

test('makes two keys, signs a site, and replaces the signing key', async () => {
  const { folder, run } = newCatalog();
  const outputs: Outcome[] = [];
  const step = async (line: string, env?: Record<string, string>): Promise<number | null> => {
    const outcome = await run(line, env);
    outputs.push(outcome);
    return outcome.status;
  };
  expect(await step('keys new --secret signing.key --spare spare.key')).toBe(0);
  const secrets = ['signing.key', 'spare.key'].map((name) => join(folder, name));
  if (process.platform !== 'win32') expect(secrets.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  const [first, spare] = keysIn(folder);
  expect(await step('check')).toBe(0);
  expect(await step('build --target nginx', { CI: '' })).toBe(0);
  expect(outputs.at(-1)?.stderr).toMatch(/\nNot signed yet: .*cartalog sign dist --secret FILE\n$/);
  expect(await step('build --target nginx', { CI: 'true' })).toBe(0);
  expect(outputs.at(-1)?.stderr).not.toContain('Not signed');
  expect(await step('sign dist --secret signing.key')).toBe(0);
  const manifest = join(folder, 'dist/site/manifest.json');
  if (HAS_MINISIGN) expect(spawnSync('minisign', ['-Vm', manifest, '-P', first as string]).status).toBe(0);

  // Nothing changed, so the signature still belongs to it.
  expect(await step('build --target nginx', { CI: '' })).toBe(0);
  expect(outputs.at(-1)?.stderr).not.toContain('Not signed');
  expect(existsSync(`${manifest}.minisig`)).toBe(true);

  expect(await step('keys rotate --secret second.key --spare spare.key')).toBe(0);
  expect(await step(`keys revoke ${first} --spare spare.key`)).toBe(0);
  expect(await step('check')).toBe(0);
  expect(await step('build --target nginx')).toBe(0);
  expect(existsSync(`${manifest}.minisig`)).toBe(false);
  expect(await step('sign dist --secret signing.key')).toBe(2);
  const CARTALOG_SIGNING_KEY = readFileSync(join(folder, 'second.key'), 'utf8');
  expect(await step('sign dist', { CARTALOG_SIGNING_KEY })).toBe(0);
  const list = join(folder, 'dist/site/v2/keys.json');
  if (HAS_MINISIGN) expect(spawnSync('minisign', ['-Vm', list, '-P', spare as string]).status).toBe(0);

  // Nothing that was printed or written to the catalog or the site has a secret key.
  const text = (path: string): string => readFileSync(path).toString('latin1');
  const written = ['catalog', 'dist'].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => text(join(entry.parentPath, entry.name))),
  );
  const everything = [...outputs.flatMap(({ stdout, stderr }) => [stdout, stderr]), ...written].join('\n');
  for (const file of [...secrets, join(folder, 'second.key')]) {
    const key = text(file).trim().split('\n')[1] as string;
    // The part with the secret: behind it is the public key.
    expect(everything).not.toContain(key.slice(80, 120));
  }
});

test('makes all files or none, and never writes over one', async () => {
  const { folder, run } = newCatalog();
  writeFileSync(join(folder, 'spare.key'), 'mine');
  const outcome = await run('keys new --secret signing.key --spare spare.key');
  expect([outcome.status, outcome.stderr]).toEqual([2, expect.stringContaining('spare.key is there already')]);
  expect(readFileSync(join(folder, 'spare.key'), 'utf8')).toBe('mine');
  expect(existsSync(join(folder, 'signing.key')) || existsSync(join(folder, 'catalog/keys.yaml'))).toBe(false);
  expect((await run('keys new --secret signing.key --spare nowhere/spare.key')).status).toBe(2);
  expect(existsSync(join(folder, 'signing.key'))).toBe(false);
  expect((await run('keys new --secret same.key --spare same.key')).status).toBe(2);
  expect(readdirSync(folder).sort()).toEqual(['catalog', 'spare.key']);
});

test('refuses a secret file that git could commit', async () => {
  const { folder, run } = newCatalog();
  spawnSync('git', ['init', '-q'], { cwd: folder });
  const refused = await run('keys new --secret signing.key --spare spare.key');
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('git repository that does not ignore')]);
  writeFileSync(join(folder, '.gitignore'), '*.key\n');
  expect((await run('keys new --secret signing.key --spare spare.key')).status).toBe(0);
});

test('refuses a secret file in a git repository that git cannot read', async () => {
  const { folder, run } = newCatalog();
  // As in a repository of another user, git ends with 128.
  mkdirSync(join(folder, '.git'));
  const { status, stderr } = await run('keys new --secret signing.key --spare spare.key');
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining('signing.key is in a git repository that git cannot read'),
  ]);
  expect(readdirSync(folder).sort()).toEqual(['.git', 'catalog']);
});

test('refuses a secret file in the catalog and in a site, in git or not', async () => {
  const { folder, run } = newCatalog();
  writeFiles(folder, { 'public/robots.txt': '' });
  symlinkSync('catalog/mapservers', join(folder, 'link'));
  mkdirSync(join(folder, 'dist'));
  await run('build --out built');
  await run('build --target nginx --out server');
  for (const name of ['catalog', 'public', 'link', 'dist', 'built', 'server/nginx']) {
    const { status, stderr } = await run(`keys new --secret ${name}/signing.key --spare spare.key`);
    expect([name, status, stderr]).toEqual([name, 2, expect.stringContaining('elsewhere, such as ~/signing.key')]);
    const written = [`${name}/signing.key`, 'catalog/keys.yaml', 'spare.key'];
    expect(written.filter((path) => existsSync(join(folder, path)))).toEqual([]);
  }
});

test('leaves nothing if it is stopped between two files', async () => {
  const { folder, run } = newCatalog(compiled);
  const interrupt = `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { writeFileSync } = fs;
fs.writeFileSync = (...args) => {
  writeFileSync(...args);
  process.kill(process.pid, 'SIGINT');
};
syncBuiltinESMExports();`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(interrupt)}`;
  const stopped = await run('keys new --secret signing.key --spare spare.key', { NODE_OPTIONS });
  expect([stopped.status, stopped.stderr]).toEqual([2, 'cartalog: Stopped. No key was made.\n']);
  expect(readdirSync(folder)).toEqual(['catalog']);
  expect(await run('keys new --secret signing.key --spare spare.key')).toMatchObject({ status: 0 });
});

test('says what to do next', async () => {
  const { folder, run } = newCatalog();
  const next = async (line: string): Promise<string> => {
    const { stderr } = await run(line);
    return stderr.trim().split('\n').at(-1) as string;
  };
  const publish = 'Commit catalog/keys.yaml, and publish it.';
  const store = (file: string): string => `store what is in ${file} as the secret CARTALOG_SIGNING_KEY`;
  expect(await next('keys new --secret signing.key --spare spare.key')).toBe(
    `Next: ${store('signing.key')}, and move spare.key offline, to two places. ${publish}`,
  );
  expect(await next('keys new --secret a.key --spare b.key')).toContain(
    'replaces a key. If all keys are lost, delete that file first',
  );
  expect(await next('keys rotate --secret second.key --spare spare.key')).toBe(
    `Next: ${store('second.key')}. ${publish}`,
  );
  expect(await next(`keys revoke ${keysIn(folder)[0]} --spare spare.key`)).toContain(publish);
  expect(await next('keys sign --spare spare.key')).toContain(publish);
});

test('never revokes the last key of a use', async () => {
  const { folder, run } = newCatalog();
  await run('keys new --secret signing.key --spare spare.key');
  for (const key of keysIn(folder)) {
    const { status, stderr } = await run(`keys revoke ${key} --spare spare.key`);
    expect([status, stderr]).toEqual([2, expect.stringContaining('clients can never be reached again')]);
  }
  const { status, stderr } = await run('keys rotate --secret other.key --spare signing.key');
  expect([status, stderr]).toEqual([2, expect.stringContaining('is not a spare key')]);
});

test('a spare key is revoked with itself, unless it is lost', async () => {
  const { folder, run } = newCatalog();
  await run('keys new --secret signing.key --spare spare.key');
  await run('keys rotate --use spare --secret spare2.key --spare spare.key');
  const file = join(folder, 'catalog/keys.yaml');
  const list = readFileSync(file, 'utf8');
  const old = keysIn(folder)[1] as string;
  const revoke = (spare: string): Promise<Outcome> => run(`keys revoke ${old} --spare ${spare}`);
  const refused = await revoke('spare2.key');
  expect([refused.status, refused.stderr]).toEqual([
    2,
    expect.stringContaining(`name the file of ${old} with --spare. If that file is lost, add --lost.`),
  ]);
  expect(readFileSync(file, 'utf8')).toBe(list);
  for (const spare of ['spare.key', 'spare2.key --lost']) {
    expect(await revoke(spare)).toMatchObject({ status: 0 });
    expect(await run('check')).toMatchObject({ status: 0 });
    writeFileSync(file, list);
  }
});

test('does not sign a site that is not what its manifest says', async () => {
  const { folder, run } = newCatalog();
  const sign = async (): Promise<string> => (await run('sign dist --secret signing.key')).stderr;
  await run('keys new --secret signing.key --spare spare.key');
  expect(await sign()).toContain('dist has no manifest.json');
  await run('build');
  const document = join(folder, 'dist/v1/index.json');
  writeFileSync(document, readFileSync(document, 'utf8').replace('{', '{ '));
  expect(await sign()).toContain('v1/index.json is missing, or not what manifest.json says');
  expect(existsSync(join(folder, 'dist/manifest.json.minisig'))).toBe(false);
  for (const text of ['[]', '{}', '{']) {
    writeFileSync(join(folder, 'dist/manifest.json'), text);
    expect(await sign()).toContain('manifest.json is damaged; build the site again');
  }
});

test('says that the signature cannot be written if a folder is in its place', async () => {
  const { folder, run } = newCatalog();
  await run('keys new --secret signing.key --spare spare.key');
  await run('build');
  mkdirSync(join(folder, 'dist/manifest.json.minisig'));
  expect(await run('sign dist --secret signing.key')).toMatchObject({
    status: 2,
    stderr: 'cartalog: dist/manifest.json.minisig cannot be written: it is a folder.\n',
  });
});

test('says what is wrong with a validity and a key', async () => {
  const { folder, run } = newCatalog();
  await run('keys new --secret signing.key --spare spare.key');
  await run('build');
  const signedFor = async (days: string): Promise<string> =>
    (await run(`sign dist --secret signing.key --valid-for ${days}`)).stderr;
  expect(await signedFor('99999999')).toBe(
    'cartalog: --valid-for: "99999999" is too long; name at most 36,500 days.\n',
  );
  expect(await signedFor('36500')).toContain('valid until 21');
  // A clock a year ahead has signed it.
  const signature = join(folder, 'dist/manifest.json.minisig');
  const ahead = `timestamp:${Math.floor(Date.now() / 1000) + 366 * 86_400}`;
  writeFileSync(signature, readFileSync(signature, 'utf8').replace(/timestamp:\d+/, ahead));
  expect(await signedFor('21')).toContain(
    'The last signature was made while the clock was wrong: build the site again.',
  );
  expect(await run('verify dist --key  --spare x')).toMatchObject({
    status: 2,
    stderr: 'cartalog: --key: The key is empty; is a variable of your shell not set?\n',
  });
});

test('the client in JavaScript opens what the program signed, and follows its keys', async () => {
  const { folder, run } = newCatalog();
  const serviceUrl = 'https://catalog.example.org';
  const publish = async (...steps: readonly string[]): Promise<void> => {
    for (const step of [...steps, 'build --target generic', 'sign dist --secret signing.key'])
      expect(await run(step), step).toMatchObject({ status: 0 });
  };
  await publish('keys new --secret signing.key --spare spare.key');
  const [key, spare] = keysIn(folder) as [string, string];
  const url = await hostOf(join(folder, 'dist'));
  const options = { keys: [key], spares: [spare], serviceUrl, store: new Map<string, string>() };
  const read = async (others = {}) => (await openCatalog(url, { ...options, ...others })).read('/v1/');
  expect(await read()).toHaveProperty('mapservers');
  const old = ['manifest.json', 'manifest.json.minisig'].map(
    (name) => [join(folder, 'dist', name), readFileSync(join(folder, 'dist', name))] as const,
  );

  rmSync(join(folder, 'signing.key'));
  await publish(
    'keys rotate --secret signing.key --spare spare.key',
    `keys revoke ${key} --spare spare.key`,
    'keys rotate --use spare --secret spare2.key --spare spare.key',
    `keys revoke ${spare} --spare spare.key`,
  );
  expect(await read()).toHaveProperty('mapservers');
  await expect(read({ spares: [], store: new Map() })).rejects.toMatchObject({ code: 'wrong-key' });
  // A client that has read it learns more from the new spare key.
  rmSync(join(folder, 'signing.key'));
  await publish('keys rotate --secret signing.key --spare spare2.key');
  expect(await read()).toHaveProperty('mapservers');
  for (const [file, content] of old) writeFileSync(file, content);
  await expect(read()).rejects.toMatchObject({ code: 'revoked' });
});

test.each([
  ['swapped lines', (text: string) => text.trim().split('\n').reverse().join('\n')],
  ['a public key', () => 'RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3'],
  ['nothing in it', () => ''],
])('says what is wrong with a secret key with %s, and not what it is', async (_, change) => {
  const { folder, run } = newCatalog();
  await run('keys new --secret signing.key --spare spare.key');
  await run('build');
  const file = join(folder, 'signing.key');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, change(text));
  const { status, stderr } = await run('sign dist --secret signing.key', { CARTALOG_DEBUG: '1' });
  expect([status, stderr]).toEqual([2, expect.stringContaining('signing.key has no secret key')]);
  expect(stderr).not.toContain(text.slice(140, 180));
});

test.each(
  textsIn(`
  sign dist --secret KEY | sign dist --secret=KEY | keys new --secret KEY --spare spare.key
  keys rotate --secret second.key --spare KEY | keys revoke KEY --spare spare.key | verify dist --key KEY
  mirror http://127.0.0.1:1 copy --key KEY | mirror http://127.0.0.1:1 KEY`),
)('%s: refuses a secret key as an argument, and does not print it', async (line) => {
  const { folder, run } = newCatalog();
  await run('keys new --secret signing.key --spare spare.key');
  const text = readFileSync(join(folder, 'signing.key'), 'utf8').trim().split('\n')[1] as string;
  // As in a file of minisign with a password.
  for (const key of [text, text.replace('RWQAAEIy', 'RWRTY0Iy')])
    expect(await run(line.replace('KEY', key))).toMatchObject({
      status: 2,
      stdout: '',
      stderr:
        'cartalog: An argument contains a secret key, and other users can read arguments. Name the file with the key instead.\n',
    });
  expect(readdirSync(folder).sort()).toEqual(['catalog', 'signing.key', 'spare.key']);
});

test.skipIf(process.platform === 'win32').each(['spare.key', 'link.key'])(
  'does not use a secret key that others may read: %s',
  async (name) => {
    const { folder, run } = newCatalog();
    await run('keys new --secret signing.key --spare spare.key');
    symlinkSync('spare.key', join(folder, 'link.key'));
    expect(await run(`keys sign --spare ${name}`)).toMatchObject({ status: 0 });
    chmodSync(join(folder, 'spare.key'), 0o640);
    expect(await run(`keys sign --spare ${name}`)).toMatchObject({
      status: 2,
      stderr: `cartalog: Others may read ${name}: chmod 600 ${name}, and replace the key if they could.\n`,
    });
  },
);

/** A host that answers with the files of a folder, and whose disk somebody else can write. */
const hostOf = (folder: string): Promise<string> =>
  serverWith((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const file = join(folder, path.replace(/\/$/, '/index.json'));
    if (existsSync(file) && statSync(file).isFile()) response.end(readFileSync(file));
    // As some object stores do.
    else response.writeHead(403).end();
  });

test('a mirror of a signed catalog takes its key from a file', async () => {
  const { folder, run } = newCatalog();
  await run('keys new --secret signing.key --spare spare.key');
  await run('build --target generic');
  await run('sign dist --secret signing.key');
  const [key, spare] = keysIn(folder);
  writeFileSync(join(folder, 'key.pub'), `untrusted comment: the key\n${key}\n`);
  const url = await hostOf(join(folder, 'dist'));
  const trust = `--key key.pub --spare ${spare} --service-url https://catalog.example.org`;
  const mirror = () => run(`mirror ${url} copy ${trust}`);
  expect(await mirror()).toMatchObject({ status: 0 });
  const swapped = `${key}\nuntrusted comment: the key\n`;
  writeFileSync(join(folder, 'key.pub'), swapped);
  expect(await mirror()).toMatchObject({ status: 2, stderr: expect.stringContaining('has no public key of minisign') });
});

test.each(['sign dist', 'check'])('%s: a report of a crash has no secret key', async (line) => {
  const { folder, run } = newCatalog();
  await run('keys new --secret signing.key --spare spare.key');
  await run('build');
  const report = 'process.on("exit",()=>console.error(JSON.stringify(process.report.getReport())))';
  const CARTALOG_SIGNING_KEY = readFileSync(join(folder, 'signing.key'), 'utf8').trim().split('\n')[1] as string;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(report)}`;
  const env = environment({ CARTALOG_SIGNING_KEY, NODE_OPTIONS });
  const { status, stderr } = await compiled(line.split(' '), { cwd: folder, env });
  expect([status, stderr]).toEqual([0, expect.stringContaining('javascriptStack')]);
  expect(stderr).not.toContain(CARTALOG_SIGNING_KEY.slice(84, 120));
});

test('a catalog cannot publish the secret key', async () => {
  const { folder, run } = newCatalog(compiled);
  const [site, server] = [SMALL['site.yaml'], SMALL['mapservers/one.yaml']];
  writeFiles(join(folder, 'catalog'), {
    'site.yaml': `${site}accessTokens: [CARTALOG_SIGNING_KEY]\n`,
    'mapservers/one.yaml': String(server).replace('.png', '.png?key=${CARTALOG_SIGNING_KEY}'),
  });
  expect(await run('build', { CARTALOG_SIGNING_KEY: 'secret' })).toMatchObject({ status: 0 });
  expect(readFileSync(join(folder, 'dist/v1/mapservers/index.json'), 'utf8')).toContain('.png?key=ACCESS_TOKEN');
});

test('hosts send signatures as text, and pages of any origin may read them', async () => {
  const { folder, run } = newCatalog();
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  await run('build --target pages');
  expect(read('dist/_headers')).not.toContain('minisig');
  await run('keys new --secret signing.key --spare spare.key');
  await run('build --target pages');
  const [, rule] = /\/\*\.minisig\n([\s\S]*?)\n\n/.exec(read('dist/_headers')) ?? [];
  expect(rule).toContain('  Content-Type: text/plain; charset=utf-8\n');
  expect(rule).toContain('  Access-Control-Allow-Origin: *\n');
  // Caddy has no type for these.
  await run('build --target caddy --out caddy');
  expect(read('caddy/caddy/cartalog.caddy')).toMatch(/path \*\.minisig\n.*Content-Type `text\/plain; charset=utf-8`/);
});
