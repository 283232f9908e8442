/** Finds where diagnostics stand in the text of their file. */
import { type Diagnostic, segmentsOf } from '../diagnostics/diagnostic.ts';
import { type Range, walk } from './events.ts';
import { eventsOf } from './parse.ts';

/**
 * The range of each diagnostic of one file in its text, in the order given; null for one that means the whole file.
 *
 * Parses the text again where a diagnostic holds a JSON Pointer: only a file with something to report pays for that.
 */
export function locate(text: string, diagnostics: readonly Diagnostic[]): (Range | null)[] {
  const pointers = new Map<string, string[]>();
  for (const { place } of diagnostics) {
    if (place && 'pointer' in place) pointers.set(place.pointer, segmentsOf(place.pointer));
  }
  const found = pointers.size === 0 ? null : walk(text, eventsOf(text), pointers);
  return diagnostics.map(({ place }) => {
    if (!place || 'start' in place) return place;
    const node = found?.get(place.pointer);
    return (place.on === 'key' ? node?.key : node?.value) ?? node?.value ?? null;
  });
}
