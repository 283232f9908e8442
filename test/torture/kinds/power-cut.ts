/**
 * Builds on a disk whose power is cut: ext4 on a loop device, shut down without writing its journal, mounted again. Needs
 * root, and a machine that lets it mount.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Child } from '../children.ts';
import { oneOf, type Round, type Trial } from '../trial.ts';
import { FAULTY, NONE, Workplace } from '../workplace.ts';
import { aMoment } from './kill.ts';

const IMAGE_BYTES = 64 * 1024 * 1024;

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: nothing more is written, not even the journal. */
const CUT = 'my $flags = pack("L", 2); open(DISK, "<", $ARGV[0]) or die $!; ioctl(DISK, 0x8004587d, $flags) or die $!';

/** The disks that are mounted. None outlives the process. */
const MOUNTED = new Set<Disk>();
process.on('exit', () => {
  for (const disk of MOUNTED) disk.remove();
});

/** A file system of its own in a file. */
class Disk {
  /** An empty folder on it. */
  readonly folder: string;
  readonly #root: string;
  readonly #image: string;

  constructor(place: string) {
    this.#root = join(place, 'disk');
    this.#image = join(place, 'image');
    this.folder = join(this.#root, 'work');
    mkdirSync(this.#root);
    run('truncate', '--size', String(IMAGE_BYTES), this.#image);
    run('mkfs.ext4', '-q', '-F', this.#image);
    this.#mount();
    mkdirSync(this.folder);
  }

  #mount(): void {
    run('mount', '-o', 'loop', this.#image, this.#root);
    MOUNTED.add(this);
  }

  /** Writes everything. */
  flush(): void {
    run('sync', '-f', this.#root);
  }

  cutPower(): void {
    run('perl', '-e', CUT, this.#root);
  }

  /** Reads again what is on the disk. */
  restore(): void {
    run('umount', this.#root);
    // A process that has begun in a container meanwhile still has the disk, shut down, and the same file would be that one.
    const copy = `${this.#image}.copy`;
    run('cp', '--sparse=always', this.#image, copy);
    renameSync(copy, this.#image);
    this.#mount();
  }

  remove(): void {
    if (!MOUNTED.delete(this)) return;
    run('umount', '--lazy', this.#root);
    rmSync(this.#image);
  }
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: 'pipe' });
}

function whyNotHere(): string | null {
  const place = mkdtempSync(join(tmpdir(), 'cartalog-disk-'));
  try {
    const disk = new Disk(place);
    try {
      disk.cutPower();
      return null;
    } finally {
      disk.remove();
    }
  } catch {
    return 'no file system can be mounted, or it cannot be shut down';
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The trial. */
export const POWER_CUT: Trial = {
  name: 'power-cut',
  what: 'builds on a disk whose power is cut: the site is the old or the new one, and after "Built" the new one',
  whyNot: whyNotHere,
  async run(round) {
    const disk = new Disk(round.folder);
    try {
      await playOn(disk, round);
    } finally {
      disk.remove();
    }
  },
};

async function playOn(disk: Disk, round: Round): Promise<void> {
  const { draw, count } = round;
  const place = new Workplace({
    ...round,
    folder: disk.folder,
    start: (command) => round.start(command, { cwd: disk.folder }),
  });
  const size = oneOf(draw, [60, 400]);
  for (const version of ['old', 'new']) await place.prepare(version, size);
  const hadOld = draw(4) > 0;
  if (hadOld) await place.build('old');
  disk.flush();
  const old = hadOld ? 'old' : NONE;
  const build = place.start('new');
  const isBuilt = await cutDuring(build, disk, round);
  count(isBuilt ? 'after "Built"' : 'during the build');
  const found = place.expect(isBuilt ? ['new'] : [old, 'new', NONE], 'after the power was cut');
  if (found === NONE && hadOld) {
    count('between the renames');
    await place.start(FAULTY).ended();
    place.expect(['old'], 'after the next build, which found a fault');
  }
  await place.finish('new');
}

/** Cuts the power at a moment in the life of a build. @returns whether the build had ended well before */
async function cutDuring(build: Child, disk: Disk, round: Round): Promise<boolean> {
  let isBuilt = false;
  if (round.draw(5) === 0) isBuilt = (await build.ended()).status === 0;
  else await aMoment(round, build);
  isBuilt ||= build.hasEnded() && (await build.ended()).status === 0;
  disk.cutPower();
  build.kill('SIGKILL');
  await build.ended();
  disk.restore();
  return isBuilt;
}
