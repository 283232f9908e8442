/** Ends the output of the tests with a line for scripts: `N passed, N failed`. */
import type { Reporter, TestModule } from 'vitest/node';

export default class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const results = tests.map((test) => test.result().state);
    const passed = results.filter((state) => state === 'passed').length;
    // A file that cannot be loaded, and an error outside of any test, count as failed.
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const failed = results.filter((state) => state === 'failed').length + broken + errors.length;
    process.on('exit', () => console.log(`${passed} passed, ${failed} failed`));
  }
}
