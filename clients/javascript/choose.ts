/** Not a part of the client, so that the client is small. See `docs/clients.md`. */
import type { MapFeature, StatusList } from '../../contract/generated/v2.types.ts';
import type { OpenCatalog } from './catalog-client.ts';

/**
 * The first map that works; else the first of unknown state; else, if all fail, the same choice among their
 * `alternatives`; null if there is none.
 * @param maps ids such as `mapservers/openstreetmap`, the most wanted first; ids that the catalog lacks are skipped
 * @throws CatalogError if a document cannot be read, or is not what was signed
 */
export async function firstWorking(
  { read }: Pick<OpenCatalog, 'read'>,
  maps: readonly string[],
): Promise<MapFeature | null> {
  const orNull = async <Document>(path: string): Promise<Document | null> => {
    try {
      return (await read(path)) as Document;
    } catch (error) {
      if ((error as { code?: string } | null)?.code === 'not-found') return null;
      throw error;
    }
  };
  const status = await orNull<StatusList>('/v2/status.json');
  const stateOf = (id: string): string => {
    const { verdict = 'unsure', old = false } = status?.maps[id] ?? {};
    return old ? 'unsure' : verdict;
  };
  const first = async (ids: readonly string[]): Promise<MapFeature | null> => {
    for (const wanted of ['works', 'unsure']) {
      for (const id of ids) {
        const map = stateOf(id) === wanted ? await orNull<MapFeature>(`/v2/${id}.json`) : null;
        if (map) return map;
      }
    }
    return null;
  };
  const found = await first(maps);
  if (found) return found;
  const failing = await Promise.all(maps.map((id) => orNull<MapFeature>(`/v2/${id}.json`)));
  return first(failing.flatMap((map) => (map?.properties.alternatives ?? []).map(({ id }) => id)));
}
