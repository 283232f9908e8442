/** `cartalog server remove`: deletes what was installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { readTextIfThere } from '../../../cli/files/files.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { hasSystemd, installedUnit, readConfigurations, refuseOther, requireRoot, unitIn, unitOf } from './checkout.ts';
import { isAsWritten, portIn, redirectedNamesIn } from './installed.ts';
import { installWords, lineAsRoot } from './printed-lines.ts';
import {
  failedRunsFile,
  importersOf,
  unitFilesOf,
  unitStateFolder,
  WEB_SERVER_NAMES,
  WEB_SERVERS,
} from './web-servers.ts';

/** Deletes what was installed. @throws CannotRunError if nothing was, or it cannot be deleted */
export function removeServer(io: Io, name: string | undefined, dryRun: boolean): ExitStatus {
  const unit = name === undefined ? unitOf(io.cwd) : unitIn(io.cwd, name);
  refuseOther(unit, io.cwd, ['remove', unit.replace('cartalog-', '')]);
  const found = [...unitFilesOf(unit), unitStateFolder(unit), failedRunsFile(unit), `/run/${unit}`].filter((path) =>
    existsSync(path),
  );
  const configurations = WEB_SERVER_NAMES.map(
    (server) => [server, readTextIfThere(`${WEB_SERVERS[server].folder}/${unit}.conf`)] as const,
  );
  const redirected = new Set(configurations.flatMap((one) => redirectedNamesIn(...one)));
  const [port] = configurations.flatMap((one) => portIn(...one) ?? []);
  const imported = importersOf(unit, readTextIfThere);
  const hint = installedUnit(io.cwd) === null ? '' : ` From this checkout there is: ${lineAsRoot(['remove'])}`;
  if (found.length === 0 && imported.length === 0)
    throw new CannotRunError(`Nothing of ${unit} is installed here.${hint}`);
  const users = [...readConfigurations()].filter(
    ([path, text]) => !found.includes(path) && text.includes(`${unitStateFolder(unit)}/`),
  );
  if (users.length > 0)
    throw new CannotRunError(
      ...users.map(([path]) => `${path} uses ${unitStateFolder(unit)}, which would be deleted; change it first.`),
    );
  if (!dryRun) requireRoot(['remove', ...(name === undefined ? [] : [name])]);
  const shell = (command: string): void => {
    if (!hasSystemd()) return;
    io.stdout.write(`run systemctl ${command}\n`);
    if (!dryRun && spawnSync('/bin/sh', ['-c', `systemctl ${command}`], { stdio: 'inherit' }).status !== 0)
      io.stderr.write(`This failed: systemctl ${command}. Correct what is said above, and repeat it.\n`);
  };
  shell(`stop ${unit}.timer ${unit}.service`);
  for (const [path, text] of imported) {
    io.stdout.write(`change ${path}\n`);
    if (!dryRun) writeFileSync(path, text);
  }
  for (const path of found) {
    const isChanged = path.endsWith('.conf') && !isAsWritten(readTextIfThere(path) ?? '');
    // The next installation goes on from what is .before.
    const [from, to] = isChanged ? [path, `${path}.before`] : [`${path}.before`, `${path}.old`];
    if (!isChanged) io.stdout.write(`delete ${path}\n`);
    if (!isChanged && !dryRun) rmSync(path, { recursive: true });
    if (!existsSync(from)) continue;
    io.stdout.write(`move ${from} to ${to}${isChanged ? ', because it has been changed' : ''}\n`);
    if (!dryRun && spawnSync('mv', ['--backup=numbered', from, to], { stdio: 'inherit' }).status !== 0)
      throw new CannotRunError(`${from} cannot be moved.`);
  }
  for (const path of ['env', 'failed'].map((kind) => `/etc/${unit}.${kind}`).filter(existsSync))
    io.stdout.write(`keep ${path}, for units of this name\n`);
  if (port !== undefined) io.stdout.write(`to install again: ${lineAsRoot(installWords({ port }))}\n`);
  if (redirected.size > 0) io.stdout.write(`end the redirects of ${[...redirected].join(', ')}\n`);
  shell('daemon-reload');
  for (const { folder, service } of Object.values(WEB_SERVERS))
    if (found.includes(`${folder}/${unit}.conf`)) shell(`try-reload-or-restart ${service}`);
  return 0;
}
