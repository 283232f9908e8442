/** Problems violate the interface; remarks are about allowed content that limits users. */
import { itemsByPrefix, plural } from '../../../contract/base/text.ts';
import { hasKnownTerms } from '../../../contract/words/known-terms.ts';

/** Elements have the prefix `c` in an XPath. */
export type Find = (xpath: string) => readonly string[];

/** Sentences without a subject, such as "has 3 of 5 …". */
export interface Usability {
  readonly problems: readonly string[];
  readonly remarks: readonly string[];
}

/** The client adds up file sizes, and fails on a list without a checksum element. */
const ADDED_UP = ['brouter-segments', 'ferranti1', 'ferranti3', 'sonny05', 'sonny1', 'sonny3', 'srtm1', 'srtm3'];
/** The client compares SHA-1s with its copies. */
const COMPARED = ['brouter-profiles'];
/** The client finds files by bounding box; the text says what happens to files without one. */
const FOUND_BY_BOX: Readonly<Record<string, string>> = {
  graphhopper: 'finds such files for no map',
  'kurviger-graphs': 'finds such files for no map',
  'mapsforge-graphs': 'finds such files for no map',
  'mapsforge-pois-4': 'takes such files for part of every map',
};

const MAX_NAMES = 3;

export function judgeV1Maps(find: Find): Usability {
  const labels = find('//c:copyright');
  const unknown = labels.filter((label) => !hasKnownTerms(label));
  if (unknown.length === 0) return { problems: [], remarks: [] };
  const names = [...new Set(unknown)];
  const more = names.length > MAX_NAMES ? ', …' : '';
  const examples = names.slice(0, MAX_NAMES).map((name) => JSON.stringify(name));
  const remark = `has ${unknown.length} of ${plural(labels.length, 'server')} with a copyright that it has no terms for (${examples.join(', ')}${more}); it shows "Missing terms"`;
  return { problems: [], remarks: [remark] };
}

export function judgeDataSource(find: Find): Usability {
  const problems: string[] = [];
  const remarks: string[] = [];
  const count = (xpath: string): number => find(xpath).length;
  const [id = ''] = find('/c:catalog/c:datasource/@id');
  const isExtract = count('/c:catalog/c:datasource[@action="Extract"]/@id') > 0;

  // The schema cannot require these, which lists leave out.
  if (count('/c:catalog/c:datasource[@baseUrl and @directory and @action]/@id') === 0)
    problems.push('lacks baseUrl, directory or action');
  const incomplete = count('//c:checksum[@* and not(@lastModified and @contentLength)]');
  if (incomplete > 0) problems.push(`has ${plural(incomplete, 'checksum')} without lastModified or contentLength`);
  const accompanied = count('//*[c:checksum[2]]/c:checksum[not(@*)]');
  if (accompanied > 0) problems.push(`has ${plural(accompanied, 'checksum')} without attributes next to others`);
  const extracted = isExtract ? count('//c:fragment[c:checksum]/@key') : 0;
  if (extracted > 0) problems.push(`has ${plural(extracted, 'fragment')} with checksums, although it is extracted`);

  const without =
    count('//*[@uri and not(c:checksum)]/@uri') + (isExtract ? 0 : count('//c:fragment[not(c:checksum)]/@key'));
  if (without > 0 && ADDED_UP.includes(id)) problems.push(`has ${plural(without, 'list')} without a checksum element`);
  else if (without > 0 && !COMPARED.includes(id))
    remarks.push(`has ${plural(without, 'list')} without a checksum element`);

  const files = count('//c:file/@uri');
  const unhashed = COMPARED.includes(id) ? count('//c:file[not(c:checksum[last()]/@sha1)]/@uri') : 0;
  if (unhashed > 0)
    remarks.push(`has ${unhashed} of ${plural(files, 'file')} without a SHA-1; it downloads them at each start`);
  const effect = FOUND_BY_BOX[id];
  const unplaced = effect === undefined ? 0 : count('//c:file[not(c:boundingBox)]/@uri');
  if (unplaced > 0) remarks.push(`has ${unplaced} of ${plural(files, 'file')} without a bounding box; it ${effect}`);
  return { problems, remarks };
}

/**
 * A reported download belongs to the first data source whose baseUrl it begins with.
 * @param baseUrls in the client's order
 */
export function judgeBaseUrls(baseUrls: readonly string[]): readonly string[] {
  const sources = baseUrls.map((url, index) => ({ url, index }));
  return [...itemsByPrefix(sources, ({ url }) => url)].flatMap(([outer, inside]) => {
    const later = inside.filter(({ index }) => index > outer.index);
    return later.map(({ url }) => `the baseUrl ${url} begins with ${outer.url}, which it tries first`);
  });
}
