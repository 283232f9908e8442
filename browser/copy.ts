const SHOWN_MS = 2000;

export function addCopyButtons(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button.copy')) {
    button.hidden = false;
    button.addEventListener('click', () => void copyFrom(button));
  }
}

async function copyFrom(button: HTMLButtonElement): Promise<void> {
  const section = button.closest<HTMLElement>('[data-copied]');
  const code = button.parentElement?.querySelector('code') ?? null;
  const isCopied = await copyText(code?.textContent ?? '');
  const message = (isCopied ? section?.dataset['copied'] : section?.dataset['notCopied']) ?? '';
  const status = section?.querySelector('[role="status"]');
  if (status) status.textContent = message;
  button.classList.toggle('copied', isCopied);
  if (!isCopied) selectText(code);
  setTimeout(() => {
    button.classList.remove('copied');
    if (status?.textContent === message) status.textContent = '';
  }, SHOWN_MS);
}

/** False on http, or if the user forbids it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function selectText(element: Element | null): void {
  if (element) getSelection()?.selectAllChildren(element);
}
