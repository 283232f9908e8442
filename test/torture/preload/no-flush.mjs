// Sabotage: nothing is flushed to the disk, although the program believes so.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { spawnSync } = childProcess;
childProcess.spawnSync = (command, ...rest) => (command === 'sync' ? { status: 0 } : spawnSync(command, ...rest));
fs.fsyncSync = () => {};
syncBuiltinESMExports();
