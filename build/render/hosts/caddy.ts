/**
 * The configuration of Caddy: `cartalog.caddy` to import into one's own site, and `Caddyfile`, which starts as it is.
 *
 * A request below `/v1/` is taken apart by maps, which decide what it asks for, and then goes through a list of answers
 * of which the first that fits is given. What is published is what has a file.
 */

import {
  ANSWERS,
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
import { banner, configurationFile, indented } from './configuration-text.ts';
import {
  answersFor,
  type HostAnswers,
  IGNORED_HEADERS,
  PRECONDITIONS,
  ROOT_FILES,
  type SubjectAnswers,
} from './host-answers.ts';
import { MEDIA_TYPES } from './media-types.ts';
import { ANY_FORMAT_QUERY, FORMAT_QUERIES, JSON_ACCEPTS, SOURCE_QUERY, XML_ACCEPT } from './request-patterns.ts';

/** The configuration of Caddy. */
export function caddyFiles(input: ConfigurationInput): Asset[] {
  return [
    configurationFile('caddy/cartalog.caddy', siteBlock(answersFor(input), input.isCompressed)),
    configurationFile('caddy/Caddyfile', CADDYFILE),
  ];
}

/** A token, as it is. @throws where it would end before its end */
function quoted(text: string): string {
  if (text.includes('`')) throw new Error(`Caddy cannot read ${text}`);
  return `\`${text}\``;
}

function block(head: string, lines: readonly string[]): string {
  return indented(`${head} {`, lines, '}', '\t');
}

/** What is found, and the values; patterns begin with `~`. */
type Row = readonly [found: string, ...values: string[]];

function map(source: string, names: readonly string[], rows: readonly Row[], defaults: readonly string[]): string {
  const line = (words: readonly string[]): string => words.map(quoted).join(' ');
  return block(`map ${source} ${names.map((name) => `{cartalog_${name}}`).join(' ')}`, [
    ...rows.map(line),
    `default ${line(defaults)}`,
  ]);
}

/** The path of the folder of a document, which stays the same when the request is rewritten to one of its files. */
const FOLDER = '{cartalog_folder}';

/** The same as the pattern of a kind of resource, in the path of one of its files. */
function filePattern({ pattern, file }: SubjectAnswers): string {
  return file === null ? pattern.replace(/\$$/, 'index[.]') : pattern;
}

/** A response in JSON. */
function respond(body: string, status: number): string {
  return `respond * ${quoted(body)} ${status}`;
}

/** What is done with a request that fits all conditions; it then goes no further. */
function matched(name: string, conditions: readonly string[], directives: readonly string[]): string {
  return `${block(`@cartalog_${name}`, conditions)}\n${block(`handle @cartalog_${name}`, directives)}`;
}

/** What a request asks for, as variables. */
function requestMaps({ subjects, resources }: HostAnswers): string[] {
  const facts = resources.filter(({ maxAge, modified }) => maxAge !== null || modified !== null);
  return [
    '# The rendition that the query asks for, and that Accept does.',
    map(
      '{query}',
      ['format'],
      [...FORMAT_QUERIES.map(([format, pattern]): Row => [`~${pattern}`, format]), [`~${ANY_FORMAT_QUERY}`, 'unknown']],
      [''],
    ),
    map('{query}', ['source'], [[`~${SOURCE_QUERY}`, '-source']], ['']),
    map('{header.Accept}', ['xml'], [[`~(?i)${XML_ACCEPT}`, 'xml']], ['']),
    map(
      '{header.Accept}',
      ['json'],
      JSON_ACCEPTS.map(([pattern, isFull]): Row => [`~(?i)${pattern}`, isFull ? 'json' : '']),
      [''],
    ),
    map(
      '{cartalog_format}:{cartalog_xml}{cartalog_json}',
      ['rendition'],
      [
        [':xml', 'xml'],
        ['~^:', 'json'],
        ['~^([a-z]+):', '${1}'],
      ],
      ['unknown'],
    ),
    '# The files with that rendition, of which the first that is there is sent. XML is never answered with JSON.',
    map(
      '{cartalog_rendition}{cartalog_source}',
      ['file', 'other_file', 'type'],
      [
        ['~^json', RENDITIONS.json.file, RENDITIONS.json.file, RENDITIONS.json.contentType],
        ['~^api', RENDITIONS.api.file, RENDITIONS.json.file, RENDITIONS.api.contentType],
        ['~^xml-source$', RENDITIONS['xml-source'].file, RENDITIONS.xml.file, RENDITIONS['xml-source'].contentType],
        ['~^xml', RENDITIONS.xml.file, RENDITIONS.xml.file, RENDITIONS.xml.contentType],
      ],
      ['none', 'none', RENDITIONS.json.contentType],
    ),
    '# The path as it was sent: with a slash at its end; and whether it has what no path of a document has.',
    map('{uri}', ['location'], [['~^([^?]*)([?].*)$', '${1}/${2}']], ['{uri}/']),
    map('{uri}', ['odd_path'], [['~(?i)^[^?]*(?://|%2f|%5c)', 'yes']], ['']),
    map('{uri}', ['dots'], [['~(?i)^[^?]*/(?:[.]|%2e)(?:[.]|%2e)?(?:[?]|$)', 'yes']], ['']),
    '# The resource, once the path is that of one of its files.',
    map('{path}', ['folder'], [['~^(.*/)index[.][a-z.]+$', '${1}']], ['']),
    map(
      '{path}',
      ['kind', 'allow', 'description', 'refusal', 'file_type'],
      subjects.map((subject): Row => {
        const { kind, allow, description, refusal, file } = subject;
        return [`~${filePattern(subject)}`, kind, allow, description, refusal, file?.contentType ?? ''];
      }),
      ['', '', '', '', ''],
    ),
    map(
      FOLDER,
      ['cache', 'modified'],
      facts.map(
        ({ path, maxAge, modified }): Row => [
          path,
          maxAge === null ? REVALIDATED : `max-age=${maxAge}`,
          modified ?? '',
        ],
      ),
      [REVALIDATED, ''],
    ),
  ];
}

/** The answers to a request below the interface, in the order in which they are tried. */
function interfaceAnswers(answers: HostAnswers, sendFile: readonly string[]): string[] {
  const { bodies } = answers;
  return [
    block('header', [
      ...Object.entries({ ...EVERY_ANSWER, 'Content-Security-Policy': DOCUMENT_POLICY }).map(
        ([name, value]) => `${name} ${quoted(value)}`,
      ),
      `Cache-Control ${NEVER_CACHED}`,
      'Content-Type application/json',
    ]),
    matched('odd', ['vars {cartalog_odd_path} yes'], [respond(bodies.unknownPath, 404)]),
    matched(
      'unslashed',
      ['not path */', 'file {path}/index.json'],
      ['header Location {cartalog_location}', respond(bodies.redirect, 308)],
    ),
    matched(
      'resource',
      ['path */', 'file {path}index.json'],
      ['rewrite {http.matchers.file.relative}', block('route', resourceAnswers(answers, sendFile))],
    ),
    matched(
      'file',
      ['not vars {cartalog_file_type} ""', 'file {path}'],
      [
        block('route', [
          ...methodAnswers(answers),
          'header Content-Type {cartalog_file_type}',
          `header Cache-Control ${quoted(REVALIDATED)}`,
          'header -Last-Modified',
          ...sendFile,
        ]),
      ],
    ),
    respond(bodies.unknownPath, 404),
  ];
}

/** The answers to all methods but GET and HEAD. */
function methodAnswers({ subjects, bodies }: HostAnswers): string[] {
  const preflight = ['header Origin *', 'header Access-Control-Request-Method *'];
  const writes = subjects.flatMap(({ kind, writes: methods }) =>
    methods.map(([method, answer]) => ({ kind, method, answer })),
  );
  return [
    'header Allow {cartalog_allow}',
    matched(
      'options',
      ['method OPTIONS'],
      [
        block('@cartalog_preflight', preflight),
        block('header @cartalog_preflight', [
          'Access-Control-Allow-Methods {cartalog_allow}',
          `Access-Control-Max-Age ${PREFLIGHT_SECONDS}`,
        ]),
        block('@cartalog_preflight_headers', [...preflight, 'header Access-Control-Request-Headers *']),
        'header @cartalog_preflight_headers Access-Control-Allow-Headers {header.Access-Control-Request-Headers}',
        'header -Cache-Control',
        'respond {cartalog_description} 200',
      ],
    ),
    ...writes.map(({ kind, method, answer }) =>
      matched(
        `${method.toLowerCase()}_${kind}`,
        [`method ${method}`, `vars {cartalog_kind} ${kind}`],
        ['header -Allow', respond(bodies[answer], ANSWERS[answer].status)],
      ),
    ),
    matched('refused', ['not method GET HEAD'], ['respond {cartalog_refusal} 405']),
  ];
}

/** The answers of a resource that is published. */
function resourceAnswers(answers: HostAnswers, sendFile: readonly string[]): string[] {
  const { bodies } = answers;
  return [
    matched('unknown', ['vars {cartalog_kind} ""'], [respond(bodies.unknownPath, 404)]),
    ...methodAnswers(answers),
    matched('format', ['vars {cartalog_rendition} unknown'], ['header -Allow', respond(bodies.unknownFormat, 404)]),
    `@cartalog_service vars {cartalog_kind} service\nheader @cartalog_service Link ${quoted(DESCRIPTION_LINK)}`,
    matched(
      'document',
      ['file {cartalog_folder}{cartalog_file} {cartalog_folder}{cartalog_other_file}'],
      [
        'rewrite {http.matchers.file.relative}',
        'header Content-Type {cartalog_type}',
        'header Cache-Control {cartalog_cache}',
        '# Caddy leaves Last-Modified out of a 304: so both have that of the commit, or neither has one.',
        '@cartalog_modified not vars {cartalog_modified} ""',
        block('header @cartalog_modified', ['defer', 'Last-Modified {cartalog_modified}']),
        '@cartalog_undated vars {cartalog_modified} ""',
        'header @cartalog_undated -Last-Modified',
        ...sendFile,
      ],
    ),
    respond(bodies.missing, 502),
  ];
}

/** Sends the file that the request was rewritten to, or a copy of it; caches are told that there are copies. */
function sending(isCompressed: boolean, vary: readonly string[]): string[] {
  if (!isCompressed) return ['file_server'];
  return [
    block('header', ['defer', `Vary ${quoted([...vary, 'Accept-Encoding'].join(', '))}`]),
    block('file_server', ['precompressed br gzip']),
  ];
}

/** Hides headers of a request from the file server. */
function hiding(names: readonly string[]): string[] {
  return names.map((name) => `request_header -${name}`);
}

/** Takes away what the program of a client, or a proxy, added to an ETag. */
const GZIP_SUFFIX = 'request_header If-None-Match `-gzip"` `"`';

function siteBlock(answers: HostAnswers, isCompressed: boolean): string {
  const { bodies } = answers;
  const sendDocument = [GZIP_SUFFIX, ...hiding(IGNORED_HEADERS), ...sending(isCompressed, [EVERY_ANSWER.Vary])];
  const error = ['header Content-Type application/json', `header Cache-Control ${NEVER_CACHED}`];
  const isPublic = 'file {path} {path}/index.html';
  return [
    banner('For a site of Caddy whose root is the folder "site" beside this one.'),
    ...requestMaps(answers),
    '# Dots at the end of a path are those of a folder.',
    '@cartalog_dots vars {cartalog_dots} yes\nrewrite @cartalog_dots {path}/',
    '# The interface.',
    `@cartalog path ${[PREFIX, `${PREFIX}/*`, ...ROOT_FILES].join(' ')}`,
    block('handle @cartalog', [block('route', interfaceAnswers(answers, sendDocument))]),
    '# The page, and the other files of public/.',
    block('handle', [
      ...Object.entries(PUBLIC_HEADERS).map(([name, value]) => `header ${name} ${quoted(value)}`),
      matched(
        'refused_public',
        ['not method GET HEAD', isPublic],
        [...error, `header Allow ${quoted(PUBLIC_ALLOW)}`, respond(bodies.refuse, 405)],
      ),
      matched(
        'public',
        [isPublic],
        [
          ...(answers.hasPages ? [`header /${ASSETS_FOLDER}* Cache-Control ${quoted(ASSETS_LIFETIME)}`] : []),
          `header ?Cache-Control ${quoted(REVALIDATED)}`,
          '# Caddy has another type for these.',
          `@cartalog_public_xml path *.xml\nheader @cartalog_public_xml Content-Type ${quoted(MEDIA_TYPES['xml'] as string)}`,
          ...hiding(PRECONDITIONS),
          ...sending(isCompressed, []),
        ],
      ),
      block('handle', ['rewrite * /404.html', block('file_server', ['status 404'])]),
    ]),
    '# A file of the interface that cannot be read.',
    block('handle_errors', [block('handle @cartalog', [...error, respond(bodies.missing, 502)])]),
  ].join('\n\n');
}

/** A whole configuration, for a server with nothing else. */
const CADDYFILE = [
  // Nothing may be between the comment and the options of the server, not even an empty line.
  [
    banner(
      'Serves the catalog as it is, on port 8080. In the folder above the one that was built, which is dist here:',
      '',
      '  CARTALOG_SITE="$PWD/dist/site" caddy run --config dist/caddy/Caddyfile',
      '',
      'CARTALOG_SITE is the folder with the documents, as a whole path: a build replaces dist, and a server that was started',
      'inside it would go on in the old one, which is deleted.',
    ),
    block('', ['admin off', 'auto_https off']).trimStart(),
  ].join('\n'),
  block(':8080', ['root * {$CARTALOG_SITE:dist/site}', 'import cartalog.caddy']),
].join('\n\n');
