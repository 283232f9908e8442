/** The dialog that shares a view of the map: as a link, as a QR code for a phone, and with programs that take a map. */
import { encode } from 'uqr';
import { fillPlaceholders } from '../../contract/maps/placeholders.ts';
import { type PageMap, PROGRAM_FILES } from '../../contract/pages.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { copyText } from '../copy.ts';
import { htmlElement, svgElement } from '../elements.ts';
import { fromRoot } from '../loading.ts';
import type { ViewPlace } from './view-address.ts';

/** What the dialog offers. */
type Choice = keyof PageTexts['share']['targets'];

/** What is shared. */
interface SharedView {
  /** The address of the page with the view. */
  readonly address: string;
  readonly place: ViewPlace;
  /** The base map; null if there is none, or if its address has the user's own token, which stays here. */
  readonly map: PageMap | null;
}

/** The links of a view, by what they open. Locus gets all maps of the catalog. */
function linksOf({ address, place, map }: SharedView) {
  const { protocol, host, pathname } = new URL(fromRoot(PROGRAM_FILES.locusActions), address);
  const locus = `locus-actions://${protocol.slice(0, -1)}/${host}${pathname}`;
  return { page: address, ...(map && programLinks(map, place)), locus };
}

/** The links to programs that can show a map. None of them knows languages. */
function programLinks({ id, minZoom, maxZoom, hosts, urlPattern }: PageMap, { zoom, latitude, longitude }: ViewPlace) {
  if (urlPattern.includes('#{language}')) return {};
  // The first of several hosts: the programs know no others.
  const template = (level: string, tilex: string, tiley: string): string =>
    fillPlaceholders(urlPattern, { host: hosts[0] as string, zoom: level, tilex, tiley, language: '' });
  const url = template('{zoom}', '{x}', '{y}');
  const levels = { min_zoom: minZoom, max_zoom: maxZoom };
  // https://osmand.net/docs/user/map/raster-maps; apostrophes are quotes there.
  const osmand = { name: id, ...levels, url_template: template('{0}', '{1}', '{2}').replaceAll("'", '%27') };
  // https://josm.openstreetmap.de/wiki/Help/RemoteControlCommands: the rest of the link is the address.
  const josm = { title: id, type: 'tms', ...levels, url };
  // https://github.com/openstreetmap/iD/blob/develop/API.md
  const view = `map=${zoom}/${latitude}/${longitude}&background=custom:${encodeURIComponent(url)}`;
  return {
    osmand: `https://osmand.net/add-tile-source?${query(osmand)}`,
    josm: `http://127.0.0.1:8111/imagery?${query(josm)}`,
    id: `https://www.openstreetmap.org/edit?editor=id#${view}`,
  };
}

function query(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** Opens the dialog. It is removed when it is closed. */
export function openShare(view: SharedView, { share: texts }: PageTexts): void {
  const links: Partial<Record<Choice, string>> = linksOf(view);
  const address = htmlElement('input', { readonly: '', 'aria-label': texts.link });
  const open = htmlElement('a', { class: 'button', target: '_blank', rel: 'noopener noreferrer' }, texts.open);
  const code = htmlElement('div', { class: 'share-code' });
  const status = htmlElement('p', { role: 'status' });
  const hint = htmlElement('p', { class: 'soft' });
  const show = (target: Choice): void => {
    address.value = links[target] as string;
    open.href = address.value;
    open.hidden = target === 'page';
    code.replaceChildren(qrCode(address.value, texts.code));
    hint.textContent = texts.hints[target];
    status.textContent = '';
  };
  const choices = (Object.keys(links) as Choice[]).map((target) => {
    const radio = htmlElement('input', { type: 'radio', name: 'share', change: () => show(target) });
    radio.checked = target === 'page';
    return htmlElement('label', { class: 'chip' }, radio, htmlElement('span', {}, texts.targets[target]));
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
    { class: 'share', 'aria-label': texts.title, close: (element) => element.remove() },
    htmlElement('h2', {}, texts.title),
    htmlElement('fieldset', { class: 'chips', 'aria-label': texts.what }, ...choices),
    hint,
    address,
    htmlElement('p', { class: 'actions' }, copy, open, close),
    status,
    code,
  );
  show('page');
  // A map in full screen hides everything outside of it.
  (document.fullscreenElement ?? document.body).append(dialog);
  dialog.showModal();
}

/** A QR code, dark on light in every colour scheme, as cameras expect it. */
function qrCode(text: string, name: string): SVGElement {
  const { size, data } = encode(text, { ecc: 'L', border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  const picture = svgElement('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': name });
  picture.append(svgElement('path', { fill: '#fff', d: `M0 0h${size}v${size}H0z` }), svgElement('path', { d: path }));
  return picture;
}
