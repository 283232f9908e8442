/** The order of the lists for one reader: the maps of their country come first. */
import { readSearchArea } from '../../contract/words/place-search.ts';

/** What a map of a country has in common with it at least, as a part of what either has. */
const NATIONAL = 0.3;

/** The most maps of one provider that come first. */
const OF_PROVIDER = 2;

/**
 * Moves the maps of the reader's country that work without a token to the beginning of their lists. Nothing that is seen
 * moves: the lists are hidden until the search is open.
 */
export async function orderForReader(): Promise<void> {
  // That of their language, such as `de-CH`; if it names none, of the language of the page.
  const { region = '' } = new Intl.Locale(document.documentElement.lang).maximize();
  const country = /-([A-Z]{2})\b/.exec(navigator.language)?.[1] ?? region;
  const overlapOf = ({ dataset: { area = '', flags = '' } }: HTMLElement): number => {
    const isUsable = / active .*no-token/.test(flags) && !flags.includes('broken');
    return isUsable ? (readSearchArea(area).countries.get(country) ?? 0) : 0;
  };
  const lists = [...document.querySelectorAll<HTMLElement>('.list .records:has(.server)')].map((list) => {
    const rows = [...list.querySelectorAll<HTMLElement>('.server')].map((row) => ({ row, overlap: overlapOf(row) }));
    const national = rows.filter(({ overlap }) => overlap > NATIONAL).sort((a, b) => b.overlap - a.overlap);
    const providerOf = ({ row }: { readonly row: HTMLElement }) => row.dataset['search']?.split('\n')[3];
    const isEarly = (one: (typeof national)[number], at: number): boolean =>
      national.slice(0, at).filter((other) => providerOf(other) === providerOf(one)).length < OF_PROVIDER;
    return { list, rows: national.filter(isEarly) };
  });
  // A search changes what is seen, too.
  if (location.search === '' && lists.every(({ rows }) => rows.length === 0)) return;
  document.documentElement.classList.add('searching');
  await untilPageDrawn();
  for (const { list, rows } of lists) list.prepend(...rows.map(({ row }) => row));
}

/** Is resolved when the page was drawn; soon also in a tab that nobody sees. */
export function untilPageDrawn(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
}
