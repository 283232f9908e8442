import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readTextIfThere } from '../../../cli/files/files.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import {
  hasSystemd,
  installedUnit,
  newUnitOf,
  readConfigurations,
  readUnits,
  refuseOther,
  requireRoot,
  unitIn,
  unitOf,
  unreadFiles,
} from './checkout.ts';
import { formersIn, isAsWritten, keptCopies, portIn, recordedPort, redirectedNamesIn, usersOf } from './installed.ts';
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
  const service = readUnits().get(unit);
  const names = configurations.flatMap((configuration) => redirectedNamesIn(...configuration));
  const redirected = new Set([...names, ...formersIn(service)]);
  const [port = recordedPort(service)] = configurations.flatMap((configuration) => portIn(...configuration) ?? []);
  // The name may be another catalog's, which is not installed from here.
  const newUnit = name === undefined || installedUnit(io.cwd) === unit ? newUnitOf(io.cwd, unit) : null;
  const imported = importersOf(unit, readTextIfThere);
  const hint =
    installedUnit(io.cwd) === null ? '' : ` To remove what is installed from this checkout: ${lineAsRoot(['remove'])}`;
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
  const say = (line: string): void => void io.stdout.write(`${line}\n`);
  const shell = (command: string): void => {
    if (!hasSystemd()) return;
    say(`run systemctl ${command}`);
    if (!dryRun && spawnSync('/bin/sh', ['-c', `systemctl ${command}`], { stdio: 'inherit' }).status !== 0)
      io.stderr.write(`This failed: systemctl ${command}. Correct what is said above, and repeat it.\n`);
  };
  shell(`stop ${unit}.timer ${unit}.service`);
  for (const [path, text] of imported) {
    say(`change ${path}`);
    if (!dryRun) writeFileSync(path, text);
  }
  for (const { folder, service } of Object.values(WEB_SERVERS)) {
    const files = existsSync(folder) ? readdirSync(folder).sort() : [];
    for (const file of files.filter((file) => file.startsWith(`${unit}.conf.`)))
      say(`keep ${folder}/${file}, an earlier configuration, which no server reads`);
    if (found.includes(`${folder}/${unit}.conf`) && !hasSystemd())
      say(`systemd does not run here: ${service} is not reloaded`);
  }
  for (const path of found) {
    const isChanged = path.endsWith('.conf') && !isAsWritten(readTextIfThere(path) ?? '');
    const copy = keptCopies(path, readTextIfThere).next;
    const why = 'because it has been changed; no server reads it there';
    say(isChanged ? `move ${path} to ${copy}, ${why}` : `delete ${path}`);
    if (!dryRun && isChanged) chmodSync(path, 0o600);
    if (!dryRun) isChanged ? renameSync(path, copy) : rmSync(path, { recursive: true });
  }
  for (const [ending, what] of Object.entries({ env: 'the access tokens', failed: 'your program for failed runs' }))
    if (existsSync(`/etc/${unit}.${ending}`)) say(`keep /etc/${unit}.${ending}, ${what}`);
  if (redirected.size > 0)
    say(`end the redirects of ${[...redirected].join(', ')}, which install does not write again`);
  const unread = newUnit === null ? [] : unreadFiles(newUnit, (other) => other === unit);
  if (newUnit !== null && newUnit !== unit)
    say([`if you install again, its name is ${newUnit}, because the package was renamed`, ...unread].join('\n'));
  if (port !== undefined && newUnit !== null) say(`to install again: ${lineAsRoot(installWords({ port }))}`);
  shell('daemon-reload');
  for (const { folder, service } of Object.values(WEB_SERVERS))
    if (found.includes(`${folder}/${unit}.conf`)) shell(`try-reload-or-restart ${service}`);
  return 0;
}
