/** Example records, which `init` writes: they are not published, and nothing is told of them. */
import { exampleHost, isExampleAddress } from '../../contract/example-address.ts';
import { hostsIn } from '../../contract/map-types.ts';
import { isObject } from '../../contract/parse-json.ts';
import { ENTRY_KINDS, matchLayout, pathOfKind } from '../read/layout.ts';
import type { Content } from '../validate/content.ts';
import type { CommittedChange, LoggedCommit } from './history.ts';
import { memoizedValues } from './record-history.ts';

/** Whether examples are published: only in a catalog that is an example itself. */
export function areExamplesIn(content: Content): boolean {
  return content.of('site').some(({ value: { serviceUrl = '' } }) => isExampleAddress(serviceUrl));
}

/** The paths of the example files of a catalog without errors. Those of the entries of data sources are not listed. */
export function examplesIn(content: Content): string[] {
  const sources = content.of('datasource').filter(({ value }) => isExample(value, new Set()));
  const paths = new Set(sources.map(({ file }) => file.path));
  const others = [...content.maps(), ...content.of('edition'), ...content.of('provider')];
  const examples = others.filter(({ value }) => isExample(value, paths));
  const areasOf = (servers: readonly { readonly value: unknown }[]): string[] =>
    servers.flatMap(({ value }) => areaFile(value));
  const used = new Set(areasOf(content.maps().filter((server) => !examples.includes(server))));
  const areas = new Set(areasOf(examples).filter((path) => !used.has(path)));
  return [...paths, ...examples.map(({ file }) => file.path), ...areas];
}

/**
 * Commits without what they did to examples. An example that became a record of its own was added then.
 *
 * @param commits newest first
 * @param contents the git objects that could be read, by their names
 * @param examples the paths of the files of examples that are in the catalog now
 */
export function withoutExamples(
  commits: readonly LoggedCommit[],
  contents: ReadonlyMap<string, Uint8Array>,
  examples: Iterable<string>,
): LoggedCommit[] {
  const readValue = memoizedValues(contents);
  const kindOf = (path: string): string | undefined => matchLayout(path)?.kind;
  const sources = new Set([...examples].filter((path) => kindOf(path) === 'datasource'));
  const areas = new Set([...examples].filter((path) => kindOf(path) === 'area'));
  const removed = new Set(
    commits.flatMap(({ files }) => files.filter(({ change }) => change === 'removed').map(({ path }) => path)),
  );
  for (const { path, before } of commits.flatMap(({ files }) => files)) {
    const old = readValue(path, before);
    if (!isExample(old, sources)) continue;
    if (kindOf(path) === 'datasource') sources.add(path);
    // One that is still there, and no example, is the area of another map now.
    for (const area of areaFile(old)) if (removed.has(area)) areas.add(area);
  }
  // The files that are examples after the commit that is looked at.
  const after = new Set(examples);
  return commits.map((commit) => {
    const files = commit.files.flatMap((file): CommittedChange[] => {
      const { kind, name } = matchLayout(file.path) ?? {};
      if (ENTRY_KINDS.some((entries) => entries === kind))
        return sources.has(pathOfKind('datasource', name ?? '')) ? [] : [file];
      if (kind === 'area') return areas.has(file.path) ? [] : [file];
      const isOne = after.has(file.path);
      const wasOne = isExample(readValue(file.path, file.before), sources);
      if (wasOne) after.add(file.path);
      else after.delete(file.path);
      if (isOne || (wasOne && file.change === 'removed')) return [];
      return [wasOne ? { path: file.path, change: 'added', ...(file.after ? { after: file.after } : {}) } : file];
    });
    return { ...commit, files };
  });
}

/** Whether a record has addresses in example domains only, or is an edition of such data sources. */
function isExample(record: unknown, sources: ReadonlySet<string>): boolean {
  if (!isObject(record)) return false;
  const { baseUrl, homepage, datasources } = record;
  const hosts = hostsIn(record);
  if (Array.isArray(datasources))
    return datasources.length > 0 && datasources.every((id) => sources.has(pathOfKind('datasource', String(id))));
  const addresses = hosts.length > 0 ? hosts.map((host) => `https://${host}`) : [String(baseUrl ?? homepage)];
  return addresses.length > 0 && addresses.every((address) => exampleHost(address) !== null);
}

/** The path of the file with the area of a tile server; none if it has no such file. */
function areaFile(server: unknown): string[] {
  const { area } = isObject(server) ? server : {};
  return typeof area === 'string' && area !== 'world' ? [pathOfKind('area', area)] : [];
}
