/**
 * On a small screen a button opens and closes the map, and results come first: typing closes it. On a large screen the
 * map is always there.
 */
export function connectMapButton(): void {
  const button = document.querySelector<HTMLButtonElement>('.map-button');
  const panel = document.querySelector<HTMLElement>('.map-panel');
  if (button === null || panel === null) return;
  const { classList } = document.body;
  let wasMapping = false;
  const follow = (): void => {
    const isMapping = classList.contains('mapping');
    // Back has left the map.
    if (wasMapping && !isMapping) classList.remove('showing');
    wasMapping = isMapping;
    button.ariaExpanded = String(panel.checkVisibility());
  };
  new MutationObserver(follow).observe(document.body, { attributeFilter: ['class'] });
  follow();
  button.addEventListener('click', () => {
    if (classList.toggle('map-closed', panel.checkVisibility())) return;
    classList.add('showing');
    if (!wasMapping) panel.querySelector<HTMLElement>('.explore')?.click();
  });
  document.querySelector('#search-text')?.addEventListener('input', () => classList.add('map-closed'));
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.show, .compare')) classList.remove('map-closed');
  });
}
