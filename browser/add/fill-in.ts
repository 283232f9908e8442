/** Asks an address's server as any page may: without cookies or a login. */
import { domainOf, holdsKey } from '../../build/tile-url/secrets.ts';
import { normalisedAddress } from '../../build/tile-url/template-pieces.ts';
import { labelWithSource } from '../../commands/catalog/new/label-with-source.ts';
import {
  type Described,
  type DescribedMap,
  describedMaps,
  descriptionAddress,
} from '../../commands/catalog/new/map-description.ts';
import { declaredTextIn, unicodeTextIn } from '../../contract/base/encodings.ts';
import { MEBIBYTE } from '../../contract/base/limits.ts';
import { oneLine, parseUrl } from '../../contract/base/text.ts';
import { arcgisServiceIn, isImageService } from '../../contract/maps/export-image.ts';
import { splitServiceRequest } from '../../contract/maps/get-map.ts';
import { creditAndLicence } from '../../contract/maps/licences.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import { mapsOfCapabilities } from './capabilities.ts';
import { type Doubts, type FilledFields, openDoubts } from './filled-fields.ts';
import { whenReleased } from './pressed.ts';

const MAX_BYTES = 16 * MEBIBYTE;
/** With the pause before it, the user waits 15 seconds. */
const MAX_TIME_MS = 14_000;
/** A user who waits longer can fill in the fields meanwhile. */
const SLOW_MS = 4_000;

const TILES_OF_SERVICE = '/tile/{z}/{y}/{x}';

/** Fields that are only true of one service. */
const OF_SERVICE = ['layers', 'styles'];

const serviceOf = (address: string): string => {
  const url = normalisedAddress(address);
  return arcgisServiceIn(url)?.service ?? splitServiceRequest(url).service;
};

/**
 * @param pasted what pasted text filled in
 * @param restored the address that the browser restored, with other fields
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
  doubts: Doubts,
  restored: string,
): (emptied: readonly string[]) => Promise<void> {
  const part = <T extends HTMLElement>(name: string): T => form.querySelector<T>(`#add-${name}`) as T;
  const [url, choice] = [filled.field('url'), part<HTMLSelectElement>('choice')];
  let latest = restored;
  /** A part of the latest answer waits until the user leaves the field; or nothing was asked yet. */
  let isUnfinished = true;
  /** The address that the user replaced by that of its tiles. */
  let replaced = '';
  /** Asked while the user typed, so that leaving the field need not ask again. */
  let unanswered: string | null = null;

  const forgetStated = (): void => {
    for (const [name, doubt] of doubts)
      if (doubt.isOld) doubts.set(name, { ...doubt, stated: '' });
      else doubts.delete(name);
  };

  return async (emptied) => {
    const typed = url.value;
    const address = descriptionAddress(typed, isTyping(), filled.withKeyOf === typed);
    if (isTyping() ? typed === latest || address === null : typed === latest && !isUnfinished) return;
    isUnfinished = false;
    const isOtherService = latest !== '' && serviceOf(latest) !== serviceOf(typed);
    latest = typed;
    const listed = isOtherService ? OF_SERVICE.filter((name) => !isUntouched(filled.field(name))) : [];
    const left = new Set([...emptied, ...filled.empty(), ...listed]);
    for (const name of listed) filled.field(name).value = '';
    if (isOtherService)
      for (const field of form.querySelectorAll<HTMLInputElement>('[aria-describedby]'))
        if (field !== url && !isUntouched(field) && pasted.get(field.name) !== field.value)
          doubts.set(field.name, { value: field.value, stated: '', isOld: true });
    forgetStated();

    const host = parseUrl(address ?? '')?.host;
    const { service = '', operation } = arcgisServiceIn(normalisedAddress(typed)) ?? {};
    const taking = (value: string, text = value): HTMLElement =>
      htmlElement('button', { type: 'button', 'data-fills': 'url', 'data-value': value }, text);
    const isTaken = replaced !== '' && operation !== '' && serviceOf(replaced) === service;
    const fill = ({ title, service = '', fields }: DescribedMap): string => {
      const { credit, licence } = creditAndLicence(fields['copyright']);
      const credited = licence ? { copyright: credit, licence } : {};
      const id = labelWithSource(title, [service, credit, domainOf(host ?? '')]);
      filled.empty();
      isUnfinished = isTyping();
      forgetStated();
      for (const [name, text = ''] of Object.entries({ id, ...fields, ...credited })) {
        const [stated, { value }] = [oneLine(text), filled.field(name)];
        const { isOld = false } = doubts.get(name) ?? {};
        if (stated === '') continue;
        if (name === 'url' ? !isUnfinished : isUntouched(filled.field(name))) filled.fill(name, stated);
        else if (stated === value) doubts.delete(name);
        else if (name !== 'url') doubts.set(name, { value, stated, isOld });
      }
      // The server gave the address, or knows its key.
      latest = filled.withKeyOf = url.value;
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
    const say = (words: string, isOpen = false, ...more: readonly (Node | string)[]): void => {
      url.ariaBusy = String(isOpen);
      changed();
      // A field that somebody filled is named even if the new address does not need it.
      const empty = [...left].filter(
        (name) => filled.field(name).value === '' && (listed.includes(name) || !filled.field(name).closest('[hidden]')),
      );
      part('asked').replaceChildren(
        ...(isTaken ? [add.tookTiles, taking(replaced), ' '] : []),
        words,
        ...more,
        empty.length > 0 ? add.emptied(empty.map((name) => filled.label(name))) : '',
      );
      showKept();
    };
    const showKept = (): void => {
      const shown = openDoubts(form, doubts).filter(([, { isOld }]) => isOld);
      part('kept').replaceChildren();
      if (shown.length === 0) return;
      const [keep, empty] = add.keepOrEmpty.map((text) => htmlElement('button', { type: 'button' }, text));
      const answered = (): void => {
        filled.field(shown[0]?.[0] ?? '').focus();
        for (const [name] of shown) doubts.delete(name);
        showKept();
        changed();
      };
      keep?.addEventListener('click', answered);
      empty?.addEventListener('click', () => {
        for (const [name, { stated }] of shown) filled.fill(name, stated);
        answered();
      });
      part('kept').replaceChildren(
        add.kept(shown.map(([name]) => filled.label(name))),
        ' ',
        keep ?? '',
        ' ',
        empty ?? '',
      );
    };
    form.onchange = () => void whenReleased().then(showKept);

    part('found').hidden = true;
    if (holdsKey(typed) && filled.withKeyOf !== typed) {
      say(add.notAsked);
      const button = htmlElement('button', { type: 'button' }, add.askWithKey);
      button.addEventListener('click', () => {
        [filled.withKeyOf, latest] = [typed, ''];
        url.dispatchEvent(new Event('change', { bubbles: true }));
      });
      return part('asked').append(' ', button);
    }
    if (address === null || host === undefined) return say('');
    say(add.asking(host), true);
    const isLatest = (): boolean => latest === typed && url.value === typed;
    let [isAsking, isSlow] = [true, false];
    const timer = setTimeout(async () => {
      isSlow = true;
      await whenReleased();
      if (isLatest() && isAsking) say(add.slow(host));
    }, SLOW_MS);
    const answer = address === unanswered ? 'unread' : await answerOf(address, typed);
    isAsking = false;
    clearTimeout(timer);
    await whenReleased();
    if (!isLatest()) return;
    unanswered = answer === 'unread' && isTyping() ? address : null;
    const mayHaveTiles = answer === 'unread' && operation === '' && !isImageService(service);
    if (mayHaveTiles) replaced = typed;
    const button = taking(service + TILES_OF_SERVICE, `…${TILES_OF_SERVICE}`);
    const refuse = (why: keyof typeof add.refusals): void =>
      say(add.refusals[why](host), false, ...(mayHaveTiles ? [add.mayHaveTiles, button] : []));
    if (typeof answer === 'string' && isTyping()) {
      isUnfinished = true;
      // More may follow at once, but not after a while.
      if (unanswered && isSlow) return refuse('unread');
      if (unanswered) setTimeout(() => isLatest() && refuse('unread'), SLOW_MS);
      return say(unanswered ? add.slow(host) : '');
    }
    if (answer === 'unfit') filled.unfit = typed;
    if (typeof answer === 'string') return refuse(answer);
    const [only, another] = answer;
    if (only && !another) return say(fill(only));
    part('found').hidden = false;
    say(add.choose(host, answer.length), true);
    choice.replaceChildren(
      ...[add.chooseOne, ...answer.map(({ title }) => title)].map((title) => htmlElement('option', {}, title)),
    );
    choice.onchange = () => {
      const chosen = answer[choice.selectedIndex - 1];
      if (chosen) say(fill(chosen));
    };
  };
}

/** All requests for one address share the time. */
function answerOf(address: string, typed: string): Promise<Described | 'unread'> {
  const signal = AbortSignal.timeout(MAX_TIME_MS);
  const reader = { ask: (one: string) => ask(one, signal), capabilities: mapsOfCapabilities };
  return describedMaps(address, typed, reader).catch(() => 'unread' as const);
}

/** @throws Error if nothing answers in time, the browser keeps the answer from the page, or it is too long */
async function ask(address: string, signal: AbortSignal): Promise<string> {
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
