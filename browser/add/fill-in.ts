/** Fills in what the server of an address says of its maps. It is asked as any page may: without cookies or a login. */
import { domainOf } from '../../build/tile-url/secrets.ts';
import { declaredTextIn, unicodeTextIn } from '../../contract/base/encodings.ts';
import { MEBIBYTE } from '../../contract/base/limits.ts';
import { parseUrl } from '../../contract/base/text.ts';
import { creditAndLicence } from '../../contract/maps/licences.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import { mapsOfCapabilities } from './capabilities.ts';
import { labelWithSource } from './label-with-source.ts';
import { type DescribedMap, describedMaps, descriptionAddress } from './map-description.ts';

const MAX_BYTES = 16 * MEBIBYTE;
const MAX_TIME_MS = 15_000;

const filled = new Map<string, string>();
let latest = '';

/** @param changed is called after fields were filled in */
export async function fillIn(
  form: HTMLFormElement,
  isUntouched: (field: HTMLInputElement) => boolean,
  { add }: PageTexts,
  changed: () => void,
): Promise<void> {
  const part = <T extends HTMLElement>(name: string): T => form.querySelector<T>(`#add-${name}`) as T;
  const fieldOf = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  const [typed, choice] = [fieldOf('url').value, part<HTMLSelectElement>('choice')];
  if (typed === latest || typed === filled.get('url')) return;
  latest = typed;

  const address = descriptionAddress(typed);
  const host = parseUrl(address ?? '')?.host;
  const fill = ({ title, service = '', fields }: DescribedMap): string[] => {
    const { credit, licence } = creditAndLicence(fields['copyright']);
    const credited = licence ? { copyright: credit, licence } : {};
    const id = labelWithSource(title, [service, credit, domainOf(host ?? '')]);
    for (const [name, value] of filled) if (name !== 'url' && fieldOf(name).value === value) fieldOf(name).value = '';
    filled.clear();
    for (const [name, value = ''] of Object.entries({ id, ...fields, ...credited })) {
      if (value === '' || !(name === 'url' || isUntouched(fieldOf(name)))) continue;
      fieldOf(name).value = value;
      filled.set(name, value);
    }
    changed();
    // The address may be the one that was typed.
    const news = [...filled.keys()].filter((name) => name !== 'url' || filled.get(name) !== typed);
    return news.map((name) => fieldOf(name).labels?.[0]?.textContent ?? name);
  };
  const say = (words: string): void => part('asked').replaceChildren(words);

  part('found').hidden = true;
  fill({ title: '', fields: {} });
  if (address === null || host === undefined) return say('');
  say(add.asking(host));
  const answer = await describedMaps(address, typed, { ask, capabilities: mapsOfCapabilities }).catch(
    () => 'unread' as const,
  );
  if (latest !== typed) return;
  if (typeof answer === 'string') return say(add.refusals[answer](host));
  const [only, another] = answer;
  if (only && !another) return say(add.stated(host, fill(only)));
  say(add.choose(host, answer.length));
  part('found').hidden = false;
  choice.replaceChildren(...['', ...answer.map(({ title }) => title)].map((title) => htmlElement('option', {}, title)));
  choice.onchange = () => {
    const chosen = answer[choice.selectedIndex - 1];
    if (chosen) say(add.stated(host, fill(chosen)));
  };
}

/** @throws Error if nothing answers in time, the browser keeps the answer from the page, or it is too long */
async function ask(address: string): Promise<string> {
  const signal = AbortSignal.timeout(MAX_TIME_MS);
  const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer', signal });
  const [reader, chunks] = [response.body?.getReader(), [] as Uint8Array<ArrayBuffer>[]];
  let bytes = 0;
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    chunks.push(next.value);
    bytes += next.value.length;
    if (bytes > MAX_BYTES) await reader?.cancel();
  }
  if (!response.ok || bytes > MAX_BYTES) throw new Error(address);
  const body = new Uint8Array(await new Blob(chunks).arrayBuffer());
  return unicodeTextIn(body) ?? declaredTextIn(body).text ?? '';
}
