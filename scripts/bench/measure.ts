import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
}

/** `worked`: seconds of processors; `mebibytes`: the peak of memory. Only on Linux. */
export interface Figures {
  readonly seconds: number;
  readonly worked: number;
  readonly mebibytes: number;
}

const POLL_MS = 5;
/** Linux counts these in a second. */
const TICKS = 100;
/** A pause before each change, so that the last one is fully processed. */
const QUIET_MS = 3_000;
const PATIENCE_MS = 120_000;

function start({ program, args, folder }: Command): { child: ChildProcess; printed: () => string } {
  // NODE_OPTIONS and the like would change results: reading certificates alone doubles the start time.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_')));
  const child = spawn(program, args, { cwd: folder, env: environment });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  return { child, printed: () => printed };
}

export function measureCommand(command: Command): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const { child, printed } = start(command);
    let [mebibytes, worked] = [0, 0];
    const polling = setInterval(() => {
      mebibytes = Math.max(mebibytes, peakOf(child.pid));
      worked = Math.max(worked, workOf(child.pid));
    }, POLL_MS);
    child.once('error', reject);
    child.once('close', (status) => {
      clearInterval(polling);
      const seconds = (performance.now() - begun) / 1000;
      if (status === 0) resolve({ seconds, worked, mebibytes });
      else reject(new Error(`${command.program} ${command.args.join(' ')} ended with ${status}:\n${printed()}`));
    });
  });
}

function peakOf(pid: number | undefined): number {
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(processFile(pid, 'status'))?.[1] ?? 0) / 1024;
}

/** In seconds, in code and system. A busy machine hardly changes it. */
function workOf(pid: number | undefined): number {
  // The program's name, in parentheses, may contain spaces; the times are the 12th and 13th field after it.
  const fields = processFile(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
}

function processFile(pid: number | undefined, name: string): string {
  const file = `/proc/${pid}/${name}`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Like a browser: on one connection, compressed. `fetch` itself works half as much as the server. */
async function requestText(options: RequestOptions): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ ...options, headers: { 'Accept-Encoding': 'gzip' } }, resolve).once('error', reject);
  });
  const bytes = await buffer(response);
  return (response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

export interface Edit {
  readonly file: string;
  readonly pattern: RegExp;
  readonly text: (round: number) => string;
  /** The text that each changed answer must have. */
  readonly expected: (round: number) => string;
  /** Requested in turn, each until it has changed; `sitemap`: all pages. */
  readonly paths: readonly string[] | 'sitemap';
}

/** Measures from saving a file to the changed answers. @returns by edit */
export async function measureServing(
  serve: (port: number) => Command,
  folder: string,
  edits: readonly Edit[],
  rounds: number,
): Promise<Figures[][]> {
  const port = randomInt(10_000, 32_768);
  const { child, printed } = start(serve(port));
  const agent = new Agent({ keepAlive: true });
  const textAt = (path: string): Promise<string> => requestText({ agent, host: '127.0.0.1', port, path });
  const until = async (path: string, text: string): Promise<void> => {
    const deadline = performance.now() + PATIENCE_MS;
    while (!(await textAt(path).catch(() => '')).includes(text)) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${path} not served:\n${printed()}`);
      await sleep(POLL_MS);
    }
  };
  try {
    await until('/v1/mapservers/', '"name"');
    const locations = (await textAt('/sitemap.xml')).matchAll(/<loc>https?:\/\/[^/<]+([^<]*)/g);
    const pages = Array.from(locations, ([, path = '/']) => path);
    const figures = edits.map((): Figures[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [index, { file, pattern, text, expected, paths }] of edits.entries()) {
        // Differs from the last change of the file.
        const number = round * edits.length + index + 1;
        await sleep(QUIET_MS);
        const path = join(folder, file);
        const changed = readFileSync(path, 'utf8').replace(pattern, text(number));
        const [begun, before] = [performance.now(), workOf(child.pid)];
        writeFileSync(path, changed);
        for (const servedPath of paths === 'sitemap' ? pages : paths) await until(servedPath, expected(number));
        const [seconds, worked] = [(performance.now() - begun) / 1000, workOf(child.pid) - before];
        figures[index]?.push({ seconds, worked, mebibytes: peakOf(child.pid) });
      }
    }
    return figures;
  } finally {
    agent.destroy();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.kill('SIGINT')) await ended;
  }
}
