/**
 * The configuration of Apache: `cartalog.conf` to include into a virtual host, and `httpd.conf`, a complete
 * configuration.
 *
 * A request below `/v1/` goes through a list of rules; the first one that matches ends it. All answers but documents
 * are error documents. An address is published if it has a file.
 */
import { HOSTS } from '../../../contract/hosts.ts';
import {
  ANSWERS,
  type AnswerName,
  DOCUMENT_POLICY,
  EVERY_ANSWER,
  NEVER_CACHED,
  PREFLIGHT_SECONDS,
  PUBLIC_ALLOW,
  PUBLIC_HEADERS,
  REVALIDATED,
} from '../../../contract/http-answers.ts';
import { ASSETS_FOLDER, ASSETS_LIFETIME } from '../../../contract/pages.ts';
import { DESCRIPTION_LINK } from '../../../contract/plain-files.ts';
import { RENDITION_NAMES, RENDITIONS, type Rendition } from '../../../contract/renditions.ts';
import { PREFIX, ROUTES } from '../../../contract/routes.ts';
import type { Asset } from '../asset.ts';
import { COMPRESSIBLE_ENDINGS } from '../precompress.ts';
import {
  banner,
  type ConfigurationInput,
  configurationFile,
  indented,
  MEDIA_TYPES,
  inQuotes as quoted,
  scratchPath,
} from './configuration.ts';
import {
  answersFor,
  type Conditions,
  type HostAnswers,
  IGNORED_HEADERS,
  PRECONDITIONS,
  ROOT_FILES,
  type SubjectAnswers,
  stepsOf,
} from './host-answers.ts';
import { ANY_FORMAT_QUERY, FORMAT_QUERIES, JSON_ACCEPTS, SOURCE_QUERY, XML_ACCEPT } from './request-patterns.ts';

/** The configuration of Apache. */
export function apacheFiles(input: ConfigurationInput): Asset[] {
  const answers = answersFor(input);
  return [
    configurationFile('apache/cartalog.conf', hostConf(answers, input.isCompressed)),
    configurationFile('apache/httpd.conf', httpdConf(scratchPath('apache', input.catalog))),
    ...[...refusalsOf(answers)].map(([path, { refusal }]) =>
      configurationFile(HOSTS.apache.root + path.slice(1), refusal),
    ),
  ];
}

/** The text of each 405, by path. It is a file, because with a literal text Apache adds to the `Allow`. */
function refusalsOf({ subjects, bodies }: HostAnswers): Map<string, Pick<SubjectAnswers, 'refusal' | 'allow'>> {
  return new Map<string, Pick<SubjectAnswers, 'refusal' | 'allow'>>([
    ...subjects.map((subject) => [refusalPath(subject), subject] as const),
    [PUBLIC_REFUSAL, { refusal: bodies.refuse, allow: PUBLIC_ALLOW }],
  ]);
}

/** A path at which nothing is published: the rules answer 404 to a request for it. */
function refusalPath({ kind, writes }: SubjectAnswers): string {
  return `${PREFIX}/405${writes.length > 0 ? `.${kind}` : ''}.json`;
}

const PUBLIC_REFUSAL = `${PREFIX}/405.public.json`;

/** The pattern of a subject, for the path of each of its files. */
function servedPattern({ pattern, file }: SubjectAnswers): string {
  return pattern.replace(/\$$/, file === null ? '(?:index[.][a-z.]+)?$' : '(?:[.](?:br|gz))?$');
}

function section(head: string, lines: readonly string[]): string {
  const name = head.split(' ')[0];
  return indented(`<${head}>`, lines, `</${name}>`);
}

/** Any path of the interface, or of a plain file outside of it. */
const ANY = `^(?:${PREFIX}(?:/|$)|(?:${ROOT_FILES.map((path) => path.replaceAll('.', '[.]')).join('|')})(?:[.](?:br|gz))?$)`;

/** Any other path. */
const OTHER = `^(?!${ANY.slice(1)})`;

/** Whether a file was found. */
const IS_SENT = "%{REQUEST_STATUS} in {'200', '206', '304'}";

/** A subject, and the pattern that it must match, or another test. */
type Condition = readonly [subject: string, test: string, flags?: string];

/** The action for a request (below the interface or not) that meets all conditions. */
function rule(conditions: readonly Condition[], target: string, flags: string, paths = ANY): string {
  const lines = conditions.map(
    ([subject, test, flag]) => `RewriteCond ${quoted(subject)} ${quoted(test)}${flag ? ` [${flag}]` : ''}`,
  );
  return [...lines, `RewriteRule ${quoted(paths)} ${quoted(target)} [${flags}]`].join('\n');
}

/** Sets a variable for later rules. */
function remember(name: string, value: string, ...conditions: readonly Condition[]): string {
  return rule(conditions, '-', `E=CARTALOG_${name}:${value}`);
}

function variable(name: string): string {
  return `%{ENV:CARTALOG_${name}}`;
}

/** A file in the folder of the request. */
const FOLDER = '%{DOCUMENT_ROOT}%{REQUEST_URI}';

/** The part of a request target before the path; a proxy may send an absolute address. */
const BEFORE_PATH = '^\\S+\\s+(?:https?://[^/?\\s]*+)?+';

/** The compressed copies, the smaller first: the name of the coding, and the file extension. */
const COPIES = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** An `Accept-Encoding` that accepts a coding. */
function accepts(coding: string): Condition {
  const quality = '(?:;\\s*q\\s*=\\s*(?:1(?:[.]0*)?|0?[.]0*[1-9][0-9]*)\\s*)?';
  return ['%{HTTP:Accept-Encoding}', `(?:^|,)\\s*${coding}\\s*${quality}(?:,|$)`, 'NC,NV'];
}

/** Sends the first existing compressed copy of a file in the folder of the request, or the file itself. */
function send(
  conditions: readonly Condition[],
  file: string,
  copies: typeof COPIES | readonly [],
  paths = ANY,
): string {
  const isThere: Condition = [FOLDER + file, '-f'];
  return [
    ...copies.map(([coding, ending]) =>
      rule(
        [...conditions, isThere, accepts(coding), [FOLDER + file + ending, '-f']],
        `%{REQUEST_URI}${file}${ending}`,
        'L',
        paths,
      ),
    ),
    // Outside of the interface, Apache finds files itself.
    ...(paths === ANY ? [rule([...conditions, isThere], `%{REQUEST_URI}${file}`, 'L')] : []),
  ].join('\n');
}

/** The conditions for an answer, all of which must be met. */
function conditionsFor({ subjects }: HostAnswers): Conditions<readonly Condition[]> {
  const path = '%{REQUEST_URI}';
  return {
    odd: [['%{THE_REQUEST}', `${BEFORE_PATH}[^?\\s]*(?://|%2f|%5c)`, 'NC']],
    unslashed: [
      [path, '[^/]$'],
      [`${FOLDER}/index.json`, '-f'],
      // The redirect leads to what is found here.
      ['%{THE_REQUEST}', `${BEFORE_PATH}([^?\\s]*)`],
    ],
    unpublished: [
      [[path, `!${subjects.map(({ pattern }) => pattern).join('|')}`]],
      [
        [path, '/$'],
        [`${FOLDER}index.json`, '!-f'],
      ],
      [
        [path, '[^/]$'],
        [FOLDER, '!-f'],
      ],
    ],
    otherMethod: [IS_OTHER_METHOD],
    unknownFormat: [
      [path, '/$'],
      [variable('FORMAT'), '^unknown$'],
    ],
    method: (method, subject) => [
      ['%{REQUEST_METHOD}', `^${method}$`],
      ...(subject ? [[path, subject.pattern] as const] : []),
    ],
  };
}

const IS_OTHER_METHOD: Condition = ['%{REQUEST_METHOD}', '!^(?:GET|HEAD)$'];

/** The rules for a request, in order. */
function rules(answers: HostAnswers, copies: typeof COPIES | readonly []): string[] {
  const { subjects, serviceUrl } = answers;
  const redirect = `${serviceUrl.replaceAll('%', '\\%')}%1/`;
  return [
    'RewriteEngine On',
    '# What the server sends itself.',
    rule([['%{ENV:REDIRECT_STATUS}', '^405$']], '-', 'L'),
    '# The rendition that Accept asks for, and that the query does.',
    remember('JSON', 'no'),
    ...JSON_ACCEPTS.toReversed().map(([pattern, isFull]) =>
      remember('JSON', isFull ? 'yes' : 'no', ['%{HTTP:Accept}', pattern, 'NC,NV']),
    ),
    remember('FORMAT', 'json'),
    remember('FORMAT', 'xml', ['%{HTTP:Accept}', XML_ACCEPT, 'NC,NV'], [variable('JSON'), '^no$']),
    remember('FORMAT', 'unknown', ['%{QUERY_STRING}', ANY_FORMAT_QUERY]),
    ...FORMAT_QUERIES.map(([format, pattern]) => remember('FORMAT', format, ['%{QUERY_STRING}', pattern])),
    '# What is not a document.',
    ...stepsOf(answers, conditionsFor(answers)).map(([conditions, name]) =>
      name === 'redirect' ? rule(conditions, redirect, 'R=308,NE,L') : status(name, conditions),
    ),
    '# Files that have one form.',
    ...subjects.flatMap(({ file, pattern }) => (file === null ? [] : send([['%{REQUEST_URI}', pattern]], '', copies))),
    '# The file with the rendition: the first that is there. XML is never answered with JSON.',
    ...RENDITION_NAMES.toReversed().flatMap((name) => {
      const { format, parameter, file, otherwise }: Rendition = RENDITIONS[name];
      const isAsked: Condition[] = [[variable('FORMAT'), `^${format}$`]];
      const isSet: Condition[] = parameter === null ? [] : [['%{QUERY_STRING}', SOURCE_QUERY]];
      const files = otherwise === file ? [] : [send(isAsked, otherwise, copies)];
      return [send([...isSet, ...isAsked], file, copies), ...files];
    }),
    status('missing', []),
    '# The page, and the other files of public/.',
    ...[FOLDER, `${FOLDER}/index.html`].map((file) =>
      rule([IS_OTHER_METHOD, [file, '-f']], '-', `R=${ANSWERS.refuse.status},L`, OTHER),
    ),
    send([['%{REQUEST_URI}', '^[A-Za-z0-9._~/-]*/$']], 'index.html', copies, OTHER),
    send([['%{REQUEST_URI}', '^[A-Za-z0-9._~/-]*[^/]$']], '', copies, OTHER),
  ];
}

function status(name: AnswerName, conditions: readonly Condition[]): string {
  return rule(conditions, '-', `R=${ANSWERS[name].status},L`);
}

/**
 * The codings of copies, and the types of documents. Other configuration files, such as Debian's mime.conf, use the
 * same extensions for a type (.gz) and a language (.br). If several sections of a kind match a request, Apache ignores
 * removals; so these are in a kind of section that nothing else here uses.
 */
function copySections(): string[] {
  const endings = COPIES.map(([, ending]) => ending).join(' ');
  const types = [...new Set(Object.values(RENDITIONS).map(({ contentType }) => contentType))];
  return [
    section(`FilesMatch ${quoted(`[.](?:${COMPRESSIBLE_ENDINGS})[.](?:br|gz)$`)}`, [
      `RemoveType ${endings}`,
      `RemoveLanguage ${endings}`,
      ...COPIES.map(([coding, ending]) => `AddEncoding ${coding} ${ending}`),
    ]),
    ...types.map((type) => {
      const files = Object.values(RENDITIONS).filter(({ contentType }) => contentType === type);
      const names = files.map(({ file }) => file.replaceAll('.', '[.]')).join('|');
      return section(`LocationMatch ${quoted(`^${PREFIX}/(?:.*/)?(?:${names})[.](?:br|gz)$`)}`, [
        `ForceType ${quoted(type)}`,
      ]);
    }),
  ];
}

/** A response header; with an expression, only if that is true. */
function header(name: string, value: string, expression = ''): string {
  return `Header always set ${name} "${value}"${expression ? ` "expr=${expression}"` : ''}`;
}

/** Removes request headers before the server reads them. */
function hiding(names: readonly string[]): string[] {
  return names.map((name) => `RequestHeader unset ${name}`);
}

const IS_PREFLIGHT =
  "%{REQUEST_METHOD} == 'OPTIONS' && -n req_novary('Origin') && -n req_novary('Access-Control-Request-Method')";

/** Whether the response is a document, or a 304. */
const IS_DOCUMENT = '%{REQUEST_METHOD} =~ /^(?:GET|HEAD)$/ && %{REQUEST_STATUS} =~ /^(?:200|304)$/';

/** Whether the date of `If-Modified-Since` is in a later year. */
const IS_SINCE_FUTURE =
  "-z req_novary('If-None-Match') && req_novary('If-Modified-Since') =~ / ([0-9]+) [0-9:]+ GMT$/ && $1 -gt %{TIME_YEAR}";

const HAS_UNKNOWN_FORMAT = [
  `%{QUERY_STRING} =~ m#${ANY_FORMAT_QUERY}#`,
  ...FORMAT_QUERIES.map(([, pattern]) => `%{QUERY_STRING} !~ m#${pattern}#`),
].join(' && ');

/** The answers with the same text for every resource, by status. */
function errorDocuments({ bodies }: HostAnswers): string[] {
  const names = ['redirect', 'acknowledge', 'forbid', 'unknownPath', 'missing'] as const;
  const documents = [
    ...names.map((name) => [ANSWERS[name].status, bodies[name]] as const),
    [500, bodies.missing] as const,
  ];
  return documents.map(([code, body]) => `ErrorDocument ${code} ${quoted(body)}`);
}

/** The maximum ids in one expression, whose length is limited. */
const IDS_OF_EXPRESSION = 200;

/** The headers of data sources with a lifetime. */
function lifetimeSections({ lifetimes }: HostAnswers): string[] {
  return [...lifetimes].flatMap(([seconds, ids]) =>
    Array.from({ length: Math.ceil(ids.length / IDS_OF_EXPRESSION) }, (_, index) => {
      const some = ids.slice(index * IDS_OF_EXPRESSION, (index + 1) * IDS_OF_EXPRESSION);
      const pattern = `^${ROUTES.datasource.path.replace(':id', `(?:${some.join('|')})`)}`;
      return section(`LocationMatch ${quoted(pattern)}`, [
        section('If "%{REQUEST_METHOD} =~ /^(?:GET|HEAD)$/"', [
          'ExpiresActive On',
          `ExpiresDefault "access plus ${seconds} seconds"`,
        ]),
      ]);
    }),
  );
}

function hostConf(answers: HostAnswers, isCompressed: boolean): string {
  const { subjects, bodies, refused } = answers;
  const json = RENDITIONS.json.contentType;
  return [
    banner(
      'For a virtual host of Apache whose DocumentRoot is the folder "site" beside this one. It needs the modules',
      'dir, expires, headers, mime and rewrite.',
    ),
    'AllowEncodedSlashes NoDecode\nFileETag MTime Size\nAddDefaultCharset Off',
    Object.entries(MEDIA_TYPES)
      .map(([ending, type]) => `AddType ${quoted(type)} .${ending}`)
      .join('\n'),
    ...(isCompressed ? copySections() : []),
    ...rules(answers, isCompressed ? COPIES : []),
    '# What Apache refuses before it looks at the path.',
    [...refused, [404, bodies.unknownPath] as const]
      .map(([status, body]) => `ErrorDocument ${status} ${quoted(body)}`)
      .join('\n'),
    header('Content-Type', json, `%{REQUEST_STATUS} in {${refused.map(([status]) => `'${status}'`)}}`),
    header('Content-Type', json, `%{REQUEST_STATUS} == 404 && %{THE_REQUEST} =~ m#^\\S+ ${PREFIX}/#`),
    '# The interface.',
    section(`LocationMatch ${quoted(ANY)}`, [
      ...errorDocuments(answers),
      ...Object.entries({ ...EVERY_ANSWER, 'Content-Security-Policy': DOCUMENT_POLICY }).map(([name, value]) =>
        header(name, value),
      ),
      ...(isCompressed ? [header('Vary', `${EVERY_ANSWER.Vary}, Accept-Encoding`, IS_DOCUMENT)] : []),
      header('Content-Type', json, `!(${IS_DOCUMENT})`),
      ...['Header', 'Header always'].map(
        (directive) =>
          `${directive} set Cache-Control "${REVALIDATED}" "expr=${IS_DOCUMENT} && -z resp('Cache-Control')"`,
      ),
      header('Cache-Control', NEVER_CACHED, '%{REQUEST_STATUS} !~ /^(?:200|304)$/'),
      header('Access-Control-Max-Age', String(PREFLIGHT_SECONDS), IS_PREFLIGHT),
      header(
        'Access-Control-Allow-Headers',
        'expr=%{req_novary:Access-Control-Request-Headers}',
        `${IS_PREFLIGHT} && -n req_novary('Access-Control-Request-Headers')`,
      ),
      '# What the program of a client, or a proxy, added to an ETag; dates in the future, which Apache does not take; and',
      '# dates beside an ETag.',
      "RequestHeader edit* If-None-Match '-gzip\"' '\"'",
      `RequestHeader set If-None-Match * "expr=${IS_SINCE_FUTURE}"`,
      `RequestHeader unset If-Modified-Since "expr=-n req_novary('If-None-Match')"`,
      '# What would get a part of a document, or none.',
      ...hiding(IGNORED_HEADERS),
    ]),
    section(`LocationMatch ${quoted(ANY)}`, [
      section(`If "${HAS_UNKNOWN_FORMAT}"`, [`ErrorDocument 404 ${quoted(bodies.unknownFormat)}`]),
      section('If "%{REQUEST_METHOD} =~ /^(?:GET|HEAD)$/"', [`ErrorDocument 403 ${quoted(bodies.missing)}`]),
    ]),
    ...subjects.map((subject) =>
      section(`LocationMatch ${quoted(servedPattern(subject))}`, [
        `ErrorDocument 200 ${quoted(subject.description)}`,
        `ErrorDocument 405 ${refusalPath(subject)}`,
        header('Allow', subject.allow, "%{REQUEST_STATUS} in {'200', '304'}"),
        header('Access-Control-Allow-Methods', subject.allow, IS_PREFLIGHT),
        ...(subject.file === null ? [] : [`ForceType ${quoted(subject.file.contentType)}`]),
        ...(subject.kind === 'service'
          ? [`Header always set Link ${quoted(DESCRIPTION_LINK)} "expr=${IS_DOCUMENT}"`]
          : []),
      ]),
    ),
    ...[...refusalsOf(answers)].map(([path, { allow }]) =>
      section(`Location ${quoted(path)}`, [header('Allow', allow, '%{REQUEST_STATUS} == 405')]),
    ),
    ...lifetimeSections(answers),
    '# The page, and the other files of public/.',
    section(`LocationMatch ${quoted(OTHER)}`, [
      'ErrorDocument 403 /404.html',
      'ErrorDocument 404 /404.html',
      `ErrorDocument 405 ${PUBLIC_REFUSAL}`,
      ...hiding(PRECONDITIONS),
      ...Object.entries(PUBLIC_HEADERS).map(([name, value]) => header(name, value)),
      header('Cache-Control', REVALIDATED, IS_SENT),
      ...(isCompressed ? [header('Vary', 'Accept-Encoding', "%{REQUEST_STATUS} in {'200', '304'}")] : []),
    ]),
    ...(answers.hasPages
      ? [section(`LocationMatch ${quoted(`^/${ASSETS_FOLDER}`)}`, [header('Cache-Control', ASSETS_LIFETIME, IS_SENT)])]
      : []),
  ].join('\n\n');
}

const MODULES = ['mpm_event', 'authz_core', 'dir', 'expires', 'headers', 'mime', 'rewrite', 'unixd'];

/** A complete configuration for a separate server. */
const httpdConf = (scratch: string): string =>
  [
    banner(
      'Serves the catalog as it is, on port 8080. In the folder above the one that was built, which is dist here:',
      '',
      '  apache2 -d "$PWD/dist" -f apache/httpd.conf -D FOREGROUND',
      '',
      'Nothing is written into that folder, so that the next build can replace it. MODULES is where Debian has them.',
    ),
    section('IfDefine !MODULES', ['Define MODULES /usr/lib/apache2/modules']),
    MODULES.map((name) =>
      section(`IfModule !${name}_module`, [`LoadModule ${name}_module $\{MODULES}/mod_${name}.so`]),
    ).join('\n'),
    [
      'Listen 8080',
      'ServerName localhost',
      `PidFile ${scratch}.pid`,
      `ErrorLog ${scratch}.log`,
      'Mutex posixsem',
      'TypesConfig /dev/null',
      'ServerTokens Prod',
      'TraceEnable Off',
      'DocumentRoot site',
      'DirectoryIndex index.html',
    ].join('\n'),
    '# Only if root starts it.\nUser #65534\nGroup #65534',
    section('Directory "/"', ['AllowOverride None', 'Options None', 'Require all granted']),
    'Include apache/cartalog.conf',
  ].join('\n\n');
