import type { FileKind } from '../../build/read/layout.ts';

/** The kinds of file that can be begun from answers. */
export type DraftKind = Extract<FileKind, 'tileserver' | 'datasource' | 'edition'>;
