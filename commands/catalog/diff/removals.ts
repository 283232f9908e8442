import { yamlText } from '../../../build/parse/written.ts';
import { type BuiltSite, builtDocumentPath, readDocument } from '../../../cli/site/built-site.ts';
import { isObject, jsonItemsOf, jsonMembersOf } from '../../../contract/base/json-values.ts';
import { SECTIONS } from '../../../contract/data-sources/sections.ts';
import { type Target, targetKey } from '../../../contract/interface/removal-targets.ts';
import { resourceAt } from '../../../contract/interface/v1-routes.ts';
import { type Change, isBreaking } from './change.ts';

export interface ListedRemoval extends Target {
  readonly reason: string;
}

export interface UnusedRemoval {
  readonly index: number;
  readonly target: Target;
  /** An entry with an existing target is wrong, any other obsolete. */
  readonly isPublished: boolean;
}

export interface MatchedRemovals {
  readonly breaking: readonly { readonly change: Change; readonly reason: string | null }[];
  readonly unused: readonly UnusedRemoval[];
}

/** It is no error if neither site has the target: it was removed earlier. */
export function matchRemovals(
  changes: readonly Change[],
  removals: readonly ListedRemoval[],
  after: BuiltSite,
): MatchedRemovals {
  const reasons = new Map(removals.map((removal) => [targetKey(removal), removal.reason]));
  const used = new Set<string>();
  const reasonFor = (target: Target): string | null => {
    const key = targetKey(target);
    used.add(key);
    return reasons.get(key) ?? null;
  };
  const breaking = changes.filter(isBreaking).map((change) => ({ change, reason: reasonFor(change.target) }));
  const unused = [...removals.entries()]
    .filter(([, removal]) => !used.has(targetKey(removal)))
    .map(([index, { url, id, file, field }]): UnusedRemoval => {
      const target = { url, id, file, field };
      return { index, target, isPublished: isPublished(target, after) };
    });
  return { breaking, unused };
}

/** False for a field, which may exist with another type. */
function isPublished({ url, id, file, field }: Target, site: BuiltSite): boolean {
  if (field !== undefined) return false;
  const path = fileOf(url);
  if (!site.paths.has(path)) return false;
  if (id !== undefined)
    return jsonItemsOf(readDocument(site, path)).some((item) => isObject(item) && item['id'] === id);
  if (file === undefined) return true;
  const document = readDocument(site, path);
  const sections = SECTIONS.map((section) => (isObject(document) ? document[section] : null));
  return sections.some((section) => jsonMembersOf(section).some(([name]) => name === file));
}

function fileOf(url: string): string {
  const resource = resourceAt(url);
  if (resource) return builtDocumentPath(resource.route, resource.id);
  return `${url.slice(1)}${url.endsWith('/') ? 'index.html' : ''}`;
}

export function offeredLine({ url, id, file, field }: Target): string {
  const members = Object.entries({ url, id, file, field }).flatMap(([key, text]) =>
    text === undefined ? [] : [`${key}: ${yamlText(text, 'flow')}`],
  );
  return `- { ${members.join(', ')}, reason: "" }`;
}
