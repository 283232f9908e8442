/**
 * On a small screen, a button opens and closes the map; results come first, so typing closes it. A large screen always
 * has the map. Classes of the body: `mapping` if the map shows maps or is explored (`map-view.ts`), `showing` once
 * opened for a map or by the button, `map-closed` once closed.
 */
export function connectMapButton(): void {
  const button = document.querySelector<HTMLButtonElement>('.map-button');
  const panel = document.querySelector<HTMLElement>('.map-panel');
  if (button === null || panel === null) return;
  const { classList } = document.documentElement;
  let wasMapping = false;
  const follow = (): void => {
    const isMapping = classList.contains('mapping');
    // The browser's back button left the map.
    if (wasMapping && !isMapping) classList.remove('showing');
    wasMapping = isMapping;
    button.ariaExpanded = String(panel.checkVisibility());
  };
  // Before the frame, styles are computed once.
  const followInFrame = (): number => requestAnimationFrame(follow);
  new MutationObserver(followInFrame).observe(document.documentElement, { attributeFilter: ['class'] });
  follow();
  const open = (): void => {
    classList.remove('map-closed');
    classList.add('showing');
  };
  button.addEventListener('click', () => {
    if (panel.checkVisibility()) return classList.add('map-closed');
    open();
    if (!wasMapping) panel.querySelector<HTMLElement>('.explore')?.click();
  });
  document.querySelector('#search-text')?.addEventListener('input', () => classList.add('map-closed'));
  const openAbove = ({ target }: Event): void => {
    const pressed = target instanceof Element ? target.closest('.show, .compare') : null;
    if (pressed === null || panel.checkVisibility()) return;
    const top = (): number => pressed.getBoundingClientRect().top;
    const before = top();
    open();
    // The row stays where it is, or directly below the map.
    scrollBy({ top: top() - Math.max(before, panel.offsetHeight), behavior: 'instant' });
  };
  document.addEventListener('click', openAbove, { capture: true });
}
