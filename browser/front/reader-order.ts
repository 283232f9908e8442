import { readSearchArea } from '../../contract/words/place-search.ts';
import { chosenProgram } from '../stored.ts';
import { countryOfReader } from './reader-country.ts';

const MIN_NATIONAL_OVERLAP = 0.3;

const MAX_FIRST_OF_PROVIDER = 2;

/** Puts usable maps of the reader's country first. Lists are hidden meanwhile: nothing visible moves. */
export async function orderForReader(): Promise<void> {
  const country = countryOfReader(document.documentElement.lang, navigator.language);
  const overlapOf = ({ dataset: { area = '', flags = '' } }: HTMLElement): number => {
    const isUsable = / active .*no-token/.test(flags) && !flags.includes('broken');
    return isUsable ? (readSearchArea(area).countries.get(country) ?? 0) : 0;
  };
  const lists = [...document.querySelectorAll<HTMLElement>('.list .records:has(.server)')].map((list) => {
    const rows = [...list.querySelectorAll<HTMLElement>('.server')].map((row) => ({ row, overlap: overlapOf(row) }));
    const national = rows.filter(({ overlap }) => overlap > MIN_NATIONAL_OVERLAP).sort((a, b) => b.overlap - a.overlap);
    const providerOf = ({ row }: { readonly row: HTMLElement }) => row.dataset['provider'];
    const isWithinLimit = (candidate: (typeof national)[number], index: number): boolean =>
      national.slice(0, index).filter((other) => providerOf(other) === providerOf(candidate)).length <
      MAX_FIRST_OF_PROVIDER;
    return { list, rows: national.filter(isWithinLimit) };
  });
  if (location.search === '' && chosenProgram() === '' && lists.every(({ rows }) => rows.length === 0)) return;
  document.documentElement.classList.add('ordering');
  await untilPageDrawn();
  for (const { list, rows } of lists) list.prepend(...rows.map(({ row }) => row));
}

/** A hidden tab is never drawn. A busy machine draws a page late: resolves after 1000 ms at most. */
export function untilPageDrawn(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, document.hidden ? 0 : 1000);
  });
}
