/**
 * The configuration of Caddy: `cartalog.caddy` to import into a site, and `Caddyfile`, a complete configuration.
 *
 * Maps decide what a request below `/v1/` asks for. The request then goes through a list of answers and gets the first
 * that matches. An address is published if it has a file.
 */
import {
  ANSWERS,
  type AnswerName,
  DOCUMENT_POLICY,
  EVERY_ANSWER,
  PREFLIGHT_SECONDS,
  PUBLIC_HEADERS,
  REVALIDATED,
} from '../../../contract/http-answers.ts';
import { ASSETS_FOLDER, ASSETS_LIFETIME } from '../../../contract/pages.ts';
import { DESCRIPTION_LINK } from '../../../contract/plain-files.ts';
import { PREFIX } from '../../../contract/routes.ts';
import type { Asset } from '../asset.ts';
import { banner, type ConfigurationInput, configurationFile, indented, MEDIA_TYPES } from './configuration.ts';
import {
  answersFor,
  type Conditions,
  DOCUMENT_TYPES,
  type HostAnswers,
  IGNORED_HEADERS,
  PRECONDITIONS,
  REQUEST_VARIABLES,
  ROOT_FILES,
  stepsOf,
  subjectVariables,
  type Variables,
  withNames,
} from './host-answers.ts';

/** The configuration of Caddy. */
export function caddyFiles(input: ConfigurationInput): Asset[] {
  return [
    configurationFile('caddy/cartalog.caddy', siteBlock(answersFor(input), input.isCompressed)),
    configurationFile('caddy/Caddyfile', CADDYFILE),
  ];
}

/** A quoted token. @throws if it contains the quote */
function quoted(text: string): string {
  if (text.includes('`')) throw new Error(`Caddy cannot read ${text}`);
  return `\`${text}\``;
}

function block(head: string, lines: readonly string[]): string {
  return indented(`${head} {`, lines, '}', '\t');
}

/** Caddy's names for the parts of a request and for matches of patterns. All other variables are ours. */
const NAMES: Readonly<Record<string, string>> = {
  query: '{query}',
  accept: '{header.Accept}',
  uri: '{uri}',
  path: '{http.vars.cartalog_path}',
  1: '${1}',
  2: '${2}',
};

function inCaddy(text: string): string {
  return withNames(text, (name) => NAMES[name] ?? `{cartalog_${name}}`);
}

function map({ from, rows, otherwise }: Variables): string {
  const names = Object.keys(otherwise).map((name) => `{cartalog_${name}}`);
  const line = (words: readonly string[]): string => words.map((word) => quoted(inCaddy(word))).join(' ');
  return block(`map ${inCaddy(from)} ${names.join(' ')}`, [
    ...rows.map(([found, ...values]) => `${quoted(found.replace(/^~[*]/, '~(?i)'))} ${line(values)}`),
    `default ${line(Object.values(otherwise))}`,
  ]);
}

/** The action for a request that meets all conditions; it ends the request. */
function matched(name: string, conditions: readonly string[], directives: readonly string[]): string {
  return `${block(`@cartalog_${name}`, conditions)}\n${block(`handle @cartalog_${name}`, directives)}`;
}

const JSON_TYPE = 'header Content-Type application/json';

/** The matchers for each answer, all of which must match. */
const CONDITIONS: Conditions<readonly string[]> = {
  odd: ['vars {cartalog_odd_path} yes'],
  unslashed: ['not path */', 'file {path}/index.json'],
  unpublished: [
    ['vars {cartalog_kind} ""'],
    ['path */', 'not file {path}index.json'],
    ['not path */', 'not file {path}'],
  ],
  otherMethod: ['not method GET HEAD'],
  unknownFormat: ['path */', 'vars {cartalog_rendition} unknown'],
  method: (method, subject) => [`method ${method}`, ...(subject ? [`vars {cartalog_kind} ${subject.kind}`] : [])],
};

/** The texts that depend on the resource. */
const OWN_TEXTS: Partial<Record<AnswerName, string>> = {
  describe: '{cartalog_description}',
  refuse: '{cartalog_refusal}',
};

/** Gives an answer. */
function giving(name: AnswerName, { bodies }: HostAnswers, ownTexts = OWN_TEXTS): string[] {
  const { status, hasAllow, cache } = ANSWERS[name];
  return [
    ...(hasAllow ? ['header Allow {cartalog_allow}'] : []),
    ...(name === 'redirect' ? ['header Location {cartalog_location}'] : []),
    ...(name === 'describe' ? PREFLIGHT : []),
    ...(cache === null ? [] : [`header Cache-Control ${cache}`]),
    `respond ${ownTexts[name] ?? `* ${quoted(bodies[name])}`} ${status}`,
  ];
}

const IS_PREFLIGHT = ['header Origin *', 'header Access-Control-Request-Method *'];

const PREFLIGHT = [
  block('@cartalog_preflight', IS_PREFLIGHT),
  block('header @cartalog_preflight', [
    'Access-Control-Allow-Methods {cartalog_allow}',
    `Access-Control-Max-Age ${PREFLIGHT_SECONDS}`,
  ]),
  block('@cartalog_preflight_headers', [...IS_PREFLIGHT, 'header Access-Control-Request-Headers *']),
  'header @cartalog_preflight_headers Access-Control-Allow-Headers {header.Access-Control-Request-Headers}',
];

/** Sends the file that the request was rewritten to, or a compressed copy, and sets `Vary`. */
function sending(isCompressed: boolean, vary: readonly string[]): string[] {
  if (!isCompressed) return ['file_server'];
  return [
    block('header', ['defer', `Vary ${quoted([...vary, 'Accept-Encoding'].join(', '))}`]),
    block('file_server', ['precompressed br gzip']),
  ];
}

/** Removes request headers before the file server reads them. */
function hiding(names: readonly string[]): string[] {
  return names.map((name) => `request_header -${name}`);
}

/** Removes what a client's HTTP library, or a proxy, added to an ETag. */
const GZIP_SUFFIX = 'request_header If-None-Match `-gzip"` `"`';

/** The route of a request below the interface. */
function interfaceRoute(answers: HostAnswers, isCompressed: boolean): string[] {
  return [
    '# A path that leads out of a folder and into another one is that of the other.',
    block('@cartalog_folder', ['path */', 'file {path}index.json']),
    block('route @cartalog_folder', ['rewrite {http.matchers.file.relative}', 'uri strip_suffix index.json']),
    '# It stays the same here when the request is rewritten to a file.',
    'vars cartalog_path {path}',
    block('header', [
      ...Object.entries({ ...EVERY_ANSWER, 'Content-Security-Policy': DOCUMENT_POLICY }).map(
        ([name, value]) => `${name} ${quoted(value)}`,
      ),
      'Content-Type application/json',
    ]),
    ...stepsOf(answers, CONDITIONS).map(([conditions, name], index) =>
      matched(`${index}_${name}`, conditions, giving(name, answers)),
    ),
    '# A document, or a file that has one form.',
    '@cartalog_document file {path}{cartalog_file} {path}{cartalog_other_file}',
    'rewrite @cartalog_document {http.matchers.file.relative}',
    matched('missing', ['path */'], giving('missing', answers)),
    'header Allow {cartalog_allow}',
    ...Object.entries(DOCUMENT_TYPES).map(
      ([ending, type]) =>
        `@cartalog_${ending} path *.${ending}\nheader @cartalog_${ending} Content-Type ${quoted(type)}`,
    ),
    '@cartalog_plain not vars {cartalog_file_type} ""\nheader @cartalog_plain Content-Type {cartalog_file_type}',
    'header Cache-Control {cartalog_cache}',
    `@cartalog_service vars {cartalog_kind} service\nheader @cartalog_service Link ${quoted(DESCRIPTION_LINK)}`,
    '# Caddy leaves Last-Modified out of a 304: so both have that of the commit, or neither has one.',
    '@cartalog_modified not vars {cartalog_modified} ""',
    block('header @cartalog_modified', ['defer', 'Last-Modified {cartalog_modified}']),
    '@cartalog_undated vars {cartalog_modified} ""',
    'header @cartalog_undated -Last-Modified',
    GZIP_SUFFIX,
    ...hiding(IGNORED_HEADERS),
    ...sending(isCompressed, [EVERY_ANSWER.Vary]),
  ];
}

function siteBlock(answers: HostAnswers, isCompressed: boolean): string {
  const { resources, hasPages } = answers;
  const facts = resources.filter(({ maxAge, modified }) => maxAge !== null || modified !== null);
  const isPublic = 'file {path} {path}/index.html';
  return [
    banner('For a site of Caddy whose root is the folder "site" beside this one.'),
    '# What a request asks for.',
    ...[...REQUEST_VARIABLES, subjectVariables(answers)].map(map),
    map({
      from: '{path}',
      rows: facts.map(({ path, maxAge, modified }) => [
        path,
        maxAge === null ? REVALIDATED : `max-age=${maxAge}`,
        modified ?? '',
      ]),
      otherwise: { cache: REVALIDATED, modified: '' },
    }),
    '# Dots at the end of a path are those of a folder.',
    map({ from: '{uri}', rows: [['~*^[^?]*/(?:[.]|%2e)(?:[.]|%2e)?(?:[?]|$)', 'yes']], otherwise: { dots: '' } }),
    '@cartalog_dots vars {cartalog_dots} yes\nrewrite @cartalog_dots {path}/',
    '# The interface.',
    `@cartalog path ${[PREFIX, `${PREFIX}/*`, ...ROOT_FILES].join(' ')}`,
    block('handle @cartalog', [block('route', interfaceRoute(answers, isCompressed))]),
    '# The page, and the other files of public/.',
    block('handle', [
      ...Object.entries(PUBLIC_HEADERS).map(([name, value]) => `header ${name} ${quoted(value)}`),
      matched('refused_public', ['not method GET HEAD', isPublic], [JSON_TYPE, ...giving('refuse', answers, {})]),
      matched(
        'public',
        [isPublic],
        [
          ...(hasPages ? [`header /${ASSETS_FOLDER}* Cache-Control ${quoted(ASSETS_LIFETIME)}`] : []),
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
    block('handle_errors', [block('handle @cartalog', [JSON_TYPE, ...giving('missing', answers)])]),
  ].join('\n\n');
}

/** A complete configuration for a separate server. */
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
