/** Values for an address: removed when it changes, unlike typed text. */
export class FilledFields {
  readonly #form: HTMLFormElement;
  readonly #values = new Map<string, string>();

  constructor(form: HTMLFormElement) {
    this.#form = form;
  }

  field(name: string): HTMLInputElement {
    return this.#form.elements.namedItem(name) as HTMLInputElement;
  }

  label(name: string): string {
    return this.field(name).labels?.[0]?.textContent ?? name;
  }

  get(name: string): string | undefined {
    return this.#values.get(name);
  }

  names(): readonly string[] {
    return [...this.#values.keys()];
  }

  fill(name: string, value: string): void {
    const field = this.field(name);
    field.value = value;
    // Shows the end of the address, where it differs from the typed one.
    if (name === 'url') field.scrollLeft = field.scrollWidth;
    this.#values.set(name, value);
  }

  /** @returns names of emptied fields; `url` is kept */
  empty(): readonly string[] {
    const unchanged = this.names().filter((name) => name !== 'url' && this.field(name).value === this.get(name));
    for (const name of unchanged) this.field(name).value = '';
    this.#values.clear();
    return unchanged;
  }
}
