/** Runs of `cartalog probe` against servers on loopback, with a clock that is set. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSoundCatalog } from '../../cli/catalog/sound-catalog.ts';
import type { Io } from '../../cli/terminal/io.ts';
import { type ProbeOptions, probeRefusal, runProbe } from '../../commands/upstream/probe/command.ts';
import { openWeb, type WebOptions } from '../../commands/upstream/web/web.ts';
import { realEffects } from '../../commands/upstream/web/web-transport.ts';
import type { ProbedMap, ProbeReport } from '../../contract/generated/reports.types.ts';
import { type Files, temporaryFolder, writeFiles } from './catalogs.ts';

export const DAY_MS = 86_400_000;
export const START = Date.parse('2026-03-01T04:00:00Z');
const SITE =
  'title: Test\nserviceUrl: https://catalog.example.org\nrepository: https://git.example.org/catalog\naccessTokens: [MAPS_API_KEY, UNSET_API_KEY]\n';

/** The file of a server, with comments that must stay. */
export const probedRecord = (id: string, url: string, { hosts = [new URL(url).hostname], more = '' } = {}): string =>
  `# yaml-language-server: $schema=../../schemas/catalog/tileserver.json
id: ${id}
name: Server ${id} # as in its terms
minZoom: 0
maxZoom: 19
# All serve the same.
hosts: [${hosts.join(', ')}]
urlPattern: ${url.replace(new URL(url).hostname, '#{host}')}/#{zoom}/#{tilex}/#{tiley}.png${more}
copyright: OpenStreetMap
`;

/** A folder with a catalog, and runs of the command in it. */
export class ProbePlace {
  readonly path = temporaryFolder();
  readonly env: Record<string, string> = {};
  certificateAuthority = '';
  timeoutMs = 300;
  stop = new AbortController();
  printed = '';
  #ms = 0;

  constructor(files: Files) {
    writeFiles(join(this.path, 'catalog'), { 'site.yaml': SITE, ...files });
  }

  write(files: Files): void {
    writeFiles(this.path, files);
  }

  file(path: string): string {
    return readFileSync(join(this.path, path), 'utf8');
  }

  async run(day: number, options: Partial<ProbeOptions> = {}): Promise<{ status: number; servers: ProbedMap[] }> {
    let stdout = '';
    const io: Io = {
      cwd: this.path,
      env: this.env,
      stdout: { isTTY: false, write: (text) => (stdout += text) },
      stderr: { isTTY: false, write: (text) => (this.printed += text) },
      terminal: null,
      signal: this.stop.signal,
    };
    const usual = {
      catalog: 'catalog',
      ids: [],
      history: 'history.json',
      allowPrivate: true,
      maxTime: 30,
      pictures: null,
      notices: null,
    };
    const all: ProbeOptions = { ...usual, format: 'json', switch: 'new', ...options };
    let status: number;
    try {
      const opened = openSoundCatalog(io, all.catalog, { environment: io.env, refusal: probeRefusal });
      const effects = {
        now: () => START + day * DAY_MS,
        patienceMs: 0,
        openWeb: (repository: string, web: Omit<WebOptions, 'userAgent'>) => this.#open(`test (+${repository})`, web),
      };
      status = opened === null ? 1 : await runProbe(io, all, opened, effects);
    } catch (error) {
      this.printed += `${error}\n`;
      status = 2;
    }
    this.printed += stdout + (existsSync(join(this.path, 'history.json')) ? this.file('history.json') : '');
    const report: ProbeReport = all.format === 'json' && stdout !== '' ? JSON.parse(stdout) : { servers: [] };
    return { status, servers: report.servers };
  }

  /** The real network, in which nobody waits: a wait moves the clock. */
  #open(userAgent: string, options: Omit<WebOptions, 'userAgent'>) {
    const { certificateAuthority } = this;
    const effects = realEffects({
      allowPrivate: options.allowPrivate ?? false,
      timeouts: { firstByteMs: this.timeoutMs, stalledMs: this.timeoutMs },
      ...(certificateAuthority ? { certificateAuthority } : {}),
    });
    const now = (): number => performance.now() + this.#ms;
    const sleep = async (ms: number): Promise<void> => {
      this.#ms += ms;
    };
    return openWeb({ ...options, userAgent }, { ...effects, now, sleep });
  }
}
