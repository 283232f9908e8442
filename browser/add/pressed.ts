/** A click is lost if what was pressed is moved or replaced before it is released. */

const CLICKED = 'a, button, label, summary';

let released = Promise.resolve();

/** Resolves once nothing is pressed. */
export const whenReleased = (): Promise<void> => released;

export function watchPresses(): void {
  let release: (() => void) | null = null;
  const press = ({ target }: Event): void => {
    if (release !== null || !(target as Element).closest(CLICKED)) return;
    released = new Promise((resolve) => {
      release = resolve;
    });
  };
  // The click follows in the same task.
  const end = (): void =>
    void setTimeout(() => {
      release?.();
      release = null;
    });
  // A tap sends `mousedown` after the finger has left the screen.
  for (const type of ['pointerdown', 'mousedown']) addEventListener(type, press, true);
  for (const type of ['pointerup', 'pointercancel', 'mouseup', 'dragend']) addEventListener(type, end, true);
}
