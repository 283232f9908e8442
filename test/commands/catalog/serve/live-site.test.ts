import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { redirectsFile } from '../../../../build/render/hosts/cloudflare.ts';
import type { SiteChange } from '../../../../commands/catalog/serve/build-thread.ts';
import { KEPT_DOCUMENT_MS, liveSite } from '../../../../commands/catalog/serve/live-site.ts';
import { sha256Of } from '../../../../contract/base/sha256.ts';
import type { LiveReport } from '../../../../contract/pages/page-data.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What makes a site of editions from the one before: the list names each, and each has a document. */
function changeTo(edition: readonly string[], removed: readonly string[] = []): SiteChange {
  const texts = { index: edition.join(' '), ...Object.fromEntries(edition.map((id) => [`${id}/index`, id])) };
  const changed = Object.entries(texts).map(([name, text]) => {
    const content = Buffer.from(text);
    return [`v1/editions/${name}.json`, { content, sha256: sha256Of(content) }] as const;
  });
  const redirects = { content: Buffer.from(redirectsFile()), sha256: '' };
  const ids = { datasource: [], category: [], edition };
  return {
    changed: [...changed, ['_redirects', redirects]],
    removed: removed.map((id) => `v1/editions/${id}/index.json`),
    fileCount: changed.length,
    published: { repository: '', ids, withSource: [], files: [] },
  };
}

/** A site, and what asks it as a client does. */
function served() {
  const live = liveSite([], 'catalog/', 1);
  const answer = async (path: string): Promise<string | number | null> => {
    const response = await live.answer(new Request(`http://localhost${path}`));
    return response && (response.status === 200 ? response.text() : response.status);
  };
  const reported = async (): Promise<string> => (JSON.parse(String(await answer('/live.json'))) as LiveReport).site;
  return { ...live, reported, answer, edition: (id: string) => answer(`/v1/editions/${id}/`) };
}

test('has no answer before the first site', async () => {
  expect(await served().answer('/v1/')).toBe(null);
});

test('a document that is removed answers two seconds longer; then pages hear of it', async () => {
  const { change, answer, edition, reported } = served();
  change(changeTo(['a', 'b']));
  expect(await edition('a')).toBe('a');
  change(changeTo(['b', 'c'], ['a']));
  expect(await answer('/v1/editions/')).toBe('b c');
  const before = await reported();
  vi.advanceTimersByTime(KEPT_DOCUMENT_MS - 1);
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(edition))).toEqual(['a', 'b', 'c', 404]);
  expect(await reported()).toBe(before);
  vi.advanceTimersByTime(1);
  expect(await edition('a')).toBe(404);
  expect(await reported()).not.toBe(before);
});

test('one that is removed and added again and again always answers', async () => {
  const { change, answer } = served();
  let former: readonly string[] = [];
  for (const ids of [['a', 'b'], ['a'], ['a', 'b'], ['b'], ['a'], ['b', 'c', 'd'], ['a'], [], ['d'], ['a', 'd']]) {
    change(
      changeTo(
        ids,
        former.filter((id) => !ids.includes(id)),
      ),
    );
    for (const id of [...former, ...ids]) expect(await answer(`/v1/editions/${id}/`)).toBe(id);
    former = ids;
    vi.advanceTimersByTime(KEPT_DOCUMENT_MS / 2);
  }
});
