import pMap from 'p-map';
import { XmlError } from '../../../cli/network/read-xml.ts';
import { requestFailure } from '../../../contract/base/system-errors.ts';
import { RENDITIONS } from '../../../contract/interface/v1-renditions.ts';
import { type RouteName, resourceAt, v1Path } from '../../../contract/interface/v1-routes.ts';
import { XML_SCHEMAS } from '../../../contract/interface/v1-schemas.ts';
import { allDetails, type Deployment } from './deployment.ts';
import { type Find, judgeBaseUrls, judgeDataSource, judgeV1Maps, type Usability } from './usable.ts';
import { type Found, firstProblems, statementVerdict, type Verdict } from './verdict.ts';
import { XmlReader } from './xml-reader.ts';

export const XML_VALID = {
  id: 'xml-valid',
  says: 'Every XML document is sent as XML, and follows its schema',
  section: 'Desktop client',
} as const;

const CONCURRENT = { concurrency: 4 };

/** Editions in the order in which the desktop client reads their data sources. */
const KNOWN_EDITIONS = ['offline', 'timealbum'];

const JUDGES: Partial<Readonly<Record<RouteName, (find: Find) => Usability>>> = {
  mapservers: judgeV1Maps,
  overlayservers: judgeV1Maps,
  datasource: judgeDataSource,
};

/** Reads data sources without and with their upstream source. */
export async function xmlVerdict(deployment: Deployment): Promise<Verdict> {
  const reader = new XmlReader();
  const plain = [...deployment.lists, ...allDetails(deployment)].map((path) => `${path}?format=xml`);
  const paths = [...plain, ...deployment.details('datasource').map((path) => `${path}?format=xml&includeSource=true`)];
  const remarks: string[] = [];
  const seen = new Map<string, { readonly hrefs: readonly string[]; readonly baseUrls: readonly string[] }>();
  const read = async (path: string): Promise<Found> => {
    const { status, text, header } = await deployment.send({ path });
    if (status !== 200) return firstProblems([`${path} answered ${status}`]);
    const [pathname = ''] = path.split('?');
    const route = resourceAt(pathname)?.route as RouteName;
    const usability = reader.read(Buffer.from(text), XML_SCHEMAS[route], (find) => {
      seen.set(pathname, { hrefs: find('//c:datasource/@href'), baseUrls: find('//c:datasource/@baseUrl') });
      return JUDGES[route]?.(find);
    });
    if (!path.includes('&')) for (const remark of usability?.remarks ?? []) remarks.push(`${path} ${remark}`);
    const type = header('Content-Type');
    const untyped = type === RENDITIONS.xml.contentType ? [] : [`has the Content-Type ${type}`];
    const garbled = text.includes('\uFFFD') ? ['is not UTF-8'] : [];
    return firstProblems([...untyped, ...garbled, ...(usability?.problems ?? [])], `${path} `);
  };
  try {
    const found = await pMap(
      paths,
      (path) => read(path).catch((error: Error) => firstProblems([`${path} ${reasonOf(error)}`])),
      CONCURRENT,
    );
    const sourcesOfEdition = (id: string): readonly string[] => seen.get(v1Path('edition', id))?.hrefs ?? [];
    const sources = [...new Set(KNOWN_EDITIONS.flatMap(sourcesOfEdition))].map((href) => new URL(href).pathname);
    const nested = judgeBaseUrls(sources.flatMap((path) => seen.get(path)?.baseUrls ?? []));
    return statementVerdict(XML_VALID, found, paths.length, [...remarks, ...nested]);
  } finally {
    reader.dispose();
  }
}

function reasonOf(error: Error): string {
  if (error instanceof XmlError) return `does not follow its schema: ${error.message}`;
  return `has no answer: ${requestFailure(error)}`;
}
