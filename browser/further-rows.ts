import { memoizePromise } from './loading.ts';
import { yieldToBrowser } from './yield-to-browser.ts';

async function pageAt(address: string): Promise<Document> {
  const text = await fetch(address)
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => '');
  return new DOMParser().parseFromString(text, 'text/html');
}

async function rowsWithAbsoluteLinks(page: Document, address: string): Promise<HTMLElement[]> {
  const rows = [...page.querySelectorAll<HTMLElement>('.server')];
  for (const row of rows) {
    await yieldToBrowser();
    for (const [selector, name] of [
      ['a', 'href'],
      ['img', 'src'],
    ] as const) {
      for (const element of row.querySelectorAll(selector))
        element.setAttribute(name, new URL(element.getAttribute(name) ?? '', address).href);
    }
    const map = JSON.parse(row.dataset['server'] ?? '');
    row.dataset['server'] = JSON.stringify({ ...map, page: new URL(map.page, address).pathname });
  }
  return rows;
}

function furtherRows(homeOrList: ParentNode, address: string): Promise<HTMLElement[][]> {
  const links = [...homeOrList.querySelectorAll('.further a')].map((link) => link.getAttribute('href') ?? '');
  const pages = links.map(async (link) => {
    const pageAddress = new URL(link, address).href;
    const page = await pageAt(pageAddress);
    const shapes = page.querySelector('.shapes');
    const known = document.querySelector('.shapes defs');
    if (known)
      known.append(...[...(shapes?.querySelectorAll('path') ?? [])].filter(({ id }) => !document.getElementById(id)));
    else if (shapes) document.body.append(shapes);
    return rowsWithAbsoluteLinks(page, pageAddress);
  });
  return Promise.all(pages);
}

/** The page of a map has the data of its row. */
export async function rowsAt(address: string): Promise<HTMLElement[]> {
  return rowsWithAbsoluteLinks(await pageAt(address), address);
}

export async function rowsOfHome(address: string): Promise<HTMLElement[]> {
  const home = await pageAt(address);
  const further = await furtherRows(home, address);
  return [...(await rowsWithAbsoluteLinks(home, address)), ...further.flat()];
}

/** Keeps the links if one of their pages could not be loaded. */
export const completeHomeLists = memoizePromise(async () => {
  const lists = [...document.querySelectorAll<HTMLElement>('.list:has(.further)')].map(async (list) => {
    const parts = await furtherRows(list, location.href);
    const known = list.querySelector('.records');
    known?.append(...parts.flat());
    if (parts.every((rows) => rows.length > 0)) list.querySelector('.further')?.remove();
  });
  await Promise.all(lists);
});
