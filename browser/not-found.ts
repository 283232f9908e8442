import type { WithdrawnList } from '../contract/generated/v2.types.ts';
import { pathReadByPages } from '../contract/interface/v2-paths.ts';
import type { PageTexts } from '../contract/words/page-texts/page-texts.ts';
import { htmlElement } from './elements.ts';
import { addressFromRoot, loadJson } from './loading.ts';

const ADDRESS = /[/]((?:map|overlay)servers)[/]([\w-]+)[/]?$/;

export async function openNotFound({ notFound }: PageTexts): Promise<void> {
  const [, list, file] = ADDRESS.exec(location.pathname) ?? [];
  if (file === undefined) return;
  const { withdrawn } = await loadJson<WithdrawnList>(addressFromRoot(pathReadByPages('withdrawn').slice(1)));
  const map = withdrawn.find(
    (listed) => listed.withdrawn === 'removed' && listed.list === list && listed.file === file,
  );
  const back = document.querySelector<HTMLAnchorElement>('main a.main');
  if (map === undefined || back === null) return;
  const { id, reason = notFound.text, replacedBy = id } = map;
  document.title = notFound.removed(id);
  document.querySelector('h1')?.replaceChildren(htmlElement('bdi', {}, document.title));
  document.querySelector('h1 + p')?.replaceChildren(htmlElement('bdi', {}, reason));
  back.href += `?q=${encodeURIComponent(replacedBy)}`;
  back.textContent = notFound.search;
}
