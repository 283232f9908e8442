export function connectFilterPanel(): void {
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
    // On a small screen, the panel covers the lower 60 %; the search stays visible above it.
    if (panel.open && search && search.getBoundingClientRect().bottom > 0.4 * innerHeight) search.scrollIntoView();
  });
  panel.querySelector('.done')?.addEventListener('click', close);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && panel.open) close();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (panel.open && !panel.contains(target as Node)) panel.open = false;
  });
}
