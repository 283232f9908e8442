/** The history of the example records that earlier versions of `init` wrote: they were never published, so nothing is told of them. */
import { exampleDomain } from '../../contract/base/example-address.ts';
import { isObject } from '../../contract/base/parse-json.ts';
import type { CommittedChange, LoggedCommit } from './history.ts';
import { memoizedValues } from './record-history.ts';

/** The git objects of the files as they were written. */
const WRITTEN = new Set([
  '1fd2329a68ac81dacf5ef5768498026ffe3e2fcc', // areas/example.geojson
  'c557fadd29cef6d384b1731550460e3bf3a0a720', // datasources/example/datasource.yaml
  '2bec3245a870c98c3dd17825f790211a92b755e2', // datasources/example/files.yaml
  '979ee64d87a13cdd097bc91fce303858f465d00e', // datasources/example/maps.yaml
  '48c2fc3f4f97080bae78792c0c509558e00cdb57', // datasources/example/themes.yaml
  'f2fd2412dc5e9b0aaaa75207a808d6161df85893', // editions/example.yaml
  '661b43b6d3008bc9539bb119b7f1bcfe3a778086', // maps/example-wms.yaml
  '5578ff67e874a09b4176ad627e6cf3d1d5b82094', // mapservers/example.yaml
  '5eb8021a7c5380173ab0bff742ad7ec4c740e6bd',
  '020dbf56260610f0e28db56fcfe2d4622f32b550', // overlayservers/example-overlay.yaml
  'ceaf58affa55de93c12c61e725b9a2b0c667e69d',
  '91f1985c9555999c55f0f255aefedfbc55a801e3', // providers/example.yaml
]);

/**
 * Commits without what they did to examples. An example that became a record of its own was added then.
 *
 * @param contents the git objects that could be read, by their names
 */
export function withoutExamples(
  commits: readonly LoggedCommit[],
  contents: ReadonlyMap<string, Uint8Array>,
): LoggedCommit[] {
  const readValue = memoizedValues(contents);
  const isExample = (path: string, object = ''): boolean => {
    if (WRITTEN.has(object)) return true;
    const record = readValue(path, object);
    // One that was changed, and is still an example.
    return (
      isObject(record) && String(record['id'] ?? record['name']).startsWith('Example') && exampleDomain(record) !== null
    );
  };
  return commits.map((commit) => ({
    ...commit,
    files: commit.files.flatMap((file): CommittedChange[] => {
      const { path, before, after } = file;
      if (isExample(path, after)) return [];
      if (!isExample(path, before)) return [file];
      return after === undefined ? [] : [{ path, change: 'added', after }];
    }),
  }));
}
