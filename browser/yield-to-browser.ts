/** Divides long work: between its parts, the browser draws and answers the user. */

/** A phone takes four times as long; users notice 50 ms. */
const PART_MS = 6;

let partBegan = 0;

export async function yieldToBrowser(): Promise<void> {
  if (performance.now() - partBegan < PART_MS || document.hidden) return;
  const { scheduler } = globalThis as { readonly scheduler?: { yield?(): Promise<void> } };
  await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)));
  partBegan = performance.now();
}
