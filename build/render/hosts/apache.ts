/**
 * `cartalog.conf` is for a virtual host, `httpd.conf` is complete. Variables say what a request below `/v1/` asks for.
 * The first matching rule ends the request. Every answer that is not a document is an error document of Apache.
 */
import { HOSTS } from '../../../contract/hosts.ts';
import {
  ANSWERS,
  type AnswerName,
  EVERY_ANSWER,
  NEVER_CACHED,
  PREFLIGHT_SECONDS,
  PUBLIC_ALLOW,
  PUBLIC_HEADERS,
  REFUSED_DETAIL,
  REVALIDATED,
} from '../../../contract/interface/http-answers.ts';
import { COMPRESSIBLE_ENDINGS, MEDIA_TYPES } from '../../../contract/interface/media-types.ts';
import { DESCRIPTION_LINK, ROOT_FILES } from '../../../contract/interface/plain-files.ts';
import { RENDITIONS, V1_FORMATS } from '../../../contract/interface/v1-renditions.ts';
import { V1_PREFIX } from '../../../contract/interface/v1-routes.ts';
import { V2_PREFIX } from '../../../contract/interface/v2-paths.ts';
import { ASSETS_FOLDER, ASSETS_LIFETIME } from '../../../contract/pages/pages.ts';
import type { Asset } from '../core/asset.ts';
import {
  configQuoted,
  configurationFile,
  fileBanner,
  indentedBlock,
  listenPlaceOf,
  type ServedSite,
  WRITES_NOTHING_NOTE,
} from './configuration-input.ts';
import {
  ANSWER_SUBJECTS,
  answerBodies,
  DOCUMENT_HEADERS,
  DOCUMENT_TYPES,
  harmlessAddress,
  IGNORED_HEADERS,
  lifetimesOf,
  PRECONDITIONS,
  READ_ALLOW,
  refusalBody,
  removedMaps,
  WRITABLE,
} from './host-answers.ts';
import { encodedWord, fillNames, queryWith, REQUEST_VARIABLES, type Variables } from './request-patterns.ts';

export function apacheFiles(site: ServedSite): Asset[] {
  return [
    configurationFile('apache/cartalog.conf', hostConf(site)),
    configurationFile('apache/httpd.conf', httpdConf(site)),
    ...REFUSALS.map(([path, allow]) => configurationFile(HOSTS.apache.root + path.slice(1), refusalBody(allow))),
  ];
}

const READ_REFUSAL = `${V1_PREFIX}/405.json`;
const WRITE_REFUSAL = `${V1_PREFIX}/405.datasource.json`;
const PUBLIC_REFUSAL = `${V1_PREFIX}/405.public.json`;

/** Files for a 405: with a text in the configuration, Apache would add methods to `Allow`. */
const REFUSALS: readonly (readonly [path: string, allow: string])[] = [
  [READ_REFUSAL, READ_ALLOW],
  ...WRITABLE.map(({ allow }) => [WRITE_REFUSAL, allow] as const),
  [PUBLIC_REFUSAL, PUBLIC_ALLOW],
];

const quoted = (text: string): string => configQuoted(text, 'apache');

function section(head: string, lines: readonly string[]): string {
  const name = head.split(' ')[0];
  return indentedBlock(`<${head}>`, lines, `</${name}>`);
}

function matching(pattern: string, lines: readonly string[]): string {
  return section(`LocationMatch ${quoted(pattern)}`, lines);
}

const INTERFACE = `^(?:${V1_PREFIX}(?:/|$)|(?:${ROOT_FILES.map(({ path }) => path.replaceAll('.', '[.]')).join('|')})(?:[.](?:br|gz))?$)`;

/** An expression of Apache, like SENT. */
const UNFOUND = `%{REQUEST_STATUS} in {'${ANSWERS.unknownPath.status}', '${ANSWERS.removed.status}'}`;

const OUTSIDE = `^(?!${INTERFACE.slice(1)})`;

const SENT = "%{REQUEST_STATUS} in {'200', '206', '304'}";

/** `NC` ignores case; `NV` adds no header to `Vary`. */
type Condition = readonly [subject: string, test: string, flags?: string];

/**
 * Applies if the path and all conditions match. Flags: `R` answers with a status, `L` ends the rules, `E` sets a
 * variable, `NE` encodes nothing. The target `-` changes nothing.
 */
function rule(paths: string, target: string, flags: string, ...conditions: readonly Condition[]): string {
  const lines = conditions.map(
    ([subject, test, flag]) => `RewriteCond ${quoted(subject)} ${quoted(test)}${flag ? ` [${flag}]` : ''}`,
  );
  return [...lines, `RewriteRule ${quoted(paths)} ${quoted(target)} [${flags}]`].join('\n');
}

/** Apache's names for parts of requests and matches. */
const NAMES: Readonly<Record<string, string>> = {
  query: '%{QUERY_STRING}',
  accept: '%{HTTP:Accept}',
  path: '%{REQUEST_URI}',
  method: '%{REQUEST_METHOD}',
  1: '%1',
  2: '%2',
};

function inApache(text: string): string {
  return fillNames(text, (name) => NAMES[name] ?? `%{ENV:CARTALOG_${name.toUpperCase()}}`);
}

/** Reversed: the last matching rule counts. */
function settings({ from, rows, otherwise }: Variables): string {
  const set = (values: readonly string[], ...conditions: readonly Condition[]): string => {
    const flags = Object.keys(otherwise).map(
      (name, index) => `E=CARTALOG_${name.toUpperCase()}:${inApache(values[index] ?? '')}`,
    );
    return rule('^', '-', flags.join(), ...conditions);
  };
  const condition = (found: string): Condition => {
    const [, sign, pattern] = /^(~[*]?)(.*)$/.exec(found) ?? [null, '', `=${found}`];
    return [inApache(from), pattern as string, sign === '~*' ? 'NC,NV' : 'NV'];
  };
  const lines = rows.toReversed().map(([found, ...values]) => set(values, condition(found)));
  return [set(Object.values(otherwise)), ...lines].join('\n');
}

/** As sent, without the origin that a proxy may send. */
const SENT_URI: Variables = {
  from: '%{THE_REQUEST}',
  rows: [['~^\\S+\\s+(?:https?://[^/?\\s]*+)?+(\\S*)', '{1}']],
  otherwise: { uri: '' },
};

const REQUESTED = '%{DOCUMENT_ROOT}%{REQUEST_URI}';

/** The smaller copy first: coding, and file extension. */
const COPIES = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

function accepts(coding: string): Condition {
  const quality = '(?:;\\s*q\\s*=\\s*(?:1(?:[.]0*)?|0?[.]0*[1-9][0-9]*)\\s*)?';
  return ['%{HTTP:Accept-Encoding}', `(?:^|,)\\s*${coding}\\s*${quality}(?:,|$)`, 'NC,NV'];
}

/** In the target, a question mark would begin a query. */
function sending(file: string, ...conditions: readonly Condition[]): string {
  return rule('^[^?]*$', `%{REQUEST_URI}${file}`, 'L', ...conditions, [REQUESTED + file, '-f']);
}

/** `S` skips this number of rules. */
function ifMissing(rules: readonly string[]): string[] {
  return [rule('^', '-', `S=${rules.length}`, [SENT_FILE, '-f']), ...rules];
}

const FILE = inApache('{file}');

const SENT_FILE = `${REQUESTED}${FILE}`;

const UNSLASHED = `%{DOCUMENT_ROOT}${inApache('{unslashed}')}`;

const STATUSES = (['unknownPath', 'describe', 'acknowledge', 'forbid', 'refuse'] as const).map(
  (name) => ANSWERS[name].status,
);

function rules(site: ServedSite): string[] {
  const serviceUrl = harmlessAddress(site.serviceUrl).replaceAll('%', '\\%');
  return [
    'RewriteEngine On',
    '# The file with the text of a 405 is sent as it is.',
    rule(INTERFACE, '-', 'L', ['%{ENV:REDIRECT_STATUS}', '^405$']),
    '# These variables say what a request asks for.',
    ...[SENT_URI, ...REQUEST_VARIABLES].map(settings),
    '# These requests get no document.',
    rule(INTERFACE, `${serviceUrl}%1/`, 'R=308,NE,L', [UNSLASHED, '-f'], [inApache('{uri}'), '^([^?]*)']),
    rule(INTERFACE, '-', `R=${ANSWERS.unknownPath.status},L`, [`${REQUESTED}${inApache('{index}')}`, '!-f']),
    ...STATUSES.map((status) => rule(INTERFACE, '-', `R=${status},L`, [inApache('{answer}'), `=${status}`])),
    '# All other paths are pages, and other files of public/.',
    rule(OUTSIDE, '-', 'E=CARTALOG_FILE:'),
    rule(OUTSIDE, '-', 'E=CARTALOG_FILE:index.html', ['%{REQUEST_URI}', '/$']),
    rule(OUTSIDE, '-', 'E=CARTALOG_FILE:.html', [REQUESTED, '!-f'], [`${REQUESTED}.html`, '-f']),
    rule(
      '^[^?]*[^/?]$',
      `${serviceUrl}%{REQUEST_URI}/`,
      'R=308,L',
      [SENT_FILE, '!-f'],
      [`${REQUESTED}/index.html`, '-f'],
    ),
    rule(OUTSIDE, '-', `R=${ANSWERS.refuse.status},L`, ['%{REQUEST_METHOD}', '!^(?:GET|HEAD)$'], [SENT_FILE, '-f']),
    ...ifMissing([
      ...removedMaps(site).map((pattern) => rule(pattern, '-', `R=${ANSWERS.removed.status},L`)),
      rule(`^${V2_PREFIX}/`, '-', `R=${ANSWERS.unknownPath.status},L`),
    ]),
    '# The first file that is there is sent, or the smallest copy of it.',
    ...[FILE, inApache('{other_file}')].flatMap((file) => [
      ...COPIES.map(([coding, ending]) => sending(file + ending, accepts(coding))),
      sending(file),
    ]),
    rule(INTERFACE, '-', `R=${ANSWERS.missing.status},L`),
  ];
}

/**
 * Other configuration files, such as Debian's mime.conf, make these extensions a type (.gz) and a language (.br).
 * Apache ignores removals if several sections of a type match a request: nothing else here uses `FilesMatch`.
 */
function copySection(): string {
  const endings = COPIES.map(([, ending]) => ending).join(' ');
  return section(`FilesMatch ${quoted(`[.](?:${COMPRESSIBLE_ENDINGS})[.](?:br|gz)$`)}`, [
    `RemoveType ${endings}`,
    `RemoveLanguage ${endings}`,
    ...COPIES.map(([coding, ending]) => `AddEncoding ${coding} ${ending}`),
  ]);
}

function header(name: string, value: string, expression = ''): string {
  return `Header always set ${name} "${value}"${expression ? ` "expr=${expression}"` : ''}`;
}

function hiding(names: readonly string[]): string[] {
  return names.map((name) => `RequestHeader unset ${name}`);
}

const PREFLIGHT =
  "%{REQUEST_METHOD} == 'OPTIONS' && -n req_novary('Origin') && -n req_novary('Access-Control-Request-Method')";

const DOCUMENT_SENT = '%{REQUEST_METHOD} =~ /^(?:GET|HEAD)$/ && %{REQUEST_STATUS} =~ /^(?:200|304)$/';

/** `If-Modified-Since` is in a later year. */
const SINCE_FUTURE =
  "-z req_novary('If-None-Match') && req_novary('If-Modified-Since') =~ / ([0-9]+) [0-9:]+ GMT$/ && $1 -gt %{TIME_YEAR}";

const UNKNOWN_FORMAT = `-f '%{DOCUMENT_ROOT}%{REQUEST_URI}${RENDITIONS.json.file}' && %{QUERY_STRING} =~ m#${queryWith('format')}# && $1 !~ m#^(?:${V1_FORMATS.map(encodedWord).join('|')})$#`;

function allowing(allow: string): string[] {
  return [
    header('Allow', allow, "%{REQUEST_STATUS} in {'200', '304'}"),
    header('Access-Control-Allow-Methods', allow, `%{REQUEST_STATUS} == 200 && ${PREFLIGHT}`),
  ];
}

const IF_READING = 'If "%{REQUEST_METHOD} =~ /^(?:GET|HEAD)$/"';

function hostConf(site: ServedSite): string {
  const bodies = answerBodies(site.repository);
  const errorDocument = (status: number, body: string): string => `ErrorDocument ${status} ${quoted(body)}`;
  const answering = (...names: readonly (keyof typeof bodies & AnswerName)[]): string[] =>
    names.map((name) => errorDocument(ANSWERS[name].status, bodies[name]));
  const refused = Object.keys(REFUSED_DETAIL).map(Number);
  const json = RENDITIONS.json.contentType;
  const type = (ending: string, path: string, contentType: string): string =>
    matching(`^${path}[.]${ending}(?:[.](?:br|gz))?$`, [`ForceType ${quoted(contentType)}`]);
  return [
    fileBanner(
      'For a virtual host of Apache whose DocumentRoot is the folder "site" beside this one. It needs the modules',
      'dir, expires, headers, mime and rewrite.',
    ),
    'AllowEncodedSlashes NoDecode\nFileETag MTime Size\nAddDefaultCharset Off',
    Object.entries(MEDIA_TYPES)
      .map(([ending, contentType]) => `AddType ${quoted(contentType)} .${ending}`)
      .join('\n'),
    copySection(),
    ...rules(site),
    '# Apache refuses these requests before it looks at the path.',
    [
      ...refused.map((status) => errorDocument(status, bodies[status] as string)),
      errorDocument(404, bodies.unknownPath),
      header('Content-Type', json, `%{REQUEST_STATUS} in {${refused.map((status) => `'${status}'`)}}`),
      header('Content-Type', json, `%{REQUEST_STATUS} == 404 && %{THE_REQUEST} =~ m#^\\S+ ${V1_PREFIX}/#`),
    ].join('\n'),
    '# These are the answers of the interface.',
    matching(INTERFACE, [
      ...answering('redirect', 'acknowledge', 'forbid', 'unknownPath', 'missing'),
      errorDocument(500, bodies.missing),
      `ErrorDocument 405 ${READ_REFUSAL}`,
      ...DOCUMENT_HEADERS.map(([name, value]) => header(name, value)),
      header('Vary', `${EVERY_ANSWER.Vary}, Accept-Encoding`, DOCUMENT_SENT),
      header('Content-Type', json, `!(${DOCUMENT_SENT})`),
      ...['Header', 'Header always'].map(
        (directive) =>
          `${directive} set Cache-Control "${REVALIDATED}" "expr=${DOCUMENT_SENT} && -z resp('Cache-Control')"`,
      ),
      header('Cache-Control', NEVER_CACHED, '%{REQUEST_STATUS} !~ /^(?:200|304)$/'),
      ...allowing(READ_ALLOW),
      header('Access-Control-Max-Age', String(PREFLIGHT_SECONDS), PREFLIGHT),
      header(
        'Access-Control-Allow-Headers',
        'expr=%{req_novary:Access-Control-Request-Headers}',
        `${PREFLIGHT} && -n req_novary('Access-Control-Request-Headers')`,
      ),
      '# The program of a client, or a proxy, may have added this to an ETag.',
      "RequestHeader edit* If-None-Match '-gzip\"' '\"'",
      '# Apache ignores dates in the future, since which nothing has changed.',
      `RequestHeader set If-None-Match * "expr=${SINCE_FUTURE}"`,
      '# A date beside an ETag does not count.',
      `RequestHeader unset If-Modified-Since "expr=-n req_novary('If-None-Match')"`,
      '# These headers would get a part of a document, or none.',
      ...hiding(IGNORED_HEADERS),
    ]),
    matching(INTERFACE, [
      section(`If "${UNKNOWN_FORMAT}"`, [errorDocument(404, bodies.unknownFormat)]),
      section(IF_READING, [errorDocument(403, bodies.missing)]),
    ]),
    ...ANSWER_SUBJECTS.map(({ pattern, description }) => matching(pattern, [errorDocument(200, description)])),
    ...WRITABLE.map(({ pattern, allow }) =>
      matching(pattern, [`ErrorDocument 405 ${WRITE_REFUSAL}`, ...allowing(allow)]),
    ),
    matching(`^${V1_PREFIX}/$`, [`Header always set Link ${quoted(DESCRIPTION_LINK)} "expr=${DOCUMENT_SENT}"`]),
    ...REFUSALS.map(([path, allow]) =>
      section(`Location ${quoted(path)}`, [
        header('Allow', allow, '%{REQUEST_STATUS} == 405'),
        'FileETag None',
        'Header unset Last-Modified',
      ]),
    ),
    ...Object.entries(DOCUMENT_TYPES).map(([ending, contentType]) => type(ending, `${V1_PREFIX}/.*`, contentType)),
    ...ROOT_FILES.map(({ path, contentType }) =>
      type(path.replace(/.*[.]/, ''), path.replace(/[.].*/, ''), contentType),
    ),
    ...lifetimesOf(site).map(([path, seconds]) => {
      const expires = ['ExpiresActive On', `ExpiresDefault "access plus ${seconds} seconds"`];
      return section(`Location ${quoted(path)}`, [section(IF_READING, expires)]);
    }),
    '# These are the answers for pages, and for the other files of public/.',
    matching(OUTSIDE, [
      'ErrorDocument 403 /404.html',
      'ErrorDocument 404 /404.html',
      `ErrorDocument ${ANSWERS.removed.status} /404.html`,
      `ErrorDocument 405 ${PUBLIC_REFUSAL}`,
      ...hiding(PRECONDITIONS),
      ...Object.entries(PUBLIC_HEADERS).map(([name, value]) => header(name, value)),
      header('Cache-Control', REVALIDATED, SENT),
      header('Vary', 'Accept-Encoding', "%{REQUEST_STATUS} in {'200', '304'}"),
      'DirectorySlash Off',
    ]),
    matching(`^${V2_PREFIX}/`, [
      ...answering('unknownPath', 'removed'),
      header('Content-Type', json, UNFOUND),
      header('Cache-Control', NEVER_CACHED, UNFOUND),
    ]),
    matching(`^/${ASSETS_FOLDER}`, [header('Cache-Control', ASSETS_LIFETIME, SENT)]),
  ].join('\n\n');
}

const MODULES = ['mpm_event', 'authz_core', 'dir', 'expires', 'headers', 'mime', 'rewrite', 'unixd'];

function httpdConf(site: ServedSite): string {
  const command = 'apache2 -d "$PWD/dist" -f apache/httpd.conf -D FOREGROUND';
  const note = 'MODULES is where Debian has them.';
  const { comment, scratch, listen } = listenPlaceOf(site, 'apache', command, WRITES_NOTHING_NOTE, note);
  return [
    comment,
    section('IfDefine !MODULES', ['Define MODULES /usr/lib/apache2/modules']),
    MODULES.map((name) =>
      section(`IfModule !${name}_module`, [`LoadModule ${name}_module $\{MODULES}/mod_${name}.so`]),
    ).join('\n'),
    [
      `Listen ${listen}`,
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
}
