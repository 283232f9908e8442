import { catalogMaps, mapId } from '../model/catalog.ts';
import { MAX_PROGRAM_FILES, type ProgramFile, programFilesOf, programLists } from '../programs/forms.ts';
import { type Asset, textAsset } from './core/asset.ts';
import type { Publication } from './publication.ts';

/** More than any host has. */
const CONFIGURATION_FILES = 10;

export const PROGRAM_LISTS: Publication = { files: ({ catalog }) => textAssets('derived', programLists(catalog)) };

/** A site without pages leaves these out if they might exceed its host's limit. */
export const OWN_PROGRAM_FILES: Publication = {
  isLast: true,
  when({ catalog, parts, host, files }) {
    const most = files.length + catalogMaps(catalog).length * MAX_PROGRAM_FILES + CONFIGURATION_FILES;
    return parts.page !== null || most <= (host.limits.files ?? most);
  },
  ofMap: (map) => textAssets('part', programFilesOf(map), `${mapId(map)}.yaml`),
};

function* textAssets(
  role: Asset['role'],
  files: Iterable<ProgramFile>,
  origin: string | null = null,
): Generator<Asset> {
  for (const { path, content } of files) yield textAsset(role, path, content, origin);
}
