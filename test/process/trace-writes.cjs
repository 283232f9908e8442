/**
 * Loaded into a program before it starts: appends what the program does to file systems to the file TRACE, one JSON
 * array for each step. test/process/power-cut.ts reads it.
 */
const fs = require('node:fs');
const childProcess = require('node:child_process');
const { syncBuiltinESMExports } = require('node:module');
const path = require('node:path');
const { fileURLToPath } = require('node:url');
const { isMainThread } = require('node:worker_threads');

const { closeSync, existsSync, openSync, fsyncSync, writeSync } = fs;
const paths = new Map();
const log = openSync(process.env.TRACE, 'a');
const resolve = (file) => path.resolve(file instanceof URL ? fileURLToPath(file) : String(file));
const note = (...step) => writeSync(log, `${JSON.stringify(step)}\n`);

/** Notes a call that has succeeded. */
function trace(module, name, stepOf) {
  const original = module[name];
  module[name] = (...args) => {
    const result = original(...args);
    const step = stepOf(args, result);
    if (step) note(...step);
    return result;
  };
}

if (isMainThread) {
  trace(fs, 'mkdirSync', ([folder]) => ['mkdir', resolve(folder)]);
  trace(fs, 'writeFileSync', ([file, content]) => ['write', resolve(file), Buffer.from(content).toString('base64')]);
  trace(fs, 'linkSync', ([from, to]) => ['link', resolve(from), resolve(to)]);
  trace(fs, 'renameSync', ([from, to]) => ['rename', resolve(from), resolve(to)]);
  for (const name of ['rmSync', 'rmdirSync', 'unlinkSync']) {
    trace(fs, name, ([gone]) => (existsSync(gone) ? null : ['remove', resolve(gone)]));
  }
  fs.openSync = (name, ...rest) => {
    const file = openSync(name, ...rest);
    paths.set(file, resolve(name));
    if (rest[0] === 'w') note('write', resolve(name), '');
    return file;
  };
  fs.writeSync = (file, content, ...rest) => {
    const length = writeSync(file, content, ...rest);
    const start = typeof rest[0] === 'number' ? rest[0] : 0;
    const bytes = Buffer.from(content).subarray(start, start + length);
    if (paths.has(file)) note('append', paths.get(file), bytes.toString('base64'));
    return length;
  };
  fs.closeSync = (file) => {
    paths.delete(file);
    closeSync(file);
  };
  fs.fsyncSync = (file) => {
    fsyncSync(file);
    note('flush', paths.get(file));
  };
  trace(childProcess, 'spawnSync', ([command, args], { status }) =>
    command === 'sync' && args[0] === '-f' && status === 0 ? ['flush-all'] : null,
  );
  syncBuiltinESMExports();
}
