/**
 * The configuration of nginx: `http.conf` and `server.conf` to include into one's own, and `nginx.conf`, which starts
 * as it is.
 *
 * A request below `/v1/` is taken apart by maps, which decide what it asks for; the location answers with what they say.
 * Ids are not listed: what is published is what has a file.
 */

import {
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
import { RENDITIONS } from '../../../contract/renditions.ts';
import { PREFIX } from '../../../contract/routes.ts';
import type { Asset } from '../asset.ts';
import type { ConfigurationInput } from './configuration.ts';
import { banner, configurationFile, indented, inQuotes as quoted, scratchPath } from './configuration-text.ts';
import { answersFor, type HostAnswers } from './host-answers.ts';
import { MEDIA_TYPES } from './media-types.ts';
import { ANY_FORMAT_QUERY, FORMAT_QUERIES, JSON_ACCEPTS, SOURCE_QUERY, XML_ACCEPT } from './request-patterns.ts';

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

/** Rows of a map: what is found, and the value; `default` and texts as they are, patterns with `~` or `~*`. */
type Row = readonly [found: string, value: string];

function map(source: string, name: string, rows: readonly Row[]): string {
  const lines = rows.map(([found, value]) => `${found === 'default' ? found : quoted(found)} ${quoted(value)};`);
  return block(`map ${quoted(source)} $cartalog_${name}`, lines);
}

function block(head: string, lines: readonly string[]): string {
  return indented(`${head} {`, lines, '}');
}

/** A name longer than this has no place in the buckets that nginx has by default, and is looked up as a pattern. */
const LONGEST_HASHED = 40;

/** The maps. */
function httpConf({ subjects, lifetimes, bodies, refused, hasPages }: HostAnswers): string {
  const kinds = subjects.map(({ kind, pattern }): Row => [`~${pattern}`, kind]);
  const writable = subjects.filter(({ writes }) => writes.length > 0);
  const lifetimeRows = [...lifetimes].flatMap(([seconds, ids]) =>
    ids.map((id): Row => [id.length > LONGEST_HASHED ? `~^${id}$` : id, String(seconds)]),
  );
  return [
    banner(
      'For the http block of nginx: what a request asks for.',
      'With hundreds of data sources that have a lifetime, nginx may warn that its map_hash is not optimal. It works all',
      'the same; map_hash_max_size 65536 and map_hash_bucket_size 256 in the http block end the warning.',
    ),
    '# The rendition that the query asks for, and that Accept does.',
    map('$args', 'format', [
      ...FORMAT_QUERIES.map(([format, pattern]): Row => [`~${pattern}`, format]),
      [`~${ANY_FORMAT_QUERY}`, 'unknown'],
      ['default', ''],
    ]),
    map('$args', 'source', [
      [`~${SOURCE_QUERY}`, '-source'],
      ['default', ''],
    ]),
    map('$http_accept', 'xml', [
      [`~*${XML_ACCEPT}`, 'xml'],
      ['default', ''],
    ]),
    map('$http_accept', 'json', [
      ...JSON_ACCEPTS.map(([pattern, isFull]): Row => [`~*${pattern}`, isFull ? 'json' : '']),
      ['default', ''],
    ]),
    map('$cartalog_format:$cartalog_xml$cartalog_json', 'rendition', [
      [':xml', 'xml'],
      ['~^:', 'json'],
      ['~^([a-z]+):', '$1'],
      ['default', 'unknown'],
    ]),
    '# The files with that rendition: the first that is there. XML is never answered with JSON.',
    map('$cartalog_rendition$cartalog_source', 'file', [
      ['~^json', RENDITIONS.json.file],
      ['~^api', RENDITIONS.api.file],
      ['~^xml-source$', RENDITIONS['xml-source'].file],
      ['~^xml', RENDITIONS.xml.file],
      ['default', 'none'],
    ]),
    map('$cartalog_rendition', 'other_file', [
      ['~^(?:json|api)$', RENDITIONS.json.file],
      ['xml', RENDITIONS.xml.file],
      ['default', 'none'],
    ]),
    '# The kind of resource, and what is done with the method.',
    map('$cartalog_path', 'kind', [...kinds, ['default', '']]),
    map('$request_method:$cartalog_kind', 'action', [
      ['~^(?:GET|HEAD):', 'read'],
      ['~^OPTIONS:', 'describe'],
      ...writable.flatMap(({ kind, writes }) => writes.map(([method, answer]): Row => [`${method}:${kind}`, answer])),
      ['default', 'refuse'],
    ]),
    map('$cartalog_kind', 'description', [
      ...subjects.map(({ kind, description }): Row => [kind, description]),
      ['default', '{}'],
    ]),
    map('$cartalog_kind', 'refusal', [
      ...subjects.map(({ kind, refusal }): Row => [kind, refusal]),
      ['default', bodies.refuse],
    ]),
    map('$status', 'refused', [
      ...refused.map(([status, body]): Row => [String(status), body]),
      ['default', bodies.missing],
    ]),
    '# Paths: without a slash at the end; and as they were sent, with the slash.',
    map('$uri', 'unslashed', [
      ['~[^/]$', '$uri/index.json'],
      ['default', '/none'],
    ]),
    map('$request_uri', 'location', [
      ['~^([^?]*)([?].*)$', '$1/$2'],
      ['default', '$request_uri/'],
    ]),
    map('$request_uri', 'odd_path', [
      ['~*^[^?]*(?://|%2f|%5c)', 'yes'],
      ['default', ''],
    ]),
    '# Headers.',
    map('$status:$cartalog_kind', 'allow', [
      ...subjects.map(({ kind, allow }): Row => [`~^(?:200|304|405):${kind}$`, allow]),
      ['405:', PUBLIC_ALLOW],
      ['default', ''],
    ]),
    map('$cartalog_path', 'id', [
      ...writable.map(({ pattern }): Row => [`~${pattern.replace(/\[.*\+/, '($&)')}`, '$1']),
      ['default', ''],
    ]),
    map('$cartalog_id', 'lifetime', [...lifetimeRows, ['default', 'off']]),
    map('$request_method:$cartalog_lifetime', 'expires', [
      ['~^(?:GET|HEAD):(.+)$', '$1'],
      ['default', 'off'],
    ]),
    map('$status:$request_method:$cartalog_lifetime', 'cache', [
      ['~^(?:200|304):(?:GET|HEAD):off$', REVALIDATED],
      ['~^(?:200|304):', ''],
      ['default', NEVER_CACHED],
    ]),
    map('$status:$uri', 'page_cache', [
      ...(hasPages ? [[`~^(?:20[06]|304):/${ASSETS_FOLDER}`, ASSETS_LIFETIME] as const] : []),
      ['~^(?:20[06]|304):', REVALIDATED],
      ['default', ''],
    ]),
    map('$status', 'redirect', [
      ['308', '$cartalog_location'],
      ['default', ''],
    ]),
    map('$status:$cartalog_kind', 'link', [
      ['~^(?:200|304):service$', DESCRIPTION_LINK],
      ['default', ''],
    ]),
    map('$request_method:$http_origin:$http_access_control_request_method', 'preflight', [
      ['~^OPTIONS:[^:].*:[A-Za-z]+$', 'yes'],
      ['default', ''],
    ]),
    map('$cartalog_preflight', 'preflight_methods', [
      ['yes', '$cartalog_allow'],
      ['default', ''],
    ]),
    map('$cartalog_preflight', 'preflight_headers', [
      ['yes', '$http_access_control_request_headers'],
      ['default', ''],
    ]),
    map('$cartalog_preflight', 'preflight_seconds', [
      ['yes', String(PREFLIGHT_SECONDS)],
      ['default', ''],
    ]),
  ].join('\n\n');
}

/** A header that is sent with every status; one whose value is empty is not sent at all. */
function header(name: string, value: string): string {
  return `add_header ${name} ${value.startsWith('$') ? value : `"${value}"`} always;`;
}

const COMMON_HEADERS = Object.entries({ ...EVERY_ANSWER, 'Content-Security-Policy': DOCUMENT_POLICY }).map(
  ([name, value]) => header(name, value),
);

/** Sends the compressed copies. nginx has Brotli only as an additional module, so whoever has it says so. */
const COPIES = ['gzip_static on;', 'gzip_vary on;'];

/** How a document is read: whole, and by whoever has another one. Bodies of requests are not looked at. */
const READING = ['etag on;', 'if_modified_since before;', 'max_ranges 0;', 'client_max_body_size 0;'];

/** The answers to what nginx refuses itself; each location that has an `error_page` has to say it again. */
const REFUSING = [
  'error_page 405 = @cartalog_not_allowed;',
  'error_page 412 413 414 416 417 501 505 /cartalog-refused;',
  'error_page 494 =431 /cartalog-refused;',
];

/** The answer where a file of the interface cannot be read. */
const UNREADABLE = 'error_page 403 500 502 =502 @cartalog_missing;';

/** The locations. */
function serverConf({ subjects, bodies }: HostAnswers, copies: readonly string[]): string {
  // The type of what "return" sends depends on the ending of the path, unless there are no types.
  const json = ['types { }', 'default_type application/json;', ...HEADERS];
  const named = (name: string, lines: readonly string[]): string =>
    block(`location @cartalog_${name}`, [...json, ...lines]);
  const unknown = `return 404 ${quoted(bodies.unknownPath)};`;
  const isBrokenEncoding = quoted(`^[A-Z]+ ${PREFIX}/[^ ?]*%(?:00|(?![0-9A-Fa-f]{2}))`);
  return [
    banner('For a server block of nginx whose root is the folder "site" beside this one.'),
    'set $cartalog_path $uri;',
    '# What nginx refuses before it looks for a location: broken encodings, of which no path is published, TRACE, and others.',
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
      typesBlock({ json: RENDITIONS.json.contentType, xml: RENDITIONS.xml.contentType }),
      ...READING,
      ...copies,
      'expires $cartalog_expires;',
      ...HEADERS,
      'error_page 418 =308 @cartalog_slash;',
      'error_page 404 = @cartalog_unknown;',
      UNREADABLE,
      ...REFUSING,
      block('if ($cartalog_odd_path)', ['return 404;']),
      block('if (-f $document_root$cartalog_unslashed)', ['return 418;']),
      block('if (!-f "$document_root${uri}index.json")', ['return 404;']),
      block('if ($cartalog_kind = "")', ['return 404;']),
      block('if ($cartalog_action = describe)', ['return 200 "$cartalog_description\\n";']),
      block('if ($cartalog_action = acknowledge)', [`return 202 ${quoted(bodies.acknowledge)};`]),
      block('if ($cartalog_action = forbid)', [`return 403 ${quoted(bodies.forbid)};`]),
      block('if ($cartalog_action = refuse)', ['return 405 $cartalog_refusal;']),
      block('if ($cartalog_rendition = unknown)', [`return 404 ${quoted(bodies.unknownFormat)};`]),
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
            block('if ($cartalog_action = describe)', ['return 418;']),
            block('if ($cartalog_action = refuse)', ['return 405;']),
          ]),
    ),
    named('described', ['return 200 "$cartalog_description\\n";']),
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
  header('Allow', '$cartalog_allow'),
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

/** A whole configuration, for a server with nothing else. */
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
