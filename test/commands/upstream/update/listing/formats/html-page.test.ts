import { expect, test } from 'vitest';
import { readHtmlListing } from '../../../../../../commands/upstream/update/listing/formats/html-page.ts';

async function read(page: string) {
  const links: string[] = [];
  const pieces = (async function* () {
    for (let at = 0; at < page.length; at += 65_536) yield Buffer.from(page.slice(at, at + 65_536));
  })();
  const { refusal } = await readHtmlListing(pieces, null, ({ href }) => links.push(href) > 0);
  return { refusal, links };
}

const DEEP = 'has too many elements inside each other';

test.each([
  ['rows that are not closed', `<table>${'<tr><td><font><a href=a>a'.repeat(10_000)}`, null],
  ['lists that are not closed', `<ul>${'<li><a href=a>a</a>'.repeat(2_000)}`, null],
  ['elements that are closed', '<b><br><img></b>'.repeat(100_000), null],
  ['ends without a beginning', '</b></p></br>'.repeat(100_000), null],
  ['elements that are not closed', '<font>'.repeat(50_001), DEEP],
  ['many, with ends of others', '<font>'.repeat(200_000) + '</b>'.repeat(200_000), DEEP],
])('%s', async (_, page, refusal) => expect((await read(page)).refusal).toBe(refusal));
