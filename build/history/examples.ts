/** Earlier versions of `init` wrote examples, which were never published. */

import { isObject } from '../../contract/base/json-values.ts';
import { exampleDomain } from '../../contract/example-address.ts';
import type { ReadValue } from './field-changes.ts';
import type { CommittedChange, LoggedCommit } from './history.ts';

/** The first 12 digits of their git objects. */
const UNCHANGED_EXAMPLES = new Set(
  `1fd2329a68ac c557fadd29ce 2bec3245a870 979ee64d87a1 48c2fc3f4f97 f2fd2412dc5e
661b43b6d300 5578ff67e874 5eb8021a7c53 020dbf562606 ceaf58affa55 91f1985c9555`.split(/\s/),
);

/** A commit that turns an example into a real record counts as adding the record. */
export function withoutExamples(commits: readonly LoggedCommit[], readValue: ReadValue): LoggedCommit[] {
  const isExample = (path: string, object = ''): boolean => {
    if (UNCHANGED_EXAMPLES.has(object.slice(0, 12))) return true;
    const record = readValue(path, object);
    // A changed example still has the name and an address of an example.
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
