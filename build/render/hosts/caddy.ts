/**
 * The configuration of Caddy: `cartalog.caddy` to import into one's own site, and `Caddyfile`, which starts as it is.
 *
 * A request below `/v1/` is taken apart by maps, which decide what it asks for, and then goes through a list of answers
 * of which the first that fits is given. What is published is what has a file.
 */
import { RENDITIONS } from '../../../contract/renditions.ts';
import { EVERY_RESPONSE, NEVER_CACHED, PREFLIGHT_SECONDS } from '../../../contract/responses.ts';
import { PREFIX } from '../../../contract/routes.ts';
import { type Asset, textAsset } from '../asset.ts';
import { type Answers, answersFor, banner, DOCUMENT_POLICY, REVALIDATED, type RouteAnswers } from './answers.ts';
import type { ConfigurationInput } from './configuration.ts';
import { ANY_FORMAT_QUERY, FORMAT_QUERIES, JSON_ACCEPTS, SOURCE_QUERY, XML_ACCEPT } from './request-patterns.ts';

/** The configuration of Caddy. */
export function caddyFiles(input: ConfigurationInput): Asset[] {
  const file = (name: string, text: string): Asset => textAsset(`caddy/${name}`, `${text}\n`, null);
  return [file('cartalog.caddy', siteBlock(answersFor(input), input.isCompressed)), file('Caddyfile', CADDYFILE)];
}

/** A token, as it is. @throws where it would end before its end */
function quoted(text: string): string {
  if (text.includes('`')) throw new Error(`Caddy cannot read ${text}`);
  return `\`${text}\``;
}

function block(head: string, lines: readonly string[]): string {
  return [`${head} {`, ...lines.map((line) => `\t${line.replaceAll('\n', '\n\t')}`), '}'].join('\n');
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
function filePattern({ pattern }: RouteAnswers): string {
  return pattern.replace(/\$$/, 'index[.]');
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
function requestMaps({ routes, resources }: Answers): string[] {
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
    '# The resource, once the path is that of one of its files.',
    map('{path}', ['folder'], [['~^(.*/)index[.][a-z.]+$', '${1}']], ['']),
    map(
      '{path}',
      ['kind', 'allow', 'description', 'refusal'],
      routes.map(
        (route): Row => [`~${filePattern(route)}`, route.route, route.allow, route.description, route.refusal],
      ),
      ['', '', '', ''],
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
function interfaceAnswers(answers: Answers, fileServer: string): string[] {
  const { plain, bodies } = answers;
  return [
    block('header', [
      ...Object.entries({ ...EVERY_RESPONSE, 'Content-Security-Policy': DOCUMENT_POLICY }).map(
        ([name, value]) => `${name} ${quoted(value)}`,
      ),
      `Cache-Control ${NEVER_CACHED}`,
      'Content-Type application/json',
    ]),
    ...plain.map(({ path, contentType }) =>
      matched(
        `file${path.replaceAll(/[^a-z]/g, '_')}`,
        [`path_regexp ^${path.replaceAll('.', '[.]')}$`],
        [`header Content-Type ${quoted(contentType)}`, `header Cache-Control ${quoted(REVALIDATED)}`, fileServer],
      ),
    ),
    matched('odd', ['vars {cartalog_odd_path} yes'], [respond(bodies.unknownPath, 404)]),
    matched(
      'unslashed',
      ['not path */', 'file {path}/index.json'],
      ['header Location {cartalog_location}', respond(bodies.redirect, 308)],
    ),
    matched(
      'resource',
      ['path */', 'file {path}index.json'],
      ['rewrite {http.matchers.file.relative}', block('route', resourceAnswers(answers, fileServer))],
    ),
    respond(bodies.unknownPath, 404),
  ];
}

/** The answers of a resource that is published. */
function resourceAnswers({ routes, bodies }: Answers, fileServer: string): string[] {
  const preflight = ['header Origin *', 'header Access-Control-Request-Method *'];
  const writes = routes.flatMap(({ route, writes: methods }) => methods.map((method) => ({ route, method })));
  return [
    matched('unknown', ['vars {cartalog_kind} ""'], [respond(bodies.unknownPath, 404)]),
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
    ...writes.map(({ route, method }) =>
      matched(
        `${method.toLowerCase()}_${route}`,
        [`method ${method}`, `vars {cartalog_kind} ${route}`],
        ['header -Allow', method === 'PUT' ? respond(bodies.acknowledged, 202) : respond(bodies.forbidden, 403)],
      ),
    ),
    matched('refused', ['not method GET HEAD'], ['respond {cartalog_refusal} 405']),
    matched('format', ['vars {cartalog_rendition} unknown'], ['header -Allow', respond(bodies.unknownFormat, 404)]),
    matched(
      'document',
      ['file {cartalog_folder}{cartalog_file} {cartalog_folder}{cartalog_other_file}'],
      [
        'rewrite {http.matchers.file.relative}',
        'header Content-Type {cartalog_type}',
        'header Cache-Control {cartalog_cache}',
        '# Caddy leaves Last-Modified out of a 304.',
        '@cartalog_modified not vars {cartalog_modified} ""',
        block('header @cartalog_modified', ['defer', 'Last-Modified {cartalog_modified}']),
        'request_header If-None-Match `-gzip"` `"`',
        fileServer,
      ],
    ),
    respond(bodies.missing, 502),
  ];
}

function siteBlock(answers: Answers, isCompressed: boolean): string {
  // The copies are sent by the directive that sends the files.
  const fileServer = isCompressed ? block('file_server', ['precompressed br gzip']) : 'file_server';
  return [
    banner('For a site of Caddy whose root is the folder "site" beside this one.'),
    ...requestMaps(answers),
    '# The interface.',
    `@cartalog path ${PREFIX} ${PREFIX}/*`,
    block('handle @cartalog', [block('route', interfaceAnswers(answers, fileServer))]),
    '# The page, and the other files of public/.',
    block('handle', [
      'header X-Content-Type-Options nosniff',
      matched('public', ['file {path} {path}/index.html'], [fileServer]),
      block('handle', ['rewrite * /404.html', block('file_server', ['status 404'])]),
    ]),
  ].join('\n\n');
}

/** A whole configuration, for a server with nothing else. */
const CADDYFILE = [
  // Nothing may be between the comment and the options of the server, not even an empty line.
  [
    banner(
      'Serves the catalog as it is, on port 8080. In the folder above the one that was built, which is dist here:',
      '',
      '  caddy run --config dist/caddy/Caddyfile',
      '',
      'CARTALOG_SITE is the folder with the documents, if it is another one.',
    ),
    block('', ['admin off', 'auto_https off']).trimStart(),
  ].join('\n'),
  block(':8080', ['root * {$CARTALOG_SITE:dist/site}', 'import cartalog.caddy']),
].join('\n\n');
