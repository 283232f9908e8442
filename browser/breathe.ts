/** Long work is divided, so that the browser can draw and answer the user between the parts. */

/** A phone takes four times as long, and its user notices a task of 50 ms. */
const PART_MS = 10;

let partBegan = 0;

export async function yieldToBrowser(): Promise<void> {
  if (performance.now() - partBegan < PART_MS || document.hidden) return;
  const { scheduler } = globalThis as { readonly scheduler?: { yield?(): Promise<void> } };
  await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)));
  partBegan = performance.now();
}
