/** The panel of filters: it closes by its button, by the Escape key, and by a press beside it. */

/** Initializes the panel of the page, if it has one. */
export function openFilterPanel(): void {
  const panel = document.querySelector<HTMLDetailsElement>('.filters');
  if (panel === null) return;
  const close = (): void => {
    const isInside = panel.contains(document.activeElement);
    panel.open = false;
    if (isInside) panel.querySelector('summary')?.focus();
  };
  panel.querySelector('.done')?.addEventListener('click', close);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && panel.open) close();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (panel.open && !panel.contains(target as Node)) panel.open = false;
  });
}
