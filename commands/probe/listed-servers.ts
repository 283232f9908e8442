/** The map and overlay servers of a catalog, as they are probed. */
import type { Content } from '../../build/pipeline.ts';
import type { TileServerSource } from '../../contract/generated/catalog.types.ts';
import type { ProbedServer } from '../../contract/generated/reports.types.ts';
import { byCodePoint, closestTo } from '../../contract/text.ts';

/** One map or overlay server of a catalog without errors. */
export interface ListedServer {
  readonly kind: ProbedServer['kind'];
  /** Its path in the catalog folder. */
  readonly file: string;
  readonly record: TileServerSource;
}

/** The map servers of a checked catalog without errors, then its overlay servers, each by id. */
export function listedServers(content: Content): ListedServer[] {
  return (['mapserver', 'overlayserver'] as const).flatMap((kind) =>
    content
      .of(kind)
      // Nothing was taken away from a record in which no error was found.
      .map(({ file, value }) => ({ kind, file: file.path, record: value as TileServerSource }))
      .sort((a, b) => byCodePoint(a.record.id, b.record.id)),
  );
}

/** What is wrong with ids that a person named; null where each is that of a server. */
export function unknownServer(listed: readonly ListedServer[], ids: readonly string[]): string | null {
  const known = listed.map(({ record }) => record.id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return null;
  const near = closestTo(unknown, known);
  const hint = near === null ? '.' : `; did you mean ${JSON.stringify(near)}?`;
  return `There is no map or overlay server ${JSON.stringify(unknown)}${hint}`;
}
