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
  let isClosing = false;
  document.addEventListener('pointerdown', ({ target }) => {
    isClosing = panel.open && !panel.contains(target as Node);
    if (isClosing) panel.open = false;
  });
  // A click that closes the panel chooses no place on the map.
  const keepFromMap = (event: MouseEvent): void => {
    if (isClosing && event.detail > 0 && (event.target as Element).closest('.leaflet-container'))
      event.stopPropagation();
  };
  document.addEventListener('click', keepFromMap, { capture: true });
}
