/** No text of a stranger keeps a program busy, whatever it repeats: each entry point reads each in linear time. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFileQuery } from '../../browser/data/file-query.ts';
import { mapOfAddress } from '../../build/map-types/map-address.ts';
import { readSnippet } from '../../build/map-types/snippet.ts';
import { possibleCatalogPaths, suggestPath } from '../../build/read/possible-paths.ts';
import { shownCommitSubject } from '../../build/render/v2/withdrawn.ts';
import { convertTemplate } from '../../build/tile-url/convert.ts';
import { keysInUrl, withoutPastedKeys } from '../../build/tile-url/secrets.ts';
import { siteAssets } from '../../commands/catalog/serve/site-assets.ts';
import { readChecksumList } from '../../commands/upstream/update/checksum-lists.ts';
import { crawlListings } from '../../commands/upstream/update/listing/crawl.ts';
import { readHtmlListing } from '../../commands/upstream/update/listing/formats/html-page.ts';
import { readInstant } from '../../commands/upstream/update/listing/listed-facts.ts';
import { parseRobotsRules } from '../../commands/upstream/web/robots.ts';
import { printableLines, visible, withoutLogins } from '../../contract/base/text.ts';
import { resourceAt } from '../../contract/interface/v1-routes.ts';
import { parseSignature, parseTrustedComment } from '../../contract/signing/minisign.ts';
import { reasonInWords, reasonOf } from '../../contract/words/probe-reasons.ts';
import { searchWords } from '../../contract/words/search-fields.ts';
import { searchableText } from '../../contract/words/search-text.ts';
import { prefersXml } from '../../edge/accept.ts';
import { folderWithCatalog, memoryFolder, SMALL } from '../support/catalogs.ts';
import { rendered } from '../support/check.ts';
import { cartalog } from '../support/in-process.ts';
import { inTime } from '../support/in-time.ts';
import { madeWeb } from '../support/listing-web.ts';

/** What is repeated: each of these has a meaning in some pattern. They are divided by spaces and a bar. */
const PARTS =
  'a|A|1|0|/|a/|1/|.|a.|/.|..|,|1,|-|- |_|:|::|a:|a: |: |;|?|? |?a=|&a=|&|=|@|a@|a@a.|%|%2f|#|# |#a|{|{z|{}|${|}|(|[|[a](|<|<a|</a>|<a href=b>|<!--|>|!|!a |~|^|*|`|\'|"|" |\\|\\"|$|%d|//|https://|http://a@|tileLayer("|transport \'|eyJ|e\u0301|\ufb03|\u00a0|\u2028| | a|\t|\t#|\r|\n|\n#|\n- |\na: |\n |\u0000|\u200b|\ud800'.split(
    '|',
  );

const drain = (text: string) =>
  readHtmlListing(
    (async function* () {
      for (let at = 0; at < text.length; at += 65_536) yield Buffer.from(text.slice(at, at + 65_536));
    })(),
    null,
    () => true,
  );

/** Reads listings of all syntaxes but HTML. What is none is refused. */
const readAnyListing = async (text: string) => {
  const ROOT = 'https://example.org/a';
  const json = JSON.stringify(text);
  const bodies = {
    'text/plain': `a\n${text}`,
    'application/json': `[{ "assets": [{ "browser_download_url": ${json}, "digest": ${json} }], "name": ${json}, "type": "file", "mtime": ${json} }]`,
    'text/xml': `<list><file>${text.replace(/[<&]/g, '')}</file>${text}</list>`,
  };
  for (const [type, body] of Object.entries(bodies))
    await crawlListings({ url: ROOT }, ROOT, madeWeb({ [ROOT]: { type, body, link: `<${text}>; rel="next"` } }));
};

const given = { subdomains: null, hosts: null, values: new Map(), variables: new Map() };
const serving = siteAssets((path) => (path === '404.html' ? { content: new Uint8Array(), sha256: '' } : undefined));
const server = SMALL['mapservers/one.yaml'] as string;

const ENTRIES: Record<string, (text: string) => unknown> = {
  subject: shownCommitSubject,
  path: (text) => [possibleCatalogPaths(`${text}.yaml`), suggestPath(`mapservers/${text}.yml`)],
  'file name': (text) => rendered(memoryFolder({ ...SMALL, [`mapservers/${text}.yaml`]: '', [`${text}.txt`]: '' })),
  yaml: (text) => rendered(memoryFolder({ ...SMALL, 'editions/offline.yaml': text })),
  'yaml after member': (text) =>
    rendered(memoryFolder({ ...SMALL, 'editions/offline.yaml': `name: a\n${text} b\n c` })),
  'yaml value': (text) =>
    rendered(memoryFolder({ ...SMALL, 'editions/offline.yaml': `name: ${text}\ndatasources: [maps]\n` })),
  'yaml text': (text) =>
    rendered(
      memoryFolder({ ...SMALL, 'editions/offline.yaml': `name: ${JSON.stringify(text)}\ndatasources: [maps]\n` }),
    ),
  'yaml host': (text) =>
    rendered(
      memoryFolder({
        ...SMALL,
        'mapservers/one.yaml': server.replace(/hosts: .*/, () => `hosts: [${JSON.stringify(text)}]`),
      }),
    ),
  'yaml pattern': (text) =>
    rendered(
      memoryFolder({
        ...SMALL,
        'mapservers/one.yaml': server.replace(
          /urlPattern: .*/,
          () => `urlPattern: ${JSON.stringify(`https://#{host}/${text}`)}`,
        ),
      }),
    ),
  'yaml address': (text) =>
    rendered(memoryFolder({ ...SMALL, 'site.yaml': `name: A\nserviceUrl: ${JSON.stringify(`https://${text}`)}\n` })),
  'yaml comment': (text) =>
    rendered(memoryFolder({ ...SMALL, 'editions/offline.yaml': `name: a # cartalog: allow ${text}!\n` })),
  'map address': (text) => [
    mapOfAddress({ url: text }),
    mapOfAddress({ url: `https://a.example/${text}` }),
    mapOfAddress({ url: `https://${text}` }),
  ],
  convert: (text) => [
    convertTemplate({ url: text, ...given }),
    convertTemplate({ url: `https://a.example/${text}`, ...given }),
  ],
  keys: (text) => [keysInUrl(`https://a.example/${text}`), withoutPastedKeys(text)],
  printed: (text) => [visible(text), printableLines(text), withoutLogins(text)],
  listing: drain,
  'listing of other kinds': readAnyListing,
  'listing tags': (text) => drain(`<pre><a href=a>a</a>${text}`),
  'listing attribute': (text) => drain(`<a href="${text}`),
  instant: readInstant,
  checksums: (text) => {
    const hash = '0'.repeat(64);
    const lists = [`${hash}  ${text}`, `"SHA256","${hash}","C:\\${text}"`, `SHA256 hash of ${text}:\n${hash}`, text];
    for (const bytes of lists.map((list) => Buffer.from(list))) {
      const list = { name: 'a', file: 'a.sha256', folder: '', lastModified: null, bytes };
      expect(() => readChecksumList(list)).not.toThrow(RangeError);
    }
  },
  robots: (text) => parseRobotsRules('https://a.example/robots.txt', `User-agent: *\nDisallow: ${text}\n${text}`),
  accept: (text) => prefersXml(text),
  'accept range': (text) => prefersXml(`application/xml;${text}`),
  route: (text) => resourceAt(`/v1/${text}`),
  asset: (text) => serving(new Request(`http://a.example/${encodeURI(text.replace(/\p{Cs}/gu, ''))}`)),
  signature: (text) => [parseSignature(text), parseTrustedComment(text)],
  search: (text) => [searchableText(text), searchWords(text), readFileQuery(text)],
  snippet: readSnippet,
  'list of editors': (url) =>
    imported({ type: 'FeatureCollection', features: [{ properties: { id: 'a', name: 'A', type: 'tms', url } }] }),
  'list of Leaflet': (text) =>
    imported({ A: { url: `https://a.example/{z}/${text}`, options: { attribution: text } } }),
  TileJSON: (text) => imported({ tilejson: '2.0.0', name: text, tiles: [`https://a.example/{z}/{x}/{y}${text}`] }),
  'list of a catalog': (text) => imported([{ id: 'a', name: text, hosts: [text], urlPattern: text }]),
  probed: (text) => [reasonInWords(text, 'de'), reasonInWords([text, text, [text]], 'en'), reasonOf(text, text)],
};

async function imported(list: object): Promise<void> {
  const place = folderWithCatalog();
  writeFileSync(join(place, 'list.json'), JSON.stringify(list));
  const { stderr } = await cartalog(['import', 'list.json', '--dry-run'], { cwd: place });
  expect(stderr).not.toMatch(/unexpected/);
}

/** Seconds of processor time that need no second look. */
const QUICK = 0.5;

/** In characters. What is not linear takes longer for one of this length than `inTime` allows. */
const LENGTH = 100_000;

test.each(Object.entries(ENTRIES))('%s', async (_, read) => {
  for (const part of PARTS) {
    const text = part.repeat(LENGTH / part.length);
    const before = process.cpuUsage();
    await read(text);
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1e6 > QUICK) await inTime(() => read(text));
  }
});
