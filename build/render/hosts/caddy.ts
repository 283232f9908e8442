/**
 * `cartalog.caddy` is for a site, `Caddyfile` is complete. Maps decide what a request below `/v1/` asks for; routes
 * answer with their results.
 */
import {
  EVERY_ANSWER,
  NEVER_CACHED,
  PREFLIGHT_SECONDS,
  PUBLIC_ALLOW,
  PUBLIC_HEADERS,
  REVALIDATED,
} from '../../../contract/interface/http-answers.ts';
import { MEDIA_TYPES } from '../../../contract/interface/media-types.ts';
import { DESCRIPTION_LINK, ROOT_FILES } from '../../../contract/interface/plain-files.ts';
import { V1_PREFIX } from '../../../contract/interface/v1-routes.ts';
import { V2_PREFIX } from '../../../contract/interface/v2-paths.ts';
import { ASSETS_FOLDER, ASSETS_LIFETIME } from '../../../contract/pages/pages.ts';
import { SIGNATURE_ENDING } from '../../../contract/signing/minisign.ts';
import type { Asset } from '../core/asset.ts';
import {
  ConfigurationError,
  configurationFile,
  fileBanner,
  indentedBlock,
  listenPlaceOf,
  type ServedSite,
} from './configuration-input.ts';
import {
  answerBodies,
  answerStatusOf,
  type Bodies,
  DOCUMENT_HEADERS,
  DOCUMENT_TYPES,
  IGNORED_HEADERS,
  PRECONDITIONS,
  refusalBody,
  removedMaps,
  resourceHeaders,
} from './host-answers.ts';
import { answerVariables, fillNames, REQUEST_VARIABLES, type VariableRow, type Variables } from './request-patterns.ts';

export function caddyFiles(site: ServedSite): Asset[] {
  return [
    configurationFile('caddy/cartalog.caddy', siteBlock(site)),
    configurationFile('caddy/Caddyfile', caddyfile(site)),
  ];
}

/** @throws ConfigurationError for a backtick, which Caddy cannot escape here */
function quoted(text: string): string {
  if (text.includes('`')) throw new ConfigurationError(text);
  return `\`${text}\``;
}

function block(head: string, lines: readonly string[]): string {
  return indentedBlock(`${head} {`, lines, '}', '\t');
}

/** Caddy's names for parts of requests and matches. Patterns ignore case by `(?i)`. */
const NAMES: Readonly<Record<string, string>> = {
  query: '{query}',
  accept: '{header.Accept}',
  uri: '{uri}',
  method: '{method}',
  status: '{cartalog_answer}',
  sent_path: '{http.request.orig_uri.path}',
  path: '{http.vars.cartalog_path}',
  1: '${1}',
  2: '${2}',
};

function inCaddy(text: string): string {
  return fillNames(text, (name) => NAMES[name] ?? `{cartalog_${name}}`);
}

function mapBlock({ from, rows, otherwise }: Variables): string {
  const names = Object.keys(otherwise).map((name) => `{cartalog_${name}}`);
  const line = (words: readonly string[]): string => words.map((word) => quoted(inCaddy(word))).join(' ');
  return block(`map ${inCaddy(from)} ${names.join(' ')}`, [
    ...rows.map(([found, ...values]) => `${quoted(found.replace(/^~[*]/, '~(?i)'))} ${line(values)}`),
    `default ${line(Object.values(otherwise))}`,
  ]);
}

function matcher(name: string, conditions: readonly string[]): string {
  return conditions.length === 1 ? `@cartalog_${name} ${conditions[0]}` : block(`@cartalog_${name}`, conditions);
}

function matched(name: string, conditions: readonly string[], directives: readonly string[]): string {
  return `${matcher(name, conditions)}\n${block(`handle @cartalog_${name}`, directives)}`;
}

function headerIf(name: string, conditions: readonly string[], header: string): string {
  return `${matcher(name, conditions)}\nheader @cartalog_${name} ${header}`;
}

const NOT_CACHED = `header Cache-Control ${NEVER_CACHED}`;

const PREFLIGHT = ['method OPTIONS', 'header Origin *', 'header Access-Control-Request-Method *'];

function sending(...vary: readonly string[]): string[] {
  return [
    block('header', ['defer', `Vary ${quoted([...vary, 'Accept-Encoding'].join(', '))}`]),
    block('file_server', ['precompressed br gzip']),
  ];
}

function hiding(names: readonly string[]): string[] {
  return names.map((name) => `request_header -${name}`);
}

function headerVariables(site: ServedSite): Variables[] {
  const types = [
    ...ROOT_FILES.map(({ path, contentType }): VariableRow => [path, contentType]),
    ...Object.entries(DOCUMENT_TYPES).map(([ending, type]): VariableRow => [`~[.]${ending}$`, type]),
  ];
  return [
    { from: '{kind}{file}', rows: types, otherwise: { type: '' } },
    { from: '{path}', rows: resourceHeaders(site), otherwise: { cache: REVALIDATED, modified: '' } },
  ];
}

function interfaceRoute(bodies: Bodies): string[] {
  const respond = (name: 'redirect' | 'unknownPath' | 'missing'): string[] => [
    NOT_CACHED,
    `respond * ${quoted(bodies[name])} ${answerStatusOf(name)}`,
  ];
  return [
    '# A path with .. is the path of the folder that it leads to.',
    matcher('folder', ['path */', 'file {path}index.json']),
    block('route @cartalog_folder', ['rewrite {http.matchers.file.relative}', 'uri strip_suffix index.json']),
    '# cartalog_path stays the same when the request is rewritten to a file.',
    'vars cartalog_path {path}',
    block('header', [
      ...DOCUMENT_HEADERS.map(([name, value]) => `${name} ${quoted(value)}`),
      `Content-Type ${DOCUMENT_TYPES.json}`,
    ]),
    matched('redirect', ['file {cartalog_unslashed}'], ['header Location {cartalog_location}', ...respond('redirect')]),
    matched('unpublished', ['not file {path}{cartalog_index}'], respond('unknownPath')),
    headerIf('allowed', ['vars {cartalog_answer} 200 405 ""'], 'Allow {cartalog_allow}'),
    headerIf('preflight', PREFLIGHT, 'Access-Control-Allow-Methods {cartalog_allow}'),
    `header @cartalog_preflight Access-Control-Max-Age ${PREFLIGHT_SECONDS}`,
    headerIf(
      'preflight_headers',
      [...PREFLIGHT, 'header Access-Control-Request-Headers *'],
      'Access-Control-Allow-Headers {header.Access-Control-Request-Headers}',
    ),
    headerIf('error', ['not vars {cartalog_answer} 200 ""'], `Cache-Control ${NEVER_CACHED}`),
    matched('answer', ['not vars {cartalog_answer} ""'], ['respond {cartalog_body} {cartalog_answer}']),
    '# A document, or a file that has one form.',
    '@cartalog_document file {path}{cartalog_file} {path}{cartalog_other_file}',
    'rewrite @cartalog_document {http.matchers.file.relative}',
    matched('missing', ['path */'], respond('missing')),
    'header Content-Type {cartalog_type}',
    'header Cache-Control {cartalog_cache}',
    headerIf('service', ['vars {cartalog_kind} service'], `Link ${quoted(DESCRIPTION_LINK)}`),
    "# Caddy leaves Last-Modified out of a 304. Here, a 200 and a 304 both have the commit's time, or neither has one.",
    matcher('modified', ['not vars {cartalog_modified} ""']),
    block('header @cartalog_modified', ['defer', 'Last-Modified {cartalog_modified}']),
    headerIf('undated', ['vars {cartalog_modified} ""'], '-Last-Modified'),
    "# What a client's HTTP library, or a proxy, added to an ETag.",
    'request_header If-None-Match `-gzip"` `"`',
    ...hiding(IGNORED_HEADERS),
    ...sending(EVERY_ANSWER.Vary),
  ];
}

function siteBlock(site: ServedSite): string {
  const publicFile = 'file {path} {path}.html {path}/index.html';
  const json = `header Content-Type ${DOCUMENT_TYPES.json}`;
  const bodies = answerBodies(site.repository);
  return [
    fileBanner('For a site of Caddy whose root is the folder "site" beside this one.'),
    '# What a request asks for.',
    ...[...REQUEST_VARIABLES, ...answerVariables(bodies), ...headerVariables(site)].map(mapBlock),
    '# A path that ends in dots leads to a folder.',
    mapBlock({
      from: '{sent_path}',
      rows: [
        ...removedMaps(site).map((pattern): VariableRow => [`~${pattern}`, answerStatusOf('removed'), bodies.removed]),
        // Caddy would take the braces of a default for a placeholder.
        ['~^/', answerStatusOf('unknownPath'), bodies.unknownPath],
      ],
      otherwise: { unfound: answerStatusOf('unknownPath'), unfound_body: '' },
    }),
    mapBlock({ from: '{uri}', rows: [['~*^[^?]*/(?:[.]|%2e)(?:[.]|%2e)?(?:[?]|$)', 'yes']], otherwise: { dots: '' } }),
    '@cartalog_dots vars {cartalog_dots} yes\nrewrite @cartalog_dots {path}/',
    '# The interface.',
    `@cartalog path ${[V1_PREFIX, `${V1_PREFIX}/*`, ...ROOT_FILES.map(({ path }) => path)].join(' ')}`,
    block('handle @cartalog', [block('route', interfaceRoute(bodies))]),
    '# The page, and the other files of public/.',
    block('handle', [
      ...Object.entries(PUBLIC_HEADERS).map(([name, value]) => `header ${name} ${quoted(value)}`),
      matched(
        'refused_public',
        ['not method GET HEAD', publicFile],
        [
          json,
          `header Allow ${quoted(PUBLIC_ALLOW)}`,
          NOT_CACHED,
          `respond * ${quoted(refusalBody(PUBLIC_ALLOW))} 405`,
        ],
      ),
      matched(
        'public',
        [publicFile],
        [
          `header /${ASSETS_FOLDER}* Cache-Control ${quoted(ASSETS_LIFETIME)}`,
          `header ?Cache-Control ${quoted(REVALIDATED)}`,
          '# Caddy has another type for these.',
          headerIf('public_xml', ['path *.xml'], `Content-Type ${quoted(MEDIA_TYPES['xml'] as string)}`),
          headerIf(
            'signature',
            [`path *${SIGNATURE_ENDING}`],
            `Content-Type ${quoted(MEDIA_TYPES['minisig'] as string)}`,
          ),
          matcher('page', ['not file {path}', 'file {path}.html']),
          'rewrite @cartalog_page {path}.html',
          ...hiding(PRECONDITIONS),
          ...sending(),
        ],
      ),
      matched(
        'no_map',
        [`path ${V2_PREFIX}/*`],
        [json, NOT_CACHED, 'respond {cartalog_unfound_body} {cartalog_unfound}'],
      ),
      block('handle', ['rewrite * /404.html', block('file_server', ['status {cartalog_unfound}'])]),
    ]),
    '# A file of the interface that cannot be read.',
    block('handle_errors', [
      block('handle @cartalog', [json, NOT_CACHED, `respond * ${quoted(bodies.missing)} ${answerStatusOf('missing')}`]),
    ]),
  ].join('\n\n');
}

function caddyfile(site: ServedSite): string {
  const place = listenPlaceOf(
    site,
    'caddy',
    'CARTALOG_SITE="$PWD/dist/site" caddy run --config dist/caddy/Caddyfile',
    'CARTALOG_SITE is the folder with the documents, as a whole path: a build replaces dist, and a server that was started',
    'inside it would go on in the old one, which is deleted.',
  );
  const [, address, port] = /^(?:(.*):)?(\d+)$/.exec(place.listen) ?? [];
  return [
    // No empty line may be between the comment and the options.
    `${place.comment}\n${block('', ['admin off', 'auto_https off']).trimStart()}`,
    block(`:${port}`, [
      ...(address === undefined ? [] : [`bind ${address}`]),
      'root * {$CARTALOG_SITE:dist/site}',
      'import cartalog.caddy',
    ]),
  ].join('\n\n');
}
