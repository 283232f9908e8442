import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
    made: [...changed, ['_redirects', redirects]],
    written: changed.length + 1,
    removed: removed.map((id) => `v1/editions/${id}/index.json`),
    fileCount: changed.length,
    published: { repository: '', ids, withSource: [], files: [] },
  };
}

function served() {
  const live = liveSite([], 'catalog/', 1);
  const respond = (path: string) => live.answer(new Request(`http://localhost${path}`));
  const answer = async (path: string): Promise<string | number | null> => {
    const response = await respond(path);
    return response && (response.status === 200 ? new Response(response.body).text() : response.status);
  };
  const reported = async (): Promise<string> => (JSON.parse(String(await answer('/live.json'))) as LiveReport).site;
  return { ...live, reported, respond, answer, edition: (id: string) => answer(`/v1/editions/${id}/`) };
}

test('has no answer before the first site', async () => expect(await served().answer('/v1/')).toBe(null));

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

describe('a site that is being made', () => {
  const before = changeTo(['a', 'b']);
  function opening() {
    const site = served();
    site.change(before);
    const requests: string[] = [];
    const { published } = changeTo(['b', 'c']);
    site.open({ published, headersText: '/v1/*\n  X-Site: new\n', headerRules: [], handlerRules: [] }, (path) =>
      requests.push(path),
    );
    return { ...site, requests };
  }
  const made = (text: string) => ({ content: Buffer.from(text), sha256: sha256Of(Buffer.from(text)) });

  test('answers with what is made, in place of the old one', async () => {
    const { edition, answer, respond, give, change, requests, reported } = opening();
    const told = await reported();
    const answers = Promise.all([
      answer('/v1/editions/'),
      edition('b'),
      edition('c'),
      answer('/v1/all.json'),
      answer('/v1/all-2.json'),
      answer('/x'),
    ]);
    await vi.waitFor(() => expect(requests).toContain('x'));
    expect(requests).toEqual(expect.arrayContaining(['v1/editions/index.json', 'v1/editions/b/index.json']));
    give([
      ['v1/editions/index.json', made('b c')],
      ['v1/all.json', made('all')],
      ['v1/editions/b/index.json', null],
    ]);
    expect(await Promise.all([answer('/v1/editions/'), edition('b')])).toEqual(['b c', 'b']);
    expect((await respond('/v1/editions/'))?.headers.get('X-Site')).toBe('new');
    // Removed: still answered by the old site.
    expect(await edition('a')).toBe('a');
    change(changeTo(['b', 'c'], ['a']));
    expect(await answers).toEqual(['b c', 'b', 'c', 'all', 404, 404]);
    // Pages that have reloaded already do not reload again.
    expect(await reported()).toBe(told);
  });

  test('is taken back if it fails, and what waits for it is answered by the old one', async () => {
    const { edition, answer, give, close, requests, reported } = opening();
    const told = await reported();
    const waiting = Promise.all([edition('b'), answer('/v1/editions/'), answer('/v1/all-2.json')]);
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    give([['v1/editions/index.json', made('b c')]]);
    close();
    expect(await waiting).toEqual(['b', 'b c', 404]);
    expect(await answer('/v1/editions/')).toBe('a b');
    expect(await reported()).not.toBe(told);
  });
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
