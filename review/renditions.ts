import { RENDITIONS } from '../interface/renditions.ts';
import { ROUTES } from '../interface/routes.ts';
import type { Change } from './change.ts';
import { type BuiltSite, isSameFile } from './site.ts';

/** Documents that changed in one of their renditions although their JSON did not: what the JSON cannot show. */
export function* compareRenditions(before: BuiltSite, after: BuiltSite): Generator<Change> {
  const subject = { section: 'site', id: null } as const;
  for (const { file: name } of Object.values(RENDITIONS)) {
    if (name === RENDITIONS.json.file) continue;
    let documents = 0;
    for (const file of before.files.sizes.keys()) {
      if (!file.endsWith(`/${name}`) || !after.files.sizes.has(file)) continue;
      const json = file.slice(0, -name.length) + RENDITIONS.json.file;
      if (!isSame(before, after, file) && isSame(before, after, json)) documents++;
    }
    if (documents === 0) continue;
    yield { what: 'rendition-changed', file: name, documents, subject, target: { url: ROUTES.service.path } };
  }
}

/** Whether a file is the same but for the address of the site. */
function isSame(before: BuiltSite, after: BuiltSite, file: string): boolean {
  if (!before.files.sizes.has(file) || !after.files.sizes.has(file)) return false;
  if (before.serviceUrl === after.serviceUrl) return isSameFile(before.files, after.files, file);
  const text = ({ files, serviceUrl }: BuiltSite): string =>
    new TextDecoder().decode(files.read(file)).replaceAll(serviceUrl, '');
  return text(before) === text(after);
}
