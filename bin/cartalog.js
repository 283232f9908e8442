#!/usr/bin/env node
// Before the program is compiled, only this file can say so.
import { existsSync } from 'node:fs';

const program = new URL('../lib/cartalog.js', import.meta.url);

if (existsSync(program)) {
  await import(program.href);
} else {
  console.error('cartalog: not compiled yet; run "npm ci" in its folder, with the development packages.');
  process.exitCode = 2;
}
