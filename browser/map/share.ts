/** The dialog that shares a view of the map: as a link, as a QR code for a phone, and with programs that take a map. */
import { encode } from 'uqr';
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import { type PageServer, PROGRAM_FILES } from '../../contract/pages.ts';
import { fillPlaceholders } from '../../contract/placeholders.ts';
import { copyText } from '../copy.ts';
import { htmlElement, svgElement } from '../elements.ts';
import type { ViewPlace } from './view-address.ts';

/** What is shared. */
export interface SharedView {
  /** The address of the page with the view. */
  readonly address: string;
  readonly place: ViewPlace;
  /** The base map; null if there is none, or if its address has the user's own token, which stays here. */
  readonly server: PageServer | null;
  /** The path from the page to the root of the site. */
  readonly root: string;
}

/** A program that a link opens with a map. */
type Target = 'osmand' | 'josm' | 'id';

/** What the dialog offers; Locus gets all maps of the catalog. */
type Choice = 'page' | 'locus' | Target;

/** The first of several hosts: the programs know no others. */
function template({ hosts, urlPattern }: PageServer, [zoom, tilex, tiley]: readonly [string, string, string]): string {
  return fillPlaceholders(urlPattern, { host: hosts[0] as string, zoom, tilex, tiley, language: '' });
}

const LINKS: Readonly<Record<Target, (server: PageServer, place: ViewPlace) => string>> = {
  // https://osmand.net/docs/user/map/raster-maps; apostrophes are quotes there.
  osmand: (server) => {
    const url = template(server, ['{0}', '{1}', '{2}']).replaceAll("'", '%27');
    const { id, minZoom, maxZoom } = server;
    return `https://osmand.net/add-tile-source?${query({ name: id, min_zoom: minZoom, max_zoom: maxZoom, url_template: url })}`;
  },
  // https://josm.openstreetmap.de/wiki/Help/RemoteControlCommands
  josm: (server) => {
    const { id, minZoom, maxZoom } = server;
    const values = { title: id, type: 'tms', min_zoom: minZoom, max_zoom: maxZoom };
    // JOSM takes the rest of the link as the address.
    return `http://127.0.0.1:8111/imagery?${query({ ...values, url: template(server, ['{zoom}', '{x}', '{y}']) })}`;
  },
  // https://github.com/openstreetmap/iD/blob/develop/API.md
  id: (server, { zoom, latitude, longitude }) => {
    const background = encodeURIComponent(template(server, ['{zoom}', '{x}', '{y}']));
    return `https://www.openstreetmap.org/edit?editor=id#map=${zoom}/${latitude}/${longitude}&background=custom:${background}`;
  },
};

function query(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** The links of a view: to this page, and to programs that can show its base map. */
export function sharedLinks({ address, place, server, root }: SharedView): ReadonlyMap<Choice, string> {
  const { protocol, host, pathname } = new URL(root + PROGRAM_FILES.locusActions, address);
  const locus = `locus-actions://${protocol.slice(0, -1)}/${host}${pathname}`;
  const links = new Map<Choice, string>([['page', address]]);
  if (server !== null && !server.urlPattern.includes('#{language}')) {
    for (const target of ['osmand', 'josm', 'id'] as const) links.set(target, LINKS[target](server, place));
  }
  return links.set('locus', locus);
}

/** Opens the dialog. It is removed when it is closed. */
export function openShare(view: SharedView, { share: texts }: PageTexts): void {
  const links = sharedLinks(view);
  const address = htmlElement('input', { readonly: '', 'aria-label': texts.link });
  const open = htmlElement('a', { class: 'button', target: '_blank', rel: 'noopener noreferrer' }, texts.open);
  const code = htmlElement('div', { class: 'share-code' });
  const status = htmlElement('p', { role: 'status' });
  const hint = htmlElement('p', { class: 'soft' });
  const show = (target: Choice): void => {
    address.value = links.get(target) as string;
    open.href = address.value;
    open.hidden = target === 'page';
    code.replaceChildren(qrCode(address.value, texts.code));
    hint.textContent = texts.hints[target];
    status.textContent = '';
  };
  const choices = [...links.keys()].map((target) => {
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
