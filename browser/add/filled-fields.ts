import { oneLine } from '../../contract/base/text.ts';

/** What people wrote into a field for an earlier address, or before its server answered. */
interface Doubt {
  readonly value: string;
  /** Empty if the server states nothing. */
  readonly stated: string;
  /** It was for another service, so that the user must confirm it. */
  readonly isOld: boolean;
}

/** By field. */
export type Doubts = Map<string, Doubt>;

/** Until the field is changed or hidden. */
export const openDoubts = (form: HTMLFormElement, doubts: Doubts): (readonly [string, Doubt])[] =>
  [...doubts].filter(([name, { value }]) => {
    const field = form.elements.namedItem(name) as HTMLInputElement;
    return field.value === value && !field.closest('[hidden]');
  });

/** Values for an address: removed when it changes, unlike typed text. */
export class FilledFields {
  readonly #form: HTMLFormElement;
  readonly #values = new Map<string, string>();
  /** The address whose server has no map that programs can load. */
  unfit: string | null = null;
  /** The address whose key may be sent to its server. */
  withKeyOf = '';

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
    field.value = oneLine(value);
    // Shows the end of the address, where it differs from the typed one.
    if (name === 'url') field.scrollLeft = field.scrollWidth;
    this.#values.set(name, field.value);
  }

  /** @returns names of emptied fields; `url` is kept */
  empty(): readonly string[] {
    const unchanged = this.names().filter((name) => name !== 'url' && this.field(name).value === this.get(name));
    for (const name of unchanged) this.field(name).value = '';
    this.#values.clear();
    return unchanged;
  }
}
