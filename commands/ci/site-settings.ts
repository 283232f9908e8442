/** What a pull request changes in site.yaml. Not all of it can be seen in the documents of a site. */
import { loadFile, oneFileFolder, pathOfKind } from '../../build/pipeline.ts';
import { byCodePoint } from '../../contract/text.ts';

/** Those that decide where clients are sent and what is published come first. */
const FIRST = ['serviceUrl', 'repository', 'accessTokens', 'target'];

/**
 * One line for each value that differs between two texts of site.yaml, and for each item of a list; not escaped.
 *
 * @param before empty where there is no file; so is `after`
 */
export function changedSettings(before: Uint8Array, after: Uint8Array): string[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const others = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((key) => !FIRST.includes(key));
  return [...FIRST, ...others.sort(byCodePoint)].flatMap((key) => changesOf(key, old[key], now[key]));
}

function valuesOf(text: Uint8Array): Record<string, unknown> {
  const { value } = loadFile(oneFileFolder(text), { path: pathOfKind('site'), kind: 'site', name: null });
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function changesOf(key: string, before: unknown, after: unknown): string[] {
  const [old, now] = [before, after].map((value) => JSON.stringify(value) ?? 'none');
  if (old === now) return [];
  if (!Array.isArray(before ?? []) || !Array.isArray(after ?? [])) return [`${key}: ${old} -> ${now}`];
  const [items, itemsNow] = [before, after].map((list) => new Set((list as unknown[] | undefined) ?? []));
  const added = [...(itemsNow ?? [])].filter((item) => !items?.has(item));
  const removed = [...(items ?? [])].filter((item) => !itemsNow?.has(item));
  return [
    ...added.map((item) => `${key}: + ${JSON.stringify(item)}`),
    ...removed.map((item) => `${key}: - ${JSON.stringify(item)}`),
  ];
}
