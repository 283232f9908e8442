import { encode } from 'uqr';
import type { SharedMap } from '../../build/programs/map-program.ts';
import { SHARE_TARGETS } from '../../build/programs/share-links.ts';
import { dependsOnLanguage, fillPlaceholders } from '../../contract/maps/placeholders.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { copyText } from '../copy.ts';
import { htmlElement, svgElement } from '../elements.ts';
import { addressFromRoot } from '../loading.ts';
import type { ViewPlace } from './view-address.ts';

interface SharedView {
  readonly address: string;
  readonly place: ViewPlace;
  /** Null without a base map, or with the user's own token in its address, which must not be shared. */
  readonly map: PageMap | null;
  /** Programs get the base map alone. */
  readonly hasMore: boolean;
}

type Choice = readonly [name: string, hint: string, link: string];

/** Without a map, the choices are this page, and programs that open all maps. */
function choicesOf({ address, place, map, hasMore }: SharedView, { code, share: texts }: PageTexts): Choice[] {
  const shared = map && sharedMap(map, place);
  const programs = SHARE_TARGETS.flatMap(({ name, hint, link, linkToAll }): Choice[] => {
    const toAll = linkToAll?.((path) => new URL(addressFromRoot(path), address));
    if (toAll) return [[texts.allMaps(name), hint[code], toAll]];
    const toMap = shared && link?.(shared);
    return toMap ? [[hasMore ? texts.onlyMap(name, shared.id) : name, hint[code], toMap]] : [];
  });
  return [[texts.page, texts.pageHint, address], ...programs];
}

/** Null if the address depends on the language, which no program knows. */
function sharedMap({ id, minZoom, maxZoom, hosts, urlPattern }: PageMap, place: ViewPlace): SharedMap | null {
  if (dependsOnLanguage(urlPattern)) return null;
  // Programs know one host.
  const template = (zoom: string, tilex: string, tiley: string): string =>
    fillPlaceholders(urlPattern, { host: hosts[0] as string, zoom, tilex, tiley, language: '' });
  return { id, minZoom, maxZoom, place, template };
}

export function openShareDialog(view: SharedView, all: PageTexts): void {
  const { share: texts } = all;
  const address = htmlElement('input', { readonly: '', 'aria-label': texts.link });
  const open = htmlElement('a', { class: 'button', target: '_blank', rel: 'noopener noreferrer' }, texts.open);
  const code = htmlElement('div', { class: 'share-code' });
  const status = htmlElement('p', { role: 'status' });
  const hint = htmlElement('p', { class: 'soft' });
  const show = ([, text, link]: Choice): void => {
    address.value = link;
    open.href = link;
    open.hidden = link === view.address;
    code.replaceChildren(qrCode(address.value, texts.code));
    hint.textContent = text;
    status.textContent = '';
  };
  const choices = choicesOf(view, all);
  const radios = choices.map((choice, index) => {
    const radio = htmlElement('input', { type: 'radio', name: 'share', change: () => show(choice) });
    radio.checked = index === 0;
    return htmlElement('label', { class: 'chip' }, radio, htmlElement('span', {}, choice[0]));
  });
  const copy = htmlElement(
    'button',
    {
      type: 'button',
      class: 'main',
      click: async () => {
        const isCopied = await copyText(address.value);
        if (!isCopied) address.select();
        status.textContent = isCopied ? texts.copied : texts.notCopied;
      },
    },
    texts.copy,
  );
  const close = htmlElement('button', { type: 'button', click: () => dialog.close() }, texts.close);
  const dialog = htmlElement(
    'dialog',
    { class: 'share', 'aria-label': texts.title, close: leave },
    htmlElement('h2', {}, texts.title),
    htmlElement('fieldset', { class: 'chips', 'aria-label': texts.what }, ...radios),
    hint,
    address,
    htmlElement('p', { class: 'actions' }, copy, open, close),
    status,
    code,
  );
  // Back closes the dialog; the unchanged page below need not know.
  let isBack = false;
  const closeByBack = (event: Event): void => {
    event.stopImmediatePropagation();
    isBack = true;
    dialog.close();
  };
  function leave(): void {
    dialog.remove();
    document.documentElement.classList.remove('sharing');
    if (!isBack) history.back();
  }
  history.pushState(history.state, '');
  addEventListener('popstate', closeByBack, { once: true, capture: true });
  show(choices[0] as Choice);
  // A map in full screen hides all that is outside of it.
  (document.fullscreenElement ?? document.body).append(dialog);
  document.documentElement.classList.add('sharing');
  dialog.showModal();
}

/** Always dark on light, for cameras. */
function qrCode(text: string, name: string): SVGElement {
  const { size, data } = encode(text, { ecc: 'L', border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  const picture = svgElement('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': name });
  picture.append(svgElement('path', { fill: '#fff', d: `M0 0h${size}v${size}H0z` }), svgElement('path', { d: path }));
  return picture;
}
