/** The clients in Java and Python, and minisign itself, with the test vectors; and the examples of the manual. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { setInterval } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serveSite } from '../support/browser.ts';
import { temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { CHOICE_FILES, CHOICES } from '../support/choices.ts';
import { environment, ROOT, run } from '../support/cli.ts';
import {
  readVectors,
  signedSite,
  VECTOR_KEYS,
  VECTOR_TIME,
  type Vector,
  type VectorCase,
} from '../support/trust-vectors.ts';

const VECTORS = readVectors();

/** Whether a program is there: it answers. */
const isThere = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;

const pythons = ['python3', '/usr/bin/python3'];
const python =
  pythons.find((name) => isThere(name, '-c', 'import nacl')) ?? pythons.find((name) => isThere(name, '-V'));
const hasNacl = python !== undefined && isThere(python, '-c', 'import nacl');
const hasMinisign = isThere('minisign', '-v');
const hasJava = isThere('javac', '-version') && isThere('java', '-version');

/** `describe`, with the reason in the name of the group if a program is missing. */
function describeWith(name: string, has: boolean, missing: string, tests: () => void): void {
  describe.skipIf(!has)(has ? name : `${name} (skipped: ${missing})`, tests);
}

/** For processes that end in a moment: a Java machine that compiles and collects for long ones takes twice as much time. */
const SHORT_LIVED = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

/** Runs a program. @returns what it prints @throws Error if it fails */
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

/** Serves the odd hosts, each in a folder of its own. */
async function serveOddHosts(): Promise<string> {
  const counts = new Map<string, number>();
  const hosts = Object.values(ODD_HOSTS);
  const server = createServer(({ url = '', headers }, response) => {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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

/** Who built a site: an earlier version has the maps of the world in the files of places. */
const BUILDERS = ['this version', 'an earlier version'];

/** An example for a catalog that is served here, and signed now. */
async function exampleHere(language: string, builder: string): Promise<string> {
  const files = new Map<string, string>();
  const url = await serveSite(files);
  const [hills, sea] = ['Hills', 'Sea'].map((name) => ({ id: `mapservers/${name}`, url: '', name, kind: 'outdoor' }));
  const [place, world] = ['v2/at/5/16/10.json', 'v2/at/world.json'];
  const here = { tile: [5, 16, 10], maps: [hills], worldUrl: `${url}/${world}` };
  const published = {
    'v1/mapservers/index.json': GOOD.files['v1/mapservers/index.json'] as string,
    ...(builder === 'this version'
      ? { [place]: JSON.stringify(here), [world]: JSON.stringify({ maps: [sea] }) }
      : { [place]: JSON.stringify({ tile: here.tile, maps: [hills, sea] }) }),
  };
  for (const [path, text] of asPages(signedSite(published, Math.floor(Date.now() / 1000), url))) files.set(path, text);
  return (EXAMPLES.get(language) as string).replaceAll('https://maps.example.org', url);
}

const JAVA_CLIENT = join(ROOT, 'clients', 'java', 'CartalogClient.java');

/** Compiles and runs the judge in Java. @returns what it prints */
async function judgeInJava(folder: string): Promise<string> {
  const classes = join(folder, 'classes');
  const judge = join(ROOT, 'test', 'process', 'clients', 'Judge.java');
  expect(await output('javac', ['--release', '17', '-d', classes, JAVA_CLIENT, judge])).toBe('');
  return output('java', ['-cp', classes, 'Judge', folder]);
}

const judgeInPython = join(ROOT, 'test', 'process', 'clients', 'judge.py');

/** Who judges, unless a program that it needs is missing. */
const JUDGES: readonly [name: string, has: boolean, judge: (folder: string, list: string) => Promise<string>][] = [
  ['Java', hasJava, judgeInJava],
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

describeWith('the client in Java', hasJava, 'there is no JDK', () => {
  test.each(BUILDERS)('has an example that runs, with a site of %s', async (builder) => {
    const cwd = temporaryFolder();
    const example = await exampleHere('java', builder);
    writeFiles(cwd, { 'Example.java': example, 'CartalogClient.java': readFileSync(JAVA_CLIENT) });
    const printed = await output('sh', ['-ec', EXAMPLES.get('sh') as string], cwd);
    expect(printed).toContain('"id":"Hills"');
    expect(printed.match(/"name":"(?:Hills|Sea)","kind"/g)).toEqual(['"name":"Hills","kind"', '"name":"Sea","kind"']);
  });
});

describeWith('the client in Python', python !== undefined, 'there is no Python', () => {
  test.runIf(hasNacl || hasMinisign).each(BUILDERS)('has an example that runs, with a site of %s', async (builder) => {
    const example = await exampleHere('python', builder);
    const printed = await output(python as string, ['-c', example], temporaryFolder());
    expect(printed).toBe("['Hills']\n['Hills', 'Sea']\n");
  });

  test('refuses where nothing can verify signatures', async () => {
    const list = await listVectors(temporaryFolder(), VECTORS.length);
    const program = `import os, runpy, sys\nos.environ["PATH"] = ""\nsys.argv = ["", sys.argv[1], "--without-nacl"]\nrunpy.run_path(${JSON.stringify(judgeInPython)})`;
    const codes = judged(await output(python as string, ['-c', program, list]));
    expect(codes).toContain('good: unsupported unsupported');
    expect(codes.filter((one) => /\bok$/.test(one))).toEqual([]);
  });
});

test.each(BUILDERS)('the client in JavaScript has an example that runs, with a site of %s', async (builder) => {
  const example = await exampleHere('js', builder);
  const printed = await output(process.execPath, ['--input-type=module', '--eval', example]);
  expect(printed).toBe('Hills https://a.example.org/5/16/10.png\nHills outdoor\nSea outdoor\n');
});

/** Programs that print which map is chosen of each argument, a list of maps. */
const CHOOSERS = [
  {
    language: 'Java',
    has: hasJava,
    file: 'Choose.java',
    command: 'javac Choose.java CartalogClient.java && java Choose "$@"',
    program: (url: string, [key]: readonly string[]) => `import java.nio.file.Path;
import java.util.List;
class Choose {
    public static void main(String[] lines) throws Exception {
        List<String> keys = List.of("${key}");
        var catalog = new CartalogClient("${url}", "${url}", keys, keys, Path.of("kept"), java.time.Clock.systemUTC(), false);
        for (String line : lines) {
            byte[] map = catalog.firstWorking(List.of(line.split(" ")));
            System.out.println(map == null ? "null" : new String(map, "UTF-8").split("\\"")[7]);
        }
    }
}`,
  },
  {
    language: 'Python',
    has: hasNacl || (python !== undefined && hasMinisign),
    file: 'choose.py',
    command: `${python} choose.py "$@"`,
    program: (url: string, [key]: readonly string[]) => `import sys
from cartalog_client import Catalog
catalog = Catalog("${url}", ["${key}"])
for line in sys.argv[1:]:
    print((catalog.first_working(line.split(" ")) or {"id": "null"})["id"])`,
  },
];

test.each(CHOOSERS.filter(({ has }) => has))('$language chooses as JavaScript does', async (chooser) => {
  const files = new Map<string, string>();
  const url = await serveSite(files);
  const documents = Object.entries(CHOICE_FILES).map(([path, document]) => [path.slice(1), JSON.stringify(document)]);
  const site = signedSite(Object.fromEntries(documents), Math.floor(Date.now() / 1000), url);
  for (const [path, text] of asPages(site)) files.set(path, text);
  const cwd = temporaryFolder();
  const { keys } = VECTOR_KEYS;
  writeFiles(cwd, { [chooser.file]: chooser.program(url, keys), 'CartalogClient.java': readFileSync(JAVA_CLIENT) });
  const lists = CHOICES.filter(([maps]) => maps.length > 0);
  const printed = await output('sh', ['-ec', chooser.command, 'sh', ...lists.map(([maps]) => maps.join(' '))], cwd);
  expect(printed.trim().split('\n')).toEqual(lists.map(([, chosen]) => String(chosen)));
});

describeWith('minisign', hasMinisign, 'minisign is not installed', () => {
  test.each(VECTORS)('judges the signature of $name', async ({ files, wanted: { keys, minisign } }) => {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    const args = ['-V', '-P', keys[0] as string, '-m', 'manifest.json'];
    const { status } = await run('minisign', args, { cwd: folder, env: environment() });
    expect(status === 0).toBe(minisign);
  });
});
