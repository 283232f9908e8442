import { isStillCompressed } from '../../../../../cli/network/content-coding.ts';
import { withXml, XmlError } from '../../../../../cli/network/read-xml.ts';
import { decodeJson } from '../../../../../contract/base/parse-json.ts';
import { answerMediaType, charsetDecoder, charsetOf } from '../../../web/answer.ts';
import { type WebAnswer, WebError } from '../../../web/request.ts';
import type { ListingFormat, ListingPage, Syntaxes } from '../listing-format.ts';
import { AUTOINDEX_JSON, AUTOINDEX_XML } from './autoindex.ts';
import { AZURE_FORMAT } from './azure-container.ts';
import { GITHUB_RELEASES_FORMAT } from './github-releases.ts';
import { HTML_PAGE_FORMAT } from './html-page.ts';
import { PLAIN_LIST_FORMAT } from './plain-list.ts';
import { S3_FORMAT } from './s3-bucket.ts';

type Syntax = keyof Syntaxes;
type Format = { [Each in Syntax]: ListingFormat<Each> }[Syntax];

/** The first that can read a page does. */
const FORMATS: readonly Format[] = [
  HTML_PAGE_FORMAT,
  S3_FORMAT,
  AZURE_FORMAT,
  AUTOINDEX_XML,
  AUTOINDEX_JSON,
  GITHUB_RELEASES_FORMAT,
  PLAIN_LIST_FORMAT,
];

const SYNTAX_MEDIA_TYPES: Readonly<Record<Syntax, readonly string[]>> = {
  html: ['text/html', 'application/xhtml+xml'],
  xml: ['application/xml', 'text/xml'],
  json: ['application/json'],
  text: ['text/plain'],
};

export async function readListing(answer: WebAnswer, address: string, maxLinks: number): Promise<ListingPage> {
  const { header, body } = answer;
  const charset = charsetOf(header('Content-Type'));
  const hasLength = header('Content-Length') !== null || /\bchunked\b/i.test(header('Transfer-Encoding') ?? '');
  const type = answerMediaType(answer);
  const formats = FORMATS.filter(({ syntax }) => SYNTAX_MEDIA_TYPES[syntax].includes(type));
  // A media type has one syntax.
  const syntax = formats[0]?.syntax;
  const read = (content: Syntaxes[Syntax]): ListingPage | Promise<ListingPage> => {
    for (const format of formats) {
      const page = format.read(content as never, { address, header, charset, hasLength, maxLinks });
      if (page !== null) return page;
    }
    const names = FORMATS.map(({ name }) => name).join(', ');
    throw new WebError('body', `its type is ${type || 'missing'}, and it is not one of these listings: ${names}`);
  };
  if (syntax === undefined) answer.discard();
  if (syntax === undefined || syntax === 'html') return await read(body);
  const bytes = await answer.bytes();
  if (isStillCompressed(bytes)) throw new WebError('body', 'it is compressed without Content-Encoding');
  try {
    if (syntax === 'xml') return await withXml(bytes, read);
    return await read(syntax === 'json' ? decodeJson(bytes) : charsetDecoder(charset).decode(bytes));
  } catch (error) {
    if (!(error instanceof XmlError || error instanceof SyntaxError)) throw error;
    throw new WebError('body', `it cannot be read as ${syntax.toUpperCase()}: ${error.message}`);
  }
}
