/** Long work in parts, so that the browser can draw and answer the user in between. */

/** On a phone, which is four times slower, a task of 50 ms is felt. */
const PART_MS = 10;

let since = 0;

export async function yieldToBrowser(): Promise<void> {
  if (performance.now() - since < PART_MS || document.hidden) return;
  const { scheduler } = globalThis as { readonly scheduler?: { yield?(): Promise<void> } };
  await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)));
  since = performance.now();
}
