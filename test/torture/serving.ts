/** A catalog under `serve`, for trials that edit it or disturb the processes. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteParts } from '../../build/render/site-parts.ts';
import { isFree } from '../../cli/port.ts';
import { readSiteParts } from '../../cli/program-parts.ts';
import { LIVE_FILE } from '../../contract/pages.ts';
import { type Files, memoryFolder, writeFiles } from '../support/catalogs.ts';
import { rendered } from '../support/check.ts';
import { filesBelow } from '../support/files.ts';
import { descendants, running, until } from '../support/processes.ts';
import { freePort, servedFolder } from '../support/server.ts';
import type { Child } from './children.ts';
import { hold, Lost, type Round } from './trial.ts';

/** A running `serve`. */
export class Serving {
  readonly #round: Round;
  readonly child: Child;
  readonly port: number;
  /** The catalog as it is on disk. */
  #files: Files = {};

  private constructor(round: Round, files: Files, port: number) {
    this.#round = round;
    this.port = port;
    this.edit(files);
    this.child = round.start([...round.program, 'serve', '--port', String(port)]);
  }

  /** Starts it. It does not answer yet. */
  static async start(round: Round, files: Files): Promise<Serving> {
    return new Serving(round, files, await freePort());
  }

  /** Waits until it says that it serves, once more than it had said before. @throws Lost */
  async untilServing(times = 1): Promise<void> {
    const count = (): number => this.child.output().split('Serving http').length - 1;
    await this.#until(() => count() >= times, 'the server to start');
  }

  /** Changes files of the catalog; null removes one. */
  edit(changes: Readonly<Record<string, Files[string] | null>>): void {
    const catalog = join(this.#round.folder, 'catalog');
    const files = { ...this.#files };
    for (const [path, content] of Object.entries(changes)) {
      if (content === null) {
        rmSync(join(catalog, path), { force: true });
        delete files[path];
      } else {
        writeFiles(catalog, { [path]: content });
        files[path] = content;
      }
    }
    this.#files = files;
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** Waits until what is served is what a build of the catalog gives, byte for byte. @throws Lost */
  async untilUpToDate(): Promise<void> {
    const parts = readSiteParts();
    const readParts = (): SiteParts => ({ ...parts, page: parts.page && { ...parts.page, isLive: true } });
    const { site } = await rendered(memoryFolder(this.#files), { serviceUrl: this.url(''), readParts });
    const isOwn = (path: string): boolean => [LIVE_FILE, '_worker.js', '_routes.json'].includes(path);
    const assets = site?.assets.filter(({ path }) => !isOwn(path)) ?? [];
    const expected = new Map(assets.map(({ path, content }) => [path, Buffer.from(content)]));
    const folder = servedFolder(this.#round.folder, this.port);
    const differences = (): string[] => {
      const found = filesBelow(folder).filter((path) => !isOwn(path));
      const changed = found.filter((path) => !expected.get(path)?.equals(readFileSync(join(folder, path))));
      return [...changed, ...[...expected.keys()].filter((path) => !found.includes(path))];
    };
    await until(() => differences().length === 0, '', 30_000).catch(() => {
      throw new Lost('the served site of a cold build', `other files: ${differences().slice(0, 10).join(', ')}`);
    });
  }

  /** The processes below it. */
  below(): number[] {
    return descendants(this.child.pid).map(({ pid }) => pid);
  }

  /** Waits until it has ended and none of these processes is left, nor its port taken. @throws Lost */
  async untilGone(below: readonly number[], limitMs = 15_000): Promise<void> {
    const began = performance.now();
    await this.child.ended(limitMs);
    const rest = (): number => Math.max(100, limitMs - (performance.now() - began));
    await this.#until(() => running(below).length === 0, 'its processes to end', rest());
    await this.#until(() => isFree(this.port), 'its port to be free', rest());
  }

  /** Stops it. @throws Lost unless it ends well and leaves nothing */
  async stop(): Promise<void> {
    const below = this.below();
    this.child.kill('SIGTERM');
    await this.untilGone(below);
    const { status, stderr } = await this.child.ended();
    hold(status === 0, 'serve to end with exit 0', `exit ${status}: ${stderr}`);
    const left = readdirSync(this.#round.folder).filter((name) => name !== 'catalog');
    hold(left.length === 0, 'nothing beside the catalog', left.join(', '));
  }

  async #until(look: () => boolean | Promise<boolean>, what: string, limitMs?: number): Promise<void> {
    await until(look, what, limitMs).catch((error) => {
      throw new Lost(what, `${(error as Error).message}; serve printed:\n${this.child.output().slice(-2_000)}`);
    });
  }
}
