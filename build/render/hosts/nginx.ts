/**
 * `http.conf` and `server.conf` are to be included, `nginx.conf` is complete. Blocks named `map` decide what a request
 * below `/v1/` asks for; the location answers with their results.
 */
import { sha256Of } from '../../../contract/base/sha256.ts';
import {
  NEVER_CACHED,
  PREFLIGHT_SECONDS,
  PUBLIC_HEADERS,
  REVALIDATED,
} from '../../../contract/interface/http-answers.ts';
import { MEDIA_TYPES, TEXT_TYPES } from '../../../contract/interface/media-types.ts';
import { DESCRIPTION_LINK, ROOT_FILES } from '../../../contract/interface/plain-files.ts';
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
  answerBodies,
  answerStatusOf,
  type Bodies,
  DOCUMENT_HEADERS,
  DOCUMENT_TYPES,
  lifetimesOf,
  removedMaps,
} from './host-answers.ts';
import { answerVariables, fillNames, REQUEST_VARIABLES, type VariableRow, type Variables } from './request-patterns.ts';

export function nginxFiles(site: ServedSite): Asset[] {
  const bodies = answerBodies(site.repository);
  const names = new Map<string, string>();
  const renamed = (text: string): string => text.replace(/[$]cartalog_[a-z_]+/g, (name) => names.get(name) ?? name);
  const mapBlocks = httpConf(site, bodies).map((mapBlock) => {
    const text = renamed(mapBlock);
    const [variable = ''] = /[$]cartalog_[a-z_]+(?= [{]$)/m.exec(text) ?? [];
    names.set(variable, nameFor(text));
    return `# ${variable.replace('$cartalog_', '')}\n${renamed(text)}`;
  });
  return [
    configurationFile('nginx/http.conf', [HTTP_BANNER, ...mapBlocks].join('\n\n')),
    configurationFile('nginx/server.conf', renamed(serverConf(bodies))),
    configurationFile('nginx/nginx.conf', nginxConf(site)),
  ];
}

const quoted = (text: string): string => configQuoted(text, 'nginx');

const HTTP_BANNER = fileBanner('For the http block of nginx: what a request asks for.');

/**
 * All servers of an nginx share variables, and it uses the last of two `map` blocks with one name. So a name is a hash
 * of its block. nginx warns of longer names.
 */
function nameFor(mapBlock: string): string {
  return `$c_${BigInt(`0x${sha256Of(Buffer.from(mapBlock))}`)
    .toString(36)
    .slice(0, 12)}`;
}

function block(head: string, lines: readonly string[]): string {
  return indentedBlock(`${head} {`, lines, '}');
}

function inline(head: string, lines: readonly string[]): string {
  return `${head} { ${lines.join(' ')} }`;
}

/** nginx's names for parts of a request. */
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
  return fillNames(text, (name) => `$${NAMES[name] ?? `cartalog_${name}`}`);
}

function mapBlocksOf({ from, rows, otherwise }: Variables): string[] {
  const line = (found: string, value = ''): string => `${found} ${quoted(inNginx(value))};`;
  return Object.entries(otherwise).map(([name, fallback], index) =>
    block(`map ${quoted(inNginx(from))} $cartalog_${name}`, [
      ...rows.map(([found, ...values]) => line(quoted(found), values[index])),
      line('default', fallback),
    ]),
  );
}

function httpConf(site: ServedSite, bodies: Bodies): string[] {
  // Paths are patterns, because nginx has hash buckets for short texts only.
  const lifetimes = lifetimesOf(site).map(([path, seconds]): VariableRow => [`~^${path}$`, String(seconds)]);
  const tables: readonly Variables[] = [
    ...REQUEST_VARIABLES,
    ...answerVariables(bodies),
    { from: '{status}', rows: [['~^(?:200|304|405)$', '{allow}']], otherwise: { sent_allow: '' } },
    { from: '{path}', rows: lifetimes, otherwise: { lifetime: 'off' } },
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
      rows: [
        [`~^(?:20[06]|304):/${ASSETS_FOLDER}`, ASSETS_LIFETIME],
        ['~^(?:20[06]|304):', REVALIDATED],
      ],
      otherwise: { page_cache: '' },
    },
    {
      from: '{sent_path}',
      rows: removedMaps(site).map((pattern) => [`~${pattern}`, answerStatusOf('removed'), bodies.removed]),
      otherwise: { unfound: answerStatusOf('unknownPath'), unfound_body: bodies.unknownPath },
    },
    { from: '{status}:{kind}', rows: [['~^(?:200|304):service$', DESCRIPTION_LINK]], otherwise: { link: '' } },
    {
      from: '{method}:{origin}:{asked_method}',
      rows: [['~^OPTIONS:[^:].*:[A-Za-z]+$', '{allow}', '{asked_headers}', String(PREFLIGHT_SECONDS)]],
      otherwise: { preflight_methods: '', preflight_headers: '', preflight_seconds: '' },
    },
  ];
  return tables.flatMap(mapBlocksOf);
}

/** A header of answers with any status. nginx sends no empty header. */
function header(name: string, value: string): string {
  return `add_header ${name} ${value.startsWith('$') ? value : `"${value}"`} always;`;
}

const HEADERS: readonly string[] = [
  ...DOCUMENT_HEADERS.map(([name, value]) => header(name, value)),
  header('Allow', '$cartalog_sent_allow'),
  header('Cache-Control', '$cartalog_cache'),
  header('Link', '$cartalog_link'),
  header('Access-Control-Allow-Methods', '$cartalog_preflight_methods'),
  header('Access-Control-Allow-Headers', '$cartalog_preflight_headers'),
  header('Access-Control-Max-Age', '$cartalog_preflight_seconds'),
];

/**
 * For Brotli, nginx needs an additional module, which users configure. `gzip on` of an installation compresses files
 * without a copy, if it knows the type.
 */
const COPIES = ['gzip_static on;', 'gzip_vary on;', `gzip_types ${TEXT_TYPES.map(quoted).join(' ')};`];

/** For errors that nginx finds (494: headers are too large). A location with an `error_page` inherits none. */
const REFUSING = [
  'error_page 405 @cartalog_answer;',
  'error_page 412 413 414 417 501 505 /cartalog-refused;',
  'error_page 494 =431 /cartalog-refused;',
];

/** Without types: a "return" would have the type of the path's extension. */
const JSON_ALONE = ['types { }', 'default_type application/json;'];

/** Answers without a file. A body has the type of the path's extension, or JSON. An `error_page` replaces 418, 419. */
const ANSWERING = [
  ['404', '419'],
  ['200', '418'],
  ['202', '202 $cartalog_body'],
  ['403', '403 $cartalog_body'],
  ['405', '405'],
].map(([answer, returned]) => inline(`if ($cartalog_answer = ${answer})`, [`return ${returned};`]));

function serverConf(bodies: Bodies): string {
  const answering = [...JSON_ALONE, 'absolute_redirect off;', ...HEADERS];
  const documents = (head: string, types: Readonly<Record<string, string>>): string =>
    block(`location ${head}`, [
      inline('types', typeLines(types)),
      'default_type application/json;',
      ...HEADERS,
      'expires $cartalog_expires;',
      '# Documents are always sent whole. Request bodies are ignored.',
      'etag on;',
      'if_modified_since before;',
      'max_ranges 0;',
      'client_max_body_size 0;',
      ...COPIES,
      ...REFUSING,
      'error_page 308 @cartalog_answer;',
      'error_page 404 @cartalog_unpublished;',
      'error_page 418 =200 @cartalog_answer;',
      'error_page 419 =404 @cartalog_answer;',
      'error_page 403 500 502 =502 @cartalog_answer;',
      inline('if (-f $document_root$cartalog_unslashed)', ['return 308 $cartalog_location;']),
      inline('if (!-f $document_root$uri$cartalog_index)', ['return 404;']),
      ...ANSWERING,
      'try_files $uri$cartalog_file $uri$cartalog_other_file =502;',
    ]);
  return [
    fileBanner('For a server block of nginx whose root is the folder "site" beside this one.'),
    'set $cartalog_path $uri;',
    [
      '# What nginx refuses before it looks for a location: broken encodings, which no published path has, TRACE, and others.',
      ...REFUSING,
      'error_page 400 = /cartalog-bad-request;',
    ].join('\n'),
    block('location = /cartalog-bad-request', [
      'internal;',
      ...answering,
      block(`if ($request ~ ${quoted(`^[A-Z]+ ${V1_PREFIX}/[^ ?]*%(?:00|(?![0-9A-Fa-f]{2}))`)})`, [
        `return 404 ${quoted(bodies.unknownPath)};`,
      ]),
      'return 400 $cartalog_body;',
    ]),
    block('location = /cartalog-refused', ['internal;', ...answering, 'return 200 $cartalog_body;']),
    '# nginx has set the headers of the page when it finds that there is no such range.',
    block('location = /cartalog-range', ['internal;', ...JSON_ALONE, 'return 200 $cartalog_body;']),
    block('location @cartalog_answer', [...answering, 'set $cartalog_path $uri;', 'return 200 $cartalog_body;']),
    block('location @cartalog_unpublished', [...answering, `return 404 ${quoted(bodies.unknownPath)};`]),
    block('location @cartalog_folder', ['absolute_redirect off;', 'return 308 $cartalog_location;']),
    '# The interface.',
    block(`location = ${V1_PREFIX}`, ['error_page 308 @cartalog_answer;', 'return 308 $cartalog_location;']),
    documents(`^~ ${V1_PREFIX}/`, DOCUMENT_TYPES),
    ...ROOT_FILES.map(({ path, contentType }) => documents(`= ${path}`, { [path.replace(/.*[.]/, '')]: contentType })),
    '# What is known of maps.',
    publicFiles(`^~ ${V2_PREFIX}/`, '@cartalog_no_map', '$uri'),
    block('location @cartalog_no_map', [
      ...JSON_ALONE,
      ...READABLE,
      header('Cache-Control', NEVER_CACHED),
      ...unfoundAs(' $cartalog_unfound_body'),
    ]),
    '# The page, and the other files of public/.',
    publicFiles('/', '@cartalog_no_page', '$uri $uri.html $uri/'),
    block('location @cartalog_no_page', [
      'recursive_error_pages on;',
      'error_page 404 410 /404.html;',
      ...unfoundAs(''),
    ]),
  ].join('\n\n');
}

const READABLE = Object.entries(PUBLIC_HEADERS).map(([name, value]) => header(name, value));

/** "return" takes no variable as status. */
function unfoundAs(text: string): string[] {
  return [inline('if ($cartalog_unfound = 410)', [`return 410${text};`]), `return 404${text};`];
}

/** @param unfound where a missing file leads */
function publicFiles(head: string, unfound: string, tries: string): string {
  return block(`location ${head}`, [
    'index index.html;',
    'absolute_redirect off;',
    block('types', typeLines(MEDIA_TYPES)),
    'default_type application/octet-stream;',
    ...READABLE,
    header('Cache-Control', '$cartalog_page_cache'),
    'client_max_body_size 0;',
    ...COPIES,
    'error_page 301 = @cartalog_folder;',
    'recursive_error_pages on;',
    `error_page 403 404 = ${unfound};`,
    'error_page 416 /cartalog-range;',
    ...REFUSING,
    `try_files ${tries} =404;`,
  ]);
}

function typeLines(types: Readonly<Record<string, string>>): string[] {
  return Object.entries(types).map(([ending, type]) => `${quoted(type)} ${ending};`);
}

function nginxConf(site: ServedSite): string {
  const command = 'nginx -p "$PWD/dist" -c nginx/nginx.conf';
  const { comment, scratch, listen } = listenPlaceOf(site, 'nginx', command, WRITES_NOTHING_NOTE);
  return [
    comment,
    `daemon off;\nerror_log stderr;\npid ${scratch}.pid;`,
    'events { }',
    block('http', [
      'access_log off;',
      'sendfile on;',
      'server_tokens off;',
      ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${scratch}-${name};`),
      'include http.conf;',
      block('server', [`listen ${listen};`, 'root site;', 'include server.conf;']),
    ]),
  ].join('\n\n');
}
