/**
 * The configuration of nginx: `http.conf` and `server.conf` to include, and `nginx.conf`, a complete configuration.
 *
 * Maps decide what a request below `/v1/` asks for; the location answers with their results. Ids are not listed: an
 * address is published if it has a file.
 */
import {
  ANSWERS,
  type AnswerName,
  DOCUMENT_POLICY,
  EVERY_ANSWER,
  NEVER_CACHED,
  PREFLIGHT_SECONDS,
  PUBLIC_HEADERS,
  REVALIDATED,
} from '../../../contract/http-answers.ts';
import { ASSETS_FOLDER, ASSETS_LIFETIME } from '../../../contract/pages.ts';
import { DESCRIPTION_LINK } from '../../../contract/plain-files.ts';
import { PREFIX } from '../../../contract/routes.ts';
import type { Asset } from '../asset.ts';
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
  DOCUMENT_TYPES,
  type HostAnswers,
  REQUEST_VARIABLES,
  stepsOf,
  subjectVariables,
  type VariableRow,
  type Variables,
  withNames,
} from './host-answers.ts';

/** The configuration of nginx. */
export function nginxFiles(input: ConfigurationInput): Asset[] {
  const answers = answersFor(input);
  const copies = input.isCompressed ? COPIES : [];
  return [
    configurationFile('nginx/http.conf', httpConf(answers)),
    configurationFile('nginx/server.conf', serverConf(answers, copies)),
    configurationFile('nginx/nginx.conf', nginxConf(scratchPath('nginx', input.catalog))),
  ];
}

function block(head: string, lines: readonly string[]): string {
  return indented(`${head} {`, lines, '}');
}

/** nginx's names for the parts of a request. All other variables are ours. */
const NAMES: Readonly<Record<string, string>> = {
  query: 'args',
  accept: 'http_accept',
  uri: 'request_uri',
  method: 'request_method',
  origin: 'http_origin',
  asked_method: 'http_access_control_request_method',
  asked_headers: 'http_access_control_request_headers',
  status: 'status',
  sent_path: 'uri',
  1: '1',
  2: '2',
};

function inNginx(text: string): string {
  return withNames(text, (name) => `$${NAMES[name] ?? `cartalog_${name}`}`);
}

/** A map for each variable. nginx derives the types of documents from their file names. */
function maps({ from, rows, otherwise }: Variables): string[] {
  return Object.entries(otherwise).flatMap(([name, fallback], index) => {
    if (name === 'file_type') return [];
    const line = (found: string, value: string): string => `${found} ${quoted(inNginx(value))};`;
    const lines = rows.map(([found, ...values]) => line(quoted(found), values[index] ?? ''));
    return block(`map ${quoted(inNginx(from))} $cartalog_${name}`, [...lines, line('default', fallback)]);
  });
}

/** A longer name does not fit into nginx's default hash buckets, and is looked up as a pattern. */
const LONGEST_HASHED = 40;

/** The maps. */
function httpConf(answers: HostAnswers): string {
  const { subjects, lifetimes, bodies, refused, hasPages } = answers;
  const writable = subjects.filter(({ writes }) => writes.length > 0);
  const ids = writable.map(({ pattern }): VariableRow => [`~${pattern.replace(/\[.*\+/, '($&)')}`, '{1}']);
  const secondsOfIds = [...lifetimes].flatMap(([seconds, some]) =>
    some.map((id): VariableRow => [id.length > LONGEST_HASHED ? `~^${id}$` : id, String(seconds)]),
  );
  const assets: VariableRow[] = hasPages ? [[`~^(?:20[06]|304):/${ASSETS_FOLDER}`, ASSETS_LIFETIME]] : [];
  const ofServer: readonly Variables[] = [
    {
      from: '{status}',
      rows: refused.map(([status, body]) => [String(status), body]),
      otherwise: { refused: bodies.missing },
    },
    { from: '{sent_path}', rows: [['~[^/]$', '{sent_path}/index.json']], otherwise: { unslashed: '/none' } },
    // Headers.
    { from: '{status}', rows: [[`~^(?:200|304|${ANSWERS.refuse.status})$`, '{allow}']], otherwise: { sent_allow: '' } },
    { from: '{path}', rows: ids, otherwise: { id: '' } },
    { from: '{id}', rows: secondsOfIds, otherwise: { lifetime: 'off' } },
    { from: '{method}:{lifetime}', rows: [['~^(?:GET|HEAD):(.+)$', '{1}']], otherwise: { expires: 'off' } },
    {
      from: '{status}:{method}:{lifetime}',
      rows: [
        ['~^(?:200|304):(?:GET|HEAD):off$', REVALIDATED],
        ['~^(?:200|304):', ''],
      ],
      otherwise: { cache: NEVER_CACHED },
    },
    {
      from: '{status}:{sent_path}',
      rows: [...assets, ['~^(?:20[06]|304):', REVALIDATED]],
      otherwise: { page_cache: '' },
    },
    { from: '{status}', rows: [['308', '{location}']], otherwise: { redirect: '' } },
    { from: '{status}:{kind}', rows: [['~^(?:200|304):service$', DESCRIPTION_LINK]], otherwise: { link: '' } },
    {
      from: '{method}:{origin}:{asked_method}',
      rows: [['~^OPTIONS:[^:].*:[A-Za-z]+$', '{allow}', '{asked_headers}', String(PREFLIGHT_SECONDS)]],
      otherwise: { preflight_methods: '', preflight_headers: '', preflight_seconds: '' },
    },
  ];
  return [
    banner(
      'For the http block of nginx: what a request asks for.',
      'With hundreds of data sources that have a lifetime, nginx may warn that its map_hash is not optimal. It works all',
      'the same; map_hash_max_size 65536 and map_hash_bucket_size 256 in the http block end the warning.',
    ),
    ...[...REQUEST_VARIABLES, subjectVariables(answers), ...ofServer].flatMap(maps),
  ].join('\n\n');
}

/** A header for every status; nginx does not send an empty one. */
function header(name: string, value: string): string {
  return `add_header ${name} ${value.startsWith('$') ? value : `"${value}"`} always;`;
}

const COMMON_HEADERS = Object.entries({ ...EVERY_ANSWER, 'Content-Security-Policy': DOCUMENT_POLICY }).map(
  ([name, value]) => header(name, value),
);

/** Sends compressed copies. nginx needs an additional module for Brotli, which its users configure. */
const COPIES = ['gzip_static on;', 'gzip_vary on;'];

/** Documents are always sent whole. Request bodies are ignored. */
const READING = ['etag on;', 'if_modified_since before;', 'max_ranges 0;', 'client_max_body_size 0;'];

/**
 * The answers to errors that nginx itself finds. A location with an `error_page` inherits none, so each needs these.
 */
const REFUSING = [
  'error_page 405 = @cartalog_not_allowed;',
  'error_page 412 413 414 416 417 501 505 /cartalog-refused;',
  'error_page 494 =431 /cartalog-refused;',
];

/** The answer if a file of the interface cannot be read. */
const UNREADABLE = 'error_page 403 500 502 =502 @cartalog_missing;';

/** The conditions for each answer. */
const CONDITIONS: Conditions<string> = {
  odd: '$cartalog_odd_path',
  unslashed: '-f $document_root$cartalog_unslashed',
  unpublished: ['!-f "$document_root${uri}index.json"', '$cartalog_kind = ""'],
  otherMethod: '$request_method !~ "^(?:GET|HEAD)$"',
  unknownFormat: '$cartalog_rendition = unknown',
  method: (method, subject) =>
    subject ? `$cartalog_asked = ${method}:${subject.kind}` : `$request_method = ${method}`,
};

const DESCRIBING = 'return 200 "$cartalog_description\\n";';

/** Gives an answer. nginx would treat the text of a 308 as an address, so it uses another status internally. */
function returning(name: AnswerName, body: string): string {
  if (name === 'redirect') return 'return 418;';
  if (name === 'unknownPath') return 'return 404;';
  if (name === 'describe') return DESCRIBING;
  return `return ${ANSWERS[name].status} ${name === 'refuse' ? '$cartalog_refusal' : quoted(body)};`;
}

/** The locations. */
function serverConf(answers: HostAnswers, copies: readonly string[]): string {
  const { subjects, bodies } = answers;
  // nginx takes the type of a "return" from the extension of the path, unless there are no types.
  const json = ['types { }', 'default_type application/json;', ...HEADERS];
  const named = (name: string, lines: readonly string[]): string =>
    block(`location @cartalog_${name}`, [...json, ...lines]);
  const unknown = `return 404 ${quoted(bodies.unknownPath)};`;
  const isBrokenEncoding = quoted(`^[A-Z]+ ${PREFIX}/[^ ?]*%(?:00|(?![0-9A-Fa-f]{2}))`);
  return [
    banner('For a server block of nginx whose root is the folder "site" beside this one.'),
    'set $cartalog_path $uri;',
    '# What nginx refuses before it looks for a location: broken encodings, which no published path has, TRACE, and others.',
    ...REFUSING,
    'error_page 400 = /cartalog-bad-request;',
    block('location = /cartalog-bad-request', [
      'internal;',
      ...json,
      block(`if ($request ~ ${isBrokenEncoding})`, [unknown]),
      'return 400 $cartalog_refused;',
    ]),
    block('location = /cartalog-refused', ['internal;', ...json, 'return 200 $cartalog_refused;']),
    named('not_allowed', ['set $cartalog_path $uri;', 'return 405 $cartalog_refusal;']),
    '# The interface.',
    block(`location = ${PREFIX}`, ['error_page 418 =308 @cartalog_slash;', 'return 418;']),
    block(`location ^~ ${PREFIX}/`, [
      'default_type application/json;',
      typesBlock(DOCUMENT_TYPES),
      ...READING,
      ...copies,
      'expires $cartalog_expires;',
      ...HEADERS,
      'error_page 418 =308 @cartalog_slash;',
      'error_page 404 = @cartalog_unknown;',
      UNREADABLE,
      ...REFUSING,
      'set $cartalog_asked "$request_method:$cartalog_kind";',
      ...stepsOf(answers, CONDITIONS).map(([condition, name]) =>
        block(`if (${condition})`, [returning(name, bodies[name])]),
      ),
      'try_files ${uri}$cartalog_file ${uri}$cartalog_other_file =502;',
    ]),
    '# Files that have one form.',
    ...subjects.flatMap(({ file }) =>
      file === null
        ? []
        : block(`location = ${file.path}`, [
            'types { }',
            `default_type ${quoted(file.contentType)};`,
            ...READING,
            ...copies,
            ...HEADERS,
            'error_page 404 = @cartalog_unknown;',
            UNREADABLE,
            ...REFUSING,
            'error_page 418 =200 @cartalog_described;',
            block(`if (${CONDITIONS.method('OPTIONS', null)})`, ['return 418;']),
            block(`if (${CONDITIONS.otherMethod})`, ['return 405;']),
          ]),
    ),
    named('described', [DESCRIBING]),
    named('slash', [`return 200 ${quoted(bodies.redirect)};`]),
    named('unknown', [unknown]),
    named('missing', [`return 502 ${quoted(bodies.missing)};`]),
    '# The page, and the other files of public/.',
    block('location /', [
      'index index.html;',
      typesBlock(MEDIA_TYPES),
      'default_type application/octet-stream;',
      ...Object.entries(PUBLIC_HEADERS).map(([name, value]) => header(name, value)),
      header('Cache-Control', '$cartalog_page_cache'),
      'client_max_body_size 0;',
      ...copies,
      'error_page 403 404 =404 /404.html;',
      ...REFUSING,
      'try_files $uri $uri/ =404;',
    ]),
  ].join('\n\n');
}

const HEADERS: readonly string[] = [
  ...COMMON_HEADERS,
  header('Allow', '$cartalog_sent_allow'),
  header('Cache-Control', '$cartalog_cache'),
  header('Link', '$cartalog_link'),
  header('Location', '$cartalog_redirect'),
  header('Access-Control-Allow-Methods', '$cartalog_preflight_methods'),
  header('Access-Control-Allow-Headers', '$cartalog_preflight_headers'),
  header('Access-Control-Max-Age', '$cartalog_preflight_seconds'),
];

function typesBlock(types: Readonly<Record<string, string>>): string {
  return block(
    'types',
    Object.entries(types).map(([ending, type]) => `${quoted(type)} ${ending};`),
  );
}

/** A complete configuration for a separate server. */
function nginxConf(scratch: string): string {
  return [
    banner(
      'Serves the catalog as it is, on port 8080. In the folder above the one that was built, which is dist here:',
      '',
      '  nginx -p "$PWD/dist" -c nginx/nginx.conf',
      '',
      'Nothing is written into that folder, so that the next build can replace it.',
    ),
    `daemon off;\nerror_log stderr;\npid ${scratch}.pid;`,
    'events { }',
    block('http', [
      'access_log off;',
      'sendfile on;',
      'server_tokens off;',
      'map_hash_max_size 65536;',
      'map_hash_bucket_size 256;',
      ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${scratch}-${name};`),
      'include http.conf;',
      block('server', ['listen 8080;', 'root site;', 'include server.conf;']),
    ]),
  ].join('\n\n');
}
