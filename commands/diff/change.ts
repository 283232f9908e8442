/** What differs between two sites, as data. `describe-change.ts` describes it. */
import type { Target } from '../../contract/targets.ts';

/** A size before and after, in bytes; 0 where there is nothing. */
export interface Sizes {
  readonly before: number;
  readonly after: number;
}

/** The sections of a report. */
export const SECTIONS = ['mapservers', 'overlayservers', 'datasources', 'categories', 'editions', 'site'] as const;

/** One of them. */
export type Section = (typeof SECTIONS)[number];

/** What a change is about: a record of a list, or (id null) the list or the site itself. */
export interface Subject {
  readonly section: Section;
  readonly id: string | null;
  /** Its name, where its id is only a number. */
  readonly name?: string;
}

/** How many of something were added and removed. */
export interface Count {
  readonly added: number;
  readonly removed: number;
}

/** What happened. */
export type Event =
  | { readonly what: 'record-added' }
  | { readonly what: 'record-removed' }
  | { readonly what: 'path-added'; readonly path: string }
  | { readonly what: 'path-removed'; readonly path: string }
  | { readonly what: 'path-changed'; readonly path: string }
  | { readonly what: 'field-added'; readonly field: string }
  | { readonly what: 'field-removed'; readonly field: string }
  | { readonly what: 'type-changed'; readonly field: string; readonly before: string; readonly after: string }
  | { readonly what: 'value-changed'; readonly field: string; readonly before: unknown; readonly after: unknown }
  | { readonly what: 'renamed'; readonly before: string; readonly after: string }
  | { readonly what: 'moved'; readonly before: string | null; readonly after: string | null }
  | { readonly what: 'links-changed' }
  | { readonly what: 'members-changed'; readonly added: readonly string[]; readonly removed: readonly string[] }
  | {
      readonly what: 'files-changed';
      readonly group: string;
      readonly files: Count;
      readonly checksums: Count;
      readonly fragments: Count;
      /** Files of which something else changed: a bounding box, an image. */
      readonly others: number;
    }
  | { readonly what: 'file-removed'; readonly file: string }
  | {
      readonly what: 'header-changed';
      readonly header: string;
      readonly path: string;
      readonly before: string | null;
      readonly after: string | null;
    }
  | { readonly what: 'handler-changed' }
  | { readonly what: 'rendition-changed'; readonly file: string; readonly documents: number };

/** One difference. */
export type Change = Event & {
  readonly subject: Subject;
  /** What exactly is meant; `removals.yaml` names it in the same way. */
  readonly target: Target;
};

/** The changes that remove something a client may rely on. */
const BREAKING: ReadonlySet<Change['what']> = new Set([
  'record-removed',
  'path-removed',
  'field-removed',
  'type-changed',
  'file-removed',
]);

/** Whether a change removes something: an id, a field, an address, or the type of a value. */
export function isBreaking({ what }: Change): boolean {
  return BREAKING.has(what);
}

/** The difference between two sites. */
export interface SiteDiff {
  /** The addresses that links begin with; null where both sites have the same. */
  readonly serviceUrl: { readonly before: string; readonly after: string } | null;
  readonly changes: readonly Change[];
  readonly sizes: {
    /** Large documents whose size changed, by address, largest first. */
    readonly documents: readonly (Sizes & { readonly url: string })[];
    readonly total: Sizes;
  };
}
