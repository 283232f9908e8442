/** Runs a program as its users do, and measures what it takes. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const PEAK = join(import.meta.dirname, 'peak.mjs');

/** What a program took, and what it printed. */
export interface Measured {
  readonly seconds: number;
  /** Its memory at the peak. */
  readonly mebibytes: number;
  readonly stdout: string;
}

/** Runs a program with Node.js until it ends. @throws where its exit status is not the expected one */
export function measure(program: string, args: readonly string[], expected: number): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, ['--import', PEAK, program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const texts = { stdout: '', stderr: '', peak: '' };
    child.stdout?.on('data', (chunk) => (texts.stdout += chunk));
    child.stderr?.on('data', (chunk) => (texts.stderr += chunk));
    child.stdio[3]?.on('data', (chunk) => (texts.peak += chunk));
    child.once('error', reject);
    child.once('close', (status) => {
      const command = `${program} ${args.join(' ')}`;
      if (status !== expected) reject(new Error(`${command} ended with ${status}:\n${texts.stdout}${texts.stderr}`));
      else {
        const seconds = (performance.now() - started) / 1000;
        resolve({ seconds, mebibytes: Number(texts.peak) / 1024, stdout: texts.stdout });
      }
    });
  });
}
