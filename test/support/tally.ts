/**
 * Ends the output of the tests with a line for scripts: `N passed, N failed`. Before it, names each test that failed first and
 * passed when it ran again, with what was wrong: it races with the machine, and must be mended.
 */
import type { Reporter, TestModule } from 'vitest/node';

export default class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const test of tests.filter((one) => one.diagnostic()?.flaky)) {
      const [fault] = test.result().errors ?? [];
      console.log(
        `Passed only when it ran again: ${test.module.relativeModuleId} > ${test.fullName}: ${fault?.message}`,
      );
    }
    const results = tests.map((test) => test.result().state);
    const passed = results.filter((state) => state === 'passed').length;
    // A file that cannot be loaded, and an error outside of any test, count as failed.
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const failed = results.filter((state) => state === 'failed').length + broken + errors.length;
    process.on('exit', () => console.log(`${passed} passed, ${failed} failed`));
  }
}
