/** The clients in Java and Python, and minisign itself, with the test vectors; and the examples of the manual. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveSite } from '../support/browser.ts';
import { temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { CHOICE_FILES, CHOICES } from '../support/choices.ts';
import { environment, ROOT, run } from '../support/cli.ts';
import { serverWith } from '../support/live-service.ts';
import {
  readVectors,
  signedSite,
  VECTOR_KEYS,
  VECTOR_TIME,
  type Vector,
  type VectorCase,
} from '../support/trust-vectors.ts';

const VECTORS = readVectors();

const isThere = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;

const pythons = ['python3', '/usr/bin/python3'];
const withNacl = pythons.find((name) => isThere(name, '-c', 'import nacl'));
const hasNacl = withNacl !== undefined;
const python = withNacl ?? pythons.find((name) => isThere(name, '-V'));
const hasMinisign = isThere('minisign', '-v');
// Who has the compiler has the rest.
const hasJava = isThere('javac', '-version');

/** For processes that end in a moment: a Java machine that compiles and collects for long ones takes twice as much time. */
const SHORT_LIVED = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

async function output(command: string, args: readonly string[], cwd = ROOT): Promise<string> {
  const env = environment({
    PYTHONPATH: join(ROOT, 'clients', 'python'),
    PYTHONDONTWRITEBYTECODE: '1',
    JAVA_TOOL_OPTIONS: SHORT_LIVED,
  });
  const { status, stdout, stderr } = await run(command, args, { cwd, env });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** The files of a site as a plain host serves them: a folder by its `index.html`. */
const asPages = (files: Readonly<Record<string, string>>, folder = ''): [path: string, text: string][] =>
  Object.entries(files).map(([path, text]) => [folder + path.replace('index.json', 'index.html'), text]);

const [GOOD, ROTATED] = ['good', 'rotated'].map((name) => VECTORS.find((one) => one.name === name)) as [Vector, Vector];
const NEWER = signedSite(undefined, VECTOR_TIME + 1);
const NEXT_YEAR = signedSite(undefined, VECTOR_TIME + 366 * 86_400);

/** A host that is no folder. */
interface OddHost {
  /** What a client thinks of it, each time that it reads it with the same store. */
  readonly expected: readonly string[];
  /** What is special about a time: the client ignores its clock, or what it kept was cut off or replaced before. */
  readonly special?: readonly ('' | 'ignores clock' | 'cut off' | `keeps ${string}`)[];
  /** Its address, if that is none of a host. */
  readonly address?: string;
  /** What it answers, given how often the path was asked for. */
  readonly answer: (path: string, count: number) => Answer;
}

/** A status (301 redirects to a damaged address), a text with or without an ETag, bytes that never end or are slow, or some after which nothing comes. */
type Answer = number | string | readonly [text: string, etag: string] | 'endless' | 'slow' | 'slow head' | 'stopped';

const answerOf = (files: Readonly<Record<string, string>>, path: string): string | number =>
  files[path.slice(1).replace(/\/$/, '/index.json')] ?? 404;
const signaturePath = '/manifest.json.minisig';

const ODD_HOSTS: Readonly<Record<string, OddHost>> = {
  'a signature without end': { expected: ['malformed'], answer: () => 'endless' },
  'a manifest without end': {
    expected: ['wrong-signature'],
    answer: (path) => (path === '/manifest.json' ? 'endless' : answerOf(GOOD.files, path)),
  },
  'a redirect in a circle': { expected: ['unreachable'], answer: () => 302 },
  'a redirect to a damaged address': { expected: ['unreachable'], answer: () => 301 },
  'a damaged address': { expected: ['unreachable'], address: 'x y', answer: () => 404 },
  'a host that stops in the middle': { expected: ['unreachable'], answer: () => 'stopped' },
  'a host that sends a byte now and then': { expected: ['unreachable'], answer: () => 'slow' },
  'a host that sends a byte of a header now and then': { expected: ['unreachable'], answer: () => 'slow head' },
  'an error': { expected: ['unreachable'], answer: () => 500 },
  'a host that says that nothing has changed': { expected: ['unreachable'], answer: () => 304 },
  'a login page': { expected: ['malformed'], answer: () => '<!doctype html>' },
  'a trusted comment with a null character': {
    expected: ['malformed'],
    answer: (path) => {
      const text = answerOf(GOOD.files, path);
      return path === signaturePath ? String(text).replace('catalog:', 'catalog:\0') : text;
    },
  },
  'a new manifest while the old one is read': {
    expected: ['ok', 'ok'],
    answer: (path, count) => answerOf(path === signaturePath && count === 1 ? GOOD.files : NEWER, path),
  },
  'a bad signature for once, with the ETag of the good one': {
    expected: ['ok', 'malformed', 'ok'],
    answer: (path, count) => {
      const text = String(answerOf(NEWER, path));
      return [path === signaturePath && count === 2 ? text.slice(0, -9) : text, `"${path} ${count > 1}"`];
    },
  },
  'a manifest of next year for once': {
    expected: ['ok', 'ok'],
    special: ['ignores clock'],
    answer: (path, count) => answerOf(count === 1 ? NEXT_YEAR : GOOD.files, path),
  },
  'a host of new keys, and a store that is damaged': {
    expected: ['ok', 'ok'],
    special: ['', 'cut off'],
    answer: (path) => answerOf(ROTATED.files, path),
  },
  'a host of new keys, and a store with JSON of another form': {
    expected: ['ok', 'ok', 'ok', 'ok', 'ok', 'ok'],
    special: ['', 'keeps [1]', 'keeps "x"', 'keeps null', 'keeps {}', 'keeps ["e",1]'],
    answer: (path) => [String(answerOf(ROTATED.files, path)), 'e'],
  },
};

function serveOddHosts(): Promise<string> {
  const counts = new Map<string, number>();
  const hosts = Object.values(ODD_HOSTS);
  return serverWith(({ url = '', headers }, response) => {
    const [, host = '', path = ''] = /^\/(\d+)(\/.*)$/.exec(url) ?? [];
    counts.set(url, (counts.get(url) ?? 0) + 1);
    const answer = hosts[Number(host)]?.answer(path, counts.get(url) as number) ?? 404;
    if (typeof answer === 'number')
      response.writeHead(answer, { Location: answer === 301 ? 'http://[bad' : url }).end();
    else if (answer === 'stopped') response.write('untrusted comment: ');
    else if (answer === 'endless') pipeline(endless(), response, () => {});
    else if (answer === 'slow') pipeline(setInterval(300, 'u'), response, () => {});
    else if (answer === 'slow head') sendSlowHead(response.socket as Socket);
    else if (typeof answer === 'string') response.end(answer);
    else if (headers['if-none-match'] === answer[1]) response.writeHead(304).end();
    else response.writeHead(200, { ETag: answer[1] }).end(answer[0]);
  });
}

function sendSlowHead(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nSlow: ');
  pipeline(setInterval(300, 'u'), socket, () => {});
}

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(100_000, 'x');
}

const CASES: readonly (Omit<OddHost, 'answer'> & { readonly name: string; readonly wanted: VectorCase })[] = [
  ...VECTORS.map(({ name, wanted }) => ({ name, wanted, expected: [wanted.expected, wanted.expected] })),
  ...Object.entries(ODD_HOSTS).map(([name, host]) => ({ ...host, name, wanted: GOOD.wanted })),
];

/**
 * Serves every vector in a folder of its own, and the odd hosts.
 * @returns a file with what a client wants of the first of them
 */
async function listVectors(folder: string, count = CASES.length): Promise<string> {
  const url = await serveSite(new Map(VECTORS.flatMap(({ name, files }) => asPages(files, `${name}/`))));
  const odd = await serveOddHosts();
  const lines = CASES.slice(0, count).map(({ name, wanted, expected, special = [], address }, index) => {
    const served = index < VECTORS.length ? `${url}/${name}` : `${odd}/${index - VECTORS.length}`;
    const runs = expected.map((_, run) => special[run] || 'as usual').join(', ');
    const { catalog, keys, spares, now, lastSeen, document } = wanted;
    const asked = [address ?? served, catalog, keys.join(' '), spares.join(' '), now, lastSeen ?? '', document];
    return [...asked, runs].join('\t');
  });
  writeFiles(folder, { 'catalogs.txt': `${lines.join('\n')}\n` });
  return join(folder, 'catalogs.txt');
}

const EXPECTED = CASES.map(({ name, expected }) => `${name}: ${expected.join(' ')}`);
const judged = (printed: string): string[] =>
  printed
    .trim()
    .split('\n')
    .map((codes, index) => `${CASES[index]?.name}: ${codes}`);

/** The examples of the manual, by language. The shell compiles and runs that in Java. */
const EXAMPLES = new Map(
  [...readFileSync(join(ROOT, 'docs', 'clients.md'), 'utf8').matchAll(/```(js|java|python|sh)\n([\s\S]*?)```/g)].map(
    ([, language = '', code = '']) => [language, code],
  ),
);

/** What those who built a site publish of maps: an earlier version has the maps of the world in the files of places. */
const [PLACE, WORLD, HERE] = ['v2/at/5/16/10.json', 'v2/at/world.json', { tile: [5, 16, 10] }];
const [HILLS, SEA] = ['Hills', 'Sea'].map((name) => ({ id: `mapservers/${name}`, url: '', name, kind: 'outdoor' }));
const BUILDERS: readonly ((url: string) => Readonly<Record<string, unknown>>)[] = [
  (url) => ({ [PLACE]: { ...HERE, maps: [HILLS], worldUrl: `${url}/${WORLD}` }, [WORLD]: { maps: [SEA] } }),
  () => ({ [PLACE]: { ...HERE, maps: [HILLS, SEA] } }),
];

/** An example for a catalog that is served here, and what it prints with the site of each builder, signed now. */
async function exampleHere(language: string, run: (example: string, index: number) => Promise<string>) {
  const files = new Map<string, string>();
  const url = await serveSite(files);
  const example = (EXAMPLES.get(language) as string).replaceAll('https://maps.example.org', url);
  const printed: string[] = [];
  for (const [index, documentsOf] of BUILDERS.entries()) {
    const documents = Object.entries(documentsOf(url)).map(([path, document]) => [path, JSON.stringify(document)]);
    const list = 'v1/mapservers/index.json';
    const published = { [list]: GOOD.files[list] as string, ...Object.fromEntries(documents) };
    files.clear();
    const site = signedSite(published, Math.floor(Date.now() / 1000), url);
    for (const [path, text] of asPages(site)) files.set(path, text);
    printed.push(await run(example, index));
  }
  return printed;
}

const JAVA_CLIENT = join(ROOT, 'clients', 'java', 'CartalogClient.java');

const PROGRAMS = join(ROOT, 'test', 'process', 'clients');

/** The compiled client in Java, and the programs of the tests for it: to compile takes longer than all that they do. */
const CLASSES = mkdtempSync(join(tmpdir(), 'cartalog-classes-'));
beforeAll(async () => {
  const sources = [JAVA_CLIENT, join(PROGRAMS, 'Judge.java'), join(PROGRAMS, 'Choose.java')];
  if (hasJava) expect(await output('javac', ['--release', '17', '-d', CLASSES, ...sources])).toBe('');
});
afterAll(() => rmSync(CLASSES, { recursive: true }));

const judgeInPython = join(PROGRAMS, 'judge.py');

/** Who judges, unless a program that it needs is missing. */
const JUDGES: readonly [name: string, has: boolean, judge: (folder: string, list: string) => Promise<string>][] = [
  ['Java', hasJava, (folder) => output('java', ['-cp', CLASSES, 'Judge', folder])],
  ['Python with PyNaCl', hasNacl, (_, list) => output(python as string, [judgeInPython, list])],
  [
    'Python with minisign',
    python !== undefined && hasMinisign,
    (_, list) => output(python as string, [judgeInPython, list, '--without-nacl']),
  ],
];

// All at once: most of the time is spent waiting for hosts that stop in the middle.
test('every client that can run here judges every vector and host rightly', async () => {
  const judges = JUDGES.filter(([, has]) => has);
  const found = judges.map(async ([name, , judge]) => {
    const folder = temporaryFolder();
    return [name, judged(await judge(folder, await listVectors(folder)))];
  });
  expect(await Promise.all(found)).toEqual(judges.map(([name]) => [name, EXPECTED]));
});

test.runIf(hasJava)('the client in Java has an example that runs', async () => {
  const cwd = temporaryFolder();
  const printed = await exampleHere('java', (example, index) => {
    if (index > 0) return output('java', ['-cp', cwd, 'Example'], temporaryFolder());
    writeFiles(cwd, { 'Example.java': example, 'CartalogClient.java': readFileSync(JAVA_CLIENT) });
    return output('sh', ['-ec', EXAMPLES.get('sh') as string], cwd);
  });
  for (const text of printed) {
    expect(text).toContain('"id":"Hills"');
    expect(text.match(/"name":"(?:Hills|Sea)","kind"/g)).toEqual(['"name":"Hills","kind"', '"name":"Sea","kind"']);
  }
});

describe.skipIf(python === undefined)('the client in Python', () => {
  test.runIf(hasNacl || hasMinisign)('has an example that runs', async () => {
    const printed = await exampleHere('python', (example) =>
      output(python as string, ['-c', example], temporaryFolder()),
    );
    expect(printed).toEqual(BUILDERS.map(() => "['Hills']\n['Hills', 'Sea']\n"));
  });

  test('leaves no thread behind if an answer never ends', async () => {
    const printed = await output(python as string, [join(PROGRAMS, 'endless.py')]);
    const kinds = ['continue', 'status', 'headers', 'body'];
    expect(printed.trim().split('\n')).toEqual(kinds.map((kind) => `${kind} unreachable 0`));
  });

  test('refuses where nothing can verify signatures', async () => {
    const list = await listVectors(temporaryFolder(), VECTORS.length);
    const program = `import os, runpy, sys\nos.environ["PATH"] = ""\nsys.argv = ["", sys.argv[1], "--without-nacl"]\nrunpy.run_path(${JSON.stringify(judgeInPython)})`;
    const codes = judged(await output(python as string, ['-c', program, list]));
    expect(codes).toContain('good: unsupported unsupported');
    expect(codes.filter((one) => /\bok$/.test(one))).toEqual([]);
  });
});

test('the client in JavaScript has an example that runs', async () => {
  const printed = await exampleHere('js', (example) =>
    output(process.execPath, ['--input-type=module', '--eval', example]),
  );
  expect(printed).toEqual(BUILDERS.map(() => 'Hills https://a.example.org/5/16/10.png\nHills outdoor\nSea outdoor\n'));
});

/** Programs that print which map is chosen of each argument, a list of maps. */
const CHOOSERS = [
  { language: 'Java', has: hasJava, command: ['java', '-cp', CLASSES, 'Choose'] },
  { language: 'Python', has: hasNacl || hasMinisign, command: [python ?? '', join(PROGRAMS, 'choose.py')] },
];

test.each(CHOOSERS.filter(({ has, command }) => has && command[0]))(
  '$language chooses as JavaScript does',
  async ({ command: [program = '', ...args] }) => {
    const files = new Map<string, string>();
    const url = await serveSite(files);
    const documents = Object.entries(CHOICE_FILES).map(([path, document]) => [path.slice(1), JSON.stringify(document)]);
    const site = signedSite(Object.fromEntries(documents), Math.floor(Date.now() / 1000), url);
    for (const [path, text] of asPages(site)) files.set(path, text);
    const lists = CHOICES.filter(([maps]) => maps.length > 0);
    const lines = lists.map(([maps]) => maps.join(' '));
    const printed = await output(program, [...args, url, VECTOR_KEYS.keys[0] as string, ...lines], temporaryFolder());
    expect(printed.trim().split('\n')).toEqual(lists.map(([, chosen]) => String(chosen)));
  },
);

test.runIf(hasMinisign)('minisign judges the signatures', async () => {
  const judged = VECTORS.map(async ({ name, files, wanted }) => {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    const args = ['-V', '-P', wanted.keys[0] as string, '-m', 'manifest.json'];
    return [name, (await run('minisign', args, { cwd: folder, env: environment() })).status === 0];
  });
  expect(await Promise.all(judged)).toEqual(VECTORS.map(({ name, wanted }) => [name, wanted.minisign]));
});
