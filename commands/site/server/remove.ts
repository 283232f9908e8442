import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readTextIfThere } from '../../../cli/files/files.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { hasSystemd, installedUnit, readConfigurations, refuseOther, requireRoot, unitIn, unitOf } from './checkout.ts';
import { isAsWritten, portIn, redirectedNamesIn, usersOf } from './installed.ts';
import { installWords, lineAsRoot } from './printed-lines.ts';
import {
  configurationOf,
  failedRunsFile,
  importersOf,
  unitFilesOf,
  unitStateFolder,
  WEB_SERVER_NAMES,
  WEB_SERVERS,
} from './web-servers.ts';

export function removeServer(io: Io, name: string | undefined, dryRun: boolean): ExitStatus {
  const unit = name === undefined ? unitOf(io.cwd) : unitIn(io.cwd, name);
  refuseOther(unit, io.cwd, ['remove', unit.replace('cartalog-', '')]);
  const found = [...unitFilesOf(unit), unitStateFolder(unit), failedRunsFile(unit), `/run/${unit}`].filter((path) =>
    existsSync(path),
  );
  const configurations = WEB_SERVER_NAMES.map(
    (server) => [server, readTextIfThere(configurationOf(server, unit))] as const,
  );
  const redirected = new Set(configurations.flatMap((configuration) => redirectedNamesIn(...configuration)));
  const [port] = configurations.flatMap((configuration) => portIn(...configuration) ?? []);
  const imported = importersOf(unit, readTextIfThere);
  const hint = installedUnit(io.cwd) === null ? '' : ` From this checkout there is: ${lineAsRoot(['remove'])}`;
  if (found.length === 0 && imported.length === 0)
    throw new CannotRunError(`Nothing of ${unit} is installed here.${hint}`);
  const users = usersOf(readConfigurations(), unit);
  if (users.length > 0)
    throw new CannotRunError(
      ...users.map(
        (path) => `${path} uses ${unitStateFolder(unit)}/, which would be deleted; take that out of it first.`,
      ),
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
    io.stdout.write(isChanged ? `move ${path} to ${path}.before, because it has been changed\n` : `delete ${path}\n`);
    if (!isChanged && !dryRun) rmSync(path, { recursive: true });
    const move = ['--backup=numbered', path, `${path}.before`];
    if (isChanged && !dryRun && spawnSync('mv', move, { stdio: 'inherit' }).status !== 0)
      throw new CannotRunError(`${path} cannot be moved.`);
  }
  for (const { folder, service } of Object.values(WEB_SERVERS)) {
    const names = existsSync(folder) ? readdirSync(folder).sort() : [];
    for (const name of names.filter((file) => file.startsWith(`${unit}.conf.`)))
      io.stdout.write(`keep ${folder}/${name}, which nothing reads\n`);
    if (found.includes(`${folder}/${unit}.conf`) && !hasSystemd())
      io.stdout.write(`systemd does not run here: ${service} is not reloaded\n`);
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
