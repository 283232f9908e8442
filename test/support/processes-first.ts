/** The order of the test files: those that start programs first, because they take longest. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const STARTS_PROGRAMS = /\/test\/(?:process|torture)\//;

/**
 * Without results of earlier runs, files come in the order of their sizes, which says little: a long one that comes late
 * would leave a processor idle at the end.
 */
export default class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification): boolean => STARTS_PROGRAMS.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}
