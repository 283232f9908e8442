/** The rules for one type of map: what a schema cannot say of its members. */
import { error, type Problems, warning } from '../../diagnostics/messages.ts';
import type { Pruned } from '../../validate/content.ts';

/** A fault of a member: its code, and what is wrong with it, if the code has more than one cause. */
export interface TypeFault {
  readonly code: keyof typeof TYPE_PROBLEMS;
  /** The key of the member. */
  readonly key: string;
  /** What to do about it, as the end of a sentence. */
  readonly fix: string;
}

/** The faults of a record of a type. Any member may be missing. */
export type TypeRule<Source> = (record: Pruned<Source>) => Iterable<TypeFault>;

interface Fix {
  readonly fix: string;
}

/** The problems that only maps of some types have. */
export const TYPE_PROBLEMS = {
  /** The map cannot be shown as it is written. */
  'bad-map': error(({ fix }: Fix) => `This cannot be shown as it is; ${fix}`),
  'odd-map': warning(({ fix }: Fix) => `Few programs can show this: ${fix}`),
} as const satisfies Problems;
