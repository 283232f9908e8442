/** What an import did, for people and for programs. */
import { plural, visible } from '../../contract/text.ts';
import type { ImportNote } from './notes.ts';

/** A file that an import writes or removes. */
export interface ChangedFile {
  /** From where the program runs. */
  readonly path: string;
  readonly change: 'new' | 'changed' | 'removed';
}

/** Notes as text, one a line: document and JSON Pointer, outcome and message. */
export function notesAsText(notes: readonly ImportNote[]): string {
  const lines = notes.map(({ outcome, document, pointer, message }) => `${document}#${pointer} ${outcome}: ${message}`);
  return lines.map((line) => `${visible(line)}\n`).join('');
}

/** Notes and files as JSON, with a newline at the end. */
export function importAsJson(notes: readonly ImportNote[], files: readonly ChangedFile[], isWritten: boolean): string {
  return `${JSON.stringify({ written: isWritten, notes, files }, null, 2)}\n`;
}

/** How many notes there are, without the point at the end: `2 corrected, 1 left out`. */
export function countNotes(notes: readonly ImportNote[]): string {
  const count = (outcome: ImportNote['outcome']): number => notes.filter((note) => note.outcome === outcome).length;
  const advice = count('advice');
  const counts = [`${count('corrected')} corrected`, `${count('left out')} left out`];
  return [...counts, ...(advice === 0 ? [] : [`${plural(advice, 'thing')} to look at`])].join(', ');
}
