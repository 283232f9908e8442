/**
 * A server of one's own from a checkout, in a throw-away root: an overlay of this system in a namespace without network,
 * which only root can make. systemd does not run there, so each line of the service is run as systemd would run it.
 */
import { cpSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll } from 'vitest';
import { isWebServer, WEB_SERVERS, type WebServerName } from '../../commands/site/server/web-servers.ts';
import { environment, run } from './cli.ts';
import { commitAll } from './git.ts';
import { inProcess } from './in-process.ts';
import type { Tarballs } from './installed.ts';
import { PROGRAMS, serverCommand } from './own-server.ts';

/** Mounts an overlay of the system, and runs a script in it. */
const IN_THROW_AWAY_ROOT = `
root=$THROW_AWAY && mount -t tmpfs none $root && mkdir $root/upper $root/work $root/all &&
mount -t overlay overlay -o lowerdir=/,upperdir=$root/upper,workdir=$root/work $root/all &&
mount -t proc none $root/all/proc && mount --rbind /dev $root/all/dev && mount -t tmpfs none $root/all/run && mkdir $root/all/run/lock &&
ip link set lo up && exec chroot $root/all sh -euc "$0" "$@"`;

const MOUNT_POINT = mkdtempSync(join(tmpdir(), 'cartalog-server-'));
afterAll(() => rmdirSync(MOUNT_POINT));

export const inThrowAwayRoot = (script: string, ...args: string[]) =>
  run('unshare', ['-m', '-n', '-p', '-f', '--kill-child', 'sh', '-c', IN_THROW_AWAY_ROOT, script, ...args], {
    cwd: '/',
    env: environment({ THROW_AWAY: MOUNT_POINT }),
  });

export const canTry =
  process.getuid?.() === 0 &&
  (await inThrowAwayRoot('command -v curl git runuser useradd').catch(() => null))?.status === 0;

export const START = Object.fromEntries(
  Object.keys(WEB_SERVERS)
    .filter(isWebServer)
    .map((name) => [name, PROGRAMS[name].start]),
) as Readonly<Record<WebServerName, string>>;
export const [TARGETS, MISSING] = [true, false].map((isThere) =>
  (Object.keys(START) as WebServerName[]).filter((name) => (serverCommand(name) !== null) === isThere),
) as [WebServerName[], WebServerName[]];

/** The repository is the first argument; the checkout of its owner is `/srv/alps`, and that of an editor `/srv/work`. */
export const BEGIN = `
quietly() { "$@" >/tmp/printed 2>&1 || { cat /tmp/printed; exit 1; }; }
files() { find /etc /var/lib -name '*cartalog*' | sort; }
lines() {
  grep '^ExecStart=' /etc/systemd/system/cartalog-alps.service | while read -r line; do
    case $line in
      ExecStart=+*) quietly sh -c "\${line#ExecStart=+}" ;;
      *) quietly runuser -s /bin/sh alps -c "cd /srv/alps && \${line#ExecStart=}" ;;
    esac
  done
}
merge() { runuser alps -c 'cd /srv/work && git add . && git -c user.name=a -c user.email=a@example.org commit -qm merge && git push -q'; }
ids() { curl -s $site/v1/mapservers/ | grep -o '"id":"[^"]*"'; }
lifetime() { curl -sI $site/v1/datasources/maps/ | grep -i '^cache-control' | tr -d '\\r'; }
rm -f /etc/nginx/sites-enabled/default /etc/apache2/sites-enabled/*
for file in /etc/apache2/ports.conf /etc/caddy/Caddyfile; do
  [ ! -d "\${file%/*}" ] || : >"$file"
done
useradd --create-home alps
rm -rf /srv && mkdir /srv && git clone -q --no-hardlinks --bare "$0" /srv/origin.git && chown -R alps: /srv
runuser alps -c 'git clone -q --no-hardlinks /srv/origin.git /srv/work && git clone -q --no-hardlinks /srv/origin.git /srv/alps'
cd /srv/work/catalog
mkdir -p mapservers datasources/maps
printf '%s\\n' 'name: Maps' 'baseUrl: https://files.alps.ch/' 'directory: maps' 'action: Copy' >datasources/maps/datasource.yaml
cp datasources/maps/datasource.yaml /tmp/
cd /srv/alps
`;

/** The repository of a new catalog for a server, whose packages are all in it. */
export async function repositoryOn(program: Tarballs, target: string): Promise<string> {
  // Removed with the tarballs.
  const cwd = mkdtempSync(join(program.home, 'origin-'));
  const flags = ['--title', 'Alps', '--repository', 'https://git.alps.ch/maps', '--address', 'http://maps.alps.ch'];
  const args = ['init', ...flags, '--target', target, '--package', program.packed.tarball, '--git', '--yes'];
  const { status, stderr } = await inProcess(args, cwd);
  if (status !== 0) throw new Error(stderr);
  const dependency = `vendor/${basename(program.dependency)}`;
  cpSync(program.dependency, join(cwd, dependency));
  const content = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  const dependencies = { ...content.dependencies, 'libxml2-wasm': `file:${dependency}` };
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ ...content, dependencies }));
  await program.npm(cwd, 'install', '--package-lock-only');
  commitAll(cwd, '2026-11-20T00:00:00Z');
  return cwd;
}
