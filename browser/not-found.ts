/** The script of the "not found" page: of a map that was removed, it says so, and why. */
import type { WithdrawnList } from '../contract/generated/v2.types.ts';
import { MAP_FILES } from '../contract/map-files.ts';
import type { PageTexts } from '../contract/page-texts/page-texts.ts';
import { htmlElement } from './elements.ts';
import { fromRoot, loadJson } from './loading.ts';

/** Looks the address up among the removed maps; the page stays as it is if it is none of them. */
export async function openNotFound({ notFound }: PageTexts): Promise<void> {
  const [, list, file] = /[/]((?:map|overlay)servers)[/]([\w-]+)[/]?$/.exec(location.pathname) ?? [];
  const [title, text, back] = ['h1', 'h1 + p', 'a.main'].map((part) =>
    document.querySelector<HTMLElement>(`main ${part}`),
  );
  if (file === undefined || !title || !text || !(back instanceof HTMLAnchorElement)) return;
  const { withdrawn } = await loadJson<WithdrawnList>(fromRoot(MAP_FILES.withdrawn.path.slice(1)));
  const map = withdrawn.find((one) => one.withdrawn === 'removed' && one.list === list && one.file === file);
  if (map === undefined) return;
  const { id, reason, replacedBy } = map;
  document.title = notFound.removed(id);
  title.replaceChildren(htmlElement('bdi', {}, document.title));
  text.replaceChildren(htmlElement('bdi', {}, reason ?? notFound.noReason));
  back.href += `?q=${encodeURIComponent(replacedBy ?? id)}`;
  back.textContent = notFound.search;
}
