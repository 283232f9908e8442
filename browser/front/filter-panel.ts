/** The panel of filters: it closes by its button, by the Escape key, and by a press beside it. */

/** Where the panel is a sheet: see index.css. */
const SHEET = '(max-width: 63.99rem)';

/** Initializes the panel of the page, if it has one. */
export function openFilterPanel(): void {
  const panel = document.querySelector<HTMLDetailsElement>('.filters');
  if (panel === null) return;
  const close = (): void => {
    const isInside = panel.contains(document.activeElement);
    panel.open = false;
    if (isInside) panel.querySelector('summary')?.focus();
  };
  panel.addEventListener('toggle', () => {
    const search = panel.closest('.search');
    search?.classList.toggle('filtering', panel.open);
    const edge = panel.querySelector('.filter-panel')?.getBoundingClientRect().top ?? 0;
    const kinds = search?.querySelector('.kinds');
    // A sheet at the lower edge leaves what is to be listed in sight.
    if (panel.open && kinds && kinds.getBoundingClientRect().bottom > Math.max(edge, 0) && matchMedia(SHEET).matches)
      search?.scrollIntoView({ block: 'start', behavior: 'instant' });
  });
  panel.querySelector('.done')?.addEventListener('click', close);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && panel.open) close();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (panel.open && !panel.contains(target as Node)) panel.open = false;
  });
}
