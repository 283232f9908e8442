/** Asks an address's server as any page may: without cookies or a login. */
import { domainOf } from '../../build/tile-url/secrets.ts';
import { normalisedAddress } from '../../build/tile-url/template-pieces.ts';
import { type DescribedMap, describedMaps, descriptionAddress } from '../../commands/catalog/new/map-description.ts';
import { declaredTextIn, unicodeTextIn } from '../../contract/base/encodings.ts';
import { MEBIBYTE } from '../../contract/base/limits.ts';
import { parseUrl } from '../../contract/base/text.ts';
import { arcgisServiceIn } from '../../contract/maps/export-image.ts';
import { splitServiceRequest } from '../../contract/maps/get-map.ts';
import { creditAndLicence } from '../../contract/maps/licences.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import { mapsOfCapabilities } from './capabilities.ts';
import type { FilledFields } from './filled-fields.ts';
import { labelWithSource } from './label-with-source.ts';
import { whenReleased } from './pressed.ts';

const MAX_BYTES = 16 * MEBIBYTE;
const MAX_TIME_MS = 15_000;

/** Fields that are only true of one service. */
const OF_SERVICE = ['layers', 'styles'];

const serviceOf = (address: string): string => {
  const url = normalisedAddress(address);
  return arcgisServiceIn(url)?.service ?? splitServiceRequest(url).service;
};

/**
 * @param pasted what pasted text filled in
 * @param isTyping more may follow: the address stays, and nothing is refused
 * @param changed called when fields were filled in
 * @returns a function of the names of emptied fields: asks the server at the form's address, unless its answer is known
 */
export function openFillIn(
  form: HTMLFormElement,
  filled: FilledFields,
  pasted: FilledFields,
  isUntouched: (field: HTMLInputElement) => boolean,
  isTyping: () => boolean,
  { add }: PageTexts,
  changed: () => void,
): (emptied: readonly string[]) => Promise<void> {
  const part = <T extends HTMLElement>(name: string): T => form.querySelector<T>(`#add-${name}`) as T;
  const [url, choice] = [filled.field('url'), part<HTMLSelectElement>('choice')];
  let latest = '';
  /** Fields filled for an earlier address, until confirmed, emptied or changed. */
  let kept: (readonly [field: HTMLInputElement, value: string])[] = [];
  /** The address whose key may be sent. */
  let withKeyOf = '';
  /** A part of the latest answer waits until the user leaves the field. */
  let isUnfinished = false;

  return async (emptied) => {
    const typed = url.value;
    const address = descriptionAddress(typed, isTyping(), withKeyOf === typed);
    if ((typed === latest && !isUnfinished) || (address === null && isTyping())) return;
    isUnfinished = false;
    const isOtherService = latest !== '' && serviceOf(latest) !== serviceOf(typed);
    latest = typed;
    const listed = isOtherService ? OF_SERVICE.filter((name) => !isUntouched(filled.field(name))) : [];
    const left = new Set([...emptied, ...filled.empty(), ...listed]);
    for (const name of listed) filled.field(name).value = '';
    if (isOtherService)
      kept = Array.from(form.querySelectorAll<HTMLInputElement>('[aria-describedby]'))
        .filter((field) => field !== url && !isUntouched(field) && pasted.get(field.name) !== field.value)
        .map((field) => [field, field.value] as const);
    let stated: Readonly<Record<string, string | undefined>> = {};

    const host = parseUrl(address ?? '')?.host;
    const fill = ({ title, service = '', fields }: DescribedMap): string => {
      const { credit, licence } = creditAndLicence(fields['copyright']);
      const credited = licence ? { copyright: credit, licence } : {};
      const id = labelWithSource(title, [service, credit, domainOf(host ?? '')]);
      filled.empty();
      isUnfinished = isTyping();
      stated = { id, ...fields, ...credited };
      for (const [name, value = ''] of Object.entries(stated))
        if (value !== '' && (name === 'url' ? !isUnfinished : isUntouched(filled.field(name))))
          filled.fill(name, value);
      latest = url.value;
      // The filled address may be the typed one.
      const news = filled.names().filter((name) => name !== 'url' || latest !== typed);
      const hasTiles = fields['url'] !== typed && fields['url']?.includes('{z}');
      return (
        add.stated(
          host ?? '',
          news.map((name) => filled.label(name)),
        ) + (hasTiles ? add.hasTiles(isUnfinished) : '')
      );
    };
    /** @param isOpen the address may still change: its problems do not count */
    const say = (words: string, isOpen = false): void => {
      url.ariaBusy = String(isOpen);
      changed();
      // A field that somebody filled is named even if the new address does not need it.
      const empty = [...left].filter(
        (name) => filled.field(name).value === '' && (listed.includes(name) || !filled.field(name).closest('[hidden]')),
      );
      part('asked').replaceChildren(
        words,
        empty.length > 0 ? add.emptied(empty.map((name) => filled.label(name))) : '',
      );
      showKept();
    };
    const showKept = (): void => {
      kept = kept.filter(([field, value]) => field.value === value);
      const shown = kept.filter(([field, value]) => stated[field.name] !== value && !field.closest('[hidden]'));
      part('kept').replaceChildren();
      if (shown.length === 0) return;
      const [keep, empty] = add.keepOrEmpty.map((text) => htmlElement('button', { type: 'button' }, text));
      const answered = (): void => {
        shown[0]?.[0].focus();
        kept = [];
        showKept();
        changed();
      };
      keep?.addEventListener('click', answered);
      empty?.addEventListener('click', () => {
        for (const [field] of shown) {
          field.value = '';
          if (stated[field.name]) filled.fill(field.name, stated[field.name] ?? '');
        }
        answered();
      });
      part('kept').replaceChildren(
        add.kept(shown.map(([{ name }]) => filled.label(name))),
        ' ',
        keep ?? '',
        ' ',
        empty ?? '',
      );
    };
    form.onchange = () => void whenReleased().then(showKept);

    part('found').hidden = true;
    if (address === null && descriptionAddress(typed, isTyping(), true)) {
      say(add.notAsked);
      const button = htmlElement('button', { type: 'button' }, add.askWithKey);
      button.addEventListener('click', () => {
        [withKeyOf, latest] = [typed, ''];
        url.dispatchEvent(new Event('change', { bubbles: true }));
      });
      return part('asked').append(' ', button);
    }
    if (address === null || host === undefined) return say('');
    say(add.asking(host), true);
    const answer = await describedMaps(address, typed, { ask, capabilities: mapsOfCapabilities }).catch(
      () => 'unread' as const,
    );
    await whenReleased();
    if (latest !== typed || url.value !== typed) return;
    const mayHaveTiles = answer === 'unread' && /\/MapServer\/?(?:\?|$)/i.test(typed);
    if (typeof answer === 'string' && isTyping()) {
      isUnfinished = true;
      return say('');
    }
    if (typeof answer === 'string') return say(add.refusals[answer](host) + (mayHaveTiles ? add.mayHaveTiles : ''));
    const [only, another] = answer;
    if (only && !another) return say(fill(only));
    say(add.choose(host, answer.length), true);
    part('found').hidden = false;
    choice.replaceChildren(
      ...['', ...answer.map(({ title }) => title)].map((title) => htmlElement('option', {}, title)),
    );
    choice.onchange = () => {
      const chosen = answer[choice.selectedIndex - 1];
      if (chosen) say(fill(chosen));
    };
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
