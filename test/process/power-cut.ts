/**
 * A file system that forgets what was not flushed: replays what a program did, and says what a power cut would leave at
 * every moment.
 *
 * It forgets as journalling file systems do. Names change in order, and a flush of anything keeps all changes of names
 * before it; the content of a file is kept only where that file was flushed, and is empty otherwise.
 */
import { join, relative, sep } from 'node:path';

/** A step of a program, as `trace-writes.cjs` notes it. */
export type Step =
  | readonly ['write' | 'append', file: string, base64: string]
  | readonly ['link' | 'rename', from: string, to: string]
  | readonly ['mkdir' | 'remove' | 'flush', path: string]
  | readonly ['flush-all'];

export type Tree = Readonly<Record<string, string>>;

type Content = { readonly text: string; isFlushed: boolean };

export class ForgetfulDisk {
  readonly #files = new Map<string, Content>();

  /** @param areFlushed whether the files of the beginning are on the disk */
  constructor(files: Tree, areFlushed: boolean) {
    for (const [path, text] of Object.entries(files)) this.#files.set(path, { text, isFlushed: areFlushed });
  }

  apply(step: Step): void {
    const files = this.#files;
    switch (step[0]) {
      case 'mkdir':
        return;
      case 'write':
        files.set(step[1], { text: Buffer.from(step[2], 'base64').toString(), isFlushed: false });
        return;
      case 'append': {
        const before = files.get(step[1])?.text ?? '';
        files.set(step[1], { text: before + Buffer.from(step[2], 'base64').toString(), isFlushed: false });
        return;
      }
      case 'link':
        files.set(step[2], files.get(step[1]) as Content);
        return;
      case 'rename':
      case 'remove':
        for (const [path, content] of [...files]) {
          if (path !== step[1] && !path.startsWith(step[1] + sep)) continue;
          files.delete(path);
          if (step[0] === 'rename') files.set(step[2] + path.slice(step[1].length), content);
        }
        return;
      case 'flush': {
        const content = files.get(step[1]);
        if (content) content.isFlushed = true;
        return;
      }
      case 'flush-all':
        for (const content of files.values()) content.isFlushed = true;
    }
  }

  /** What a folder contains after a power cut; null where there is no such folder with files. */
  afterPowerCut(folder: string): Tree | null {
    const found = [...this.#files].filter(([path]) => path.startsWith(folder + sep));
    const kept = found.map(([path, { text, isFlushed }]) => [relative(folder, path), isFlushed ? text : '']);
    return found.length === 0 ? null : Object.fromEntries(kept);
  }

  /** The folders of that name in locks next to a site, where the next build finds an old site. */
  oldSites(site: string): string[] {
    const pattern = new RegExp(`^${join(site, '..', '.').replaceAll('\\', '\\\\')}.*[/\\\\]old(?=[/\\\\])`);
    return [...new Set([...this.#files.keys()].flatMap((path) => pattern.exec(path)?.[0] ?? []))];
  }
}
