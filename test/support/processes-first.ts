/** The order of the test files: those that start programs first. */
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take longest. */
const STARTS_MANY = /\/test\/(?:process|browser)\//;

const STARTS_SOME = /'node:child_process'|support\/(?:git|server)\.ts'/;

/**
 * Without results of earlier runs, files come in the order of their sizes, which says little: a long one that comes late
 * would leave a processor idle at the end. To start a program from a process that has used a gigabyte takes twenty times as
 * long as from a new one, because Linux copies its page tables.
 */
export default class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      if (STARTS_MANY.test(moduleId)) return 0;
      return STARTS_SOME.test(readFileSync(moduleId, 'utf8')) ? 1 : 2;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
