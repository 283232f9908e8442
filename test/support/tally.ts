/** Ends the output of the tests with a line for scripts: `N passed, N failed`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export default class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const results = modules.flatMap((module) => [...module.children.allTests()]).map((test) => test.result().state);
    const passed = results.filter((state) => state === 'passed').length;
    // A file that cannot be loaded, and an error outside of any test, count as failed.
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const failed = results.filter((state) => state === 'failed').length + broken + errors.length;
    const line = sumOf(passed, failed);
    process.on('exit', () => console.log(line));
  }
}

/** The line of this run; with TALLY_FILE of this run and those before it, which the file remembers. */
function sumOf(passed: number, failed: number): string {
  const file = process.env['TALLY_FILE'];
  const [passedBefore = 0, failedBefore = 0] =
    file && existsSync(file) ? (readFileSync(file, 'utf8').match(/\d+/g) ?? []).map(Number) : [];
  const line = `${passed + passedBefore} passed, ${failed + failedBefore} failed`;
  if (file) writeFileSync(file, line);
  return line;
}
