/**
 * Updates the tables of docs/hosts.md: builds a small catalog for each host, starts the host, and runs all that `cartalog
 * verify` checks against it. Servers that are not installed are named, and nothing is written.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Network } from '../cli/http.ts';
import { packageVersion, readXmlSchemas } from '../cli/package.ts';
import { startRuntime } from '../cli/runtime.ts';
import { replayVerdicts, runContract, type Verdict } from '../commands/verify/verify.ts';
import { HOSTS, type HostName } from '../contract/hosts.ts';
import { installed, type OwnServer, readableFolder, SERVER_PROGRAMS, startServer } from './hosts/own-servers.ts';
import { type HostVerdicts, hostsPage } from './hosts/statement-table.ts';

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'docs', 'hosts.md');
/** A catalog with every corner, so that no check has nothing to look at. */
const CATALOG = join(ROOT, 'test', 'golden', 'corners', 'input');
const FIRST_PORT = 8791;

/** A copy of the catalog with a history of its own, so that times of last changes are known. */
function catalogIn(folder: string): string {
  const catalog = join(folder, 'catalog');
  cpSync(CATALOG, catalog, { recursive: true });
  const git = (...args: string[]): void => {
    execFileSync('git', ['-C', catalog, '-c', 'user.name=Cartalog', '-c', 'user.email=cartalog@example.org', ...args]);
  };
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Catalog');
  return catalog;
}

function build(catalog: string, target: HostName, url: string, out: string): void {
  const args = ['build', '--catalog', catalog, '--target', target, '--service-url', url, '--out', out, '--no-fsync'];
  execFileSync(process.execPath, [join(ROOT, 'bin', 'cartalog.js'), ...args], { cwd: ROOT, stdio: 'ignore' });
}

async function verdictsAt(url: string): Promise<Verdict[]> {
  const network = new Network();
  const contract = await runContract(network.sender(url), { serviceUrl: url, layer: 'edge' });
  return [...contract, ...(await replayVerdicts({ url, fetch: network.fetch, schemas: readXmlSchemas() }))];
}

/** One host to try: its column, what is built for it, and how that is served. */
interface Trial {
  readonly title: string;
  readonly target: HostName;
  serve(built: string, port: number): Promise<Pick<OwnServer, 'stop'>>;
}

function trials(folder: string): Trial[] {
  const onCloudflare = (target: HostName): Trial => ({
    title: HOSTS[target].title,
    target,
    serve: (built, port) => startRuntime(built, join(folder, `state-${target}`), port, undefined, target),
  });
  const ownServers = Object.entries(SERVER_PROGRAMS).map(([name, program]): Trial => {
    const title = name === 'python' ? 'Python http.server' : HOSTS[program.target].title;
    return {
      title: `${title} ${installed(program)?.version ?? ''}`,
      target: program.target,
      serve: (built, port) => startServer(program, built, port),
    };
  });
  return [onCloudflare('pages'), onCloudflare('workers'), ...ownServers];
}

/** Runs everything, one host after the other. */
async function tryAll(): Promise<HostVerdicts[]> {
  const folder = readableFolder();
  try {
    const catalog = catalogIn(folder);
    const results: HostVerdicts[] = [];
    for (const [index, { title, target, serve }] of trials(folder).entries()) {
      const port = FIRST_PORT + index;
      const url = `http://127.0.0.1:${port}`;
      const built = join(folder, `built-${index}`);
      build(catalog, target, url, built);
      mkdirSync(join(folder, `state-${target}`), { recursive: true });
      const server = await serve(built, port);
      try {
        results.push({ title, verdicts: await verdictsAt(url) });
      } finally {
        await server.stop();
      }
      console.log(`${title}: done`);
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const missing = Object.entries(SERVER_PROGRAMS).filter(([, program]) => !installed(program));
if (missing.length > 0) {
  console.error(`${missing.map(([name]) => name).join(', ')} must be installed; docs/hosts.md stays as it is.`);
  process.exitCode = 2;
} else {
  const before = readFileSync(FILE, 'utf8');
  const after = hostsPage(before, await tryAll());
  writeFileSync(FILE, after);
  console.log(
    `docs/hosts.md ${before === after ? 'is up to date' : 'has been updated'} (Cartalog ${packageVersion()}).`,
  );
}
