/** The real yaml-language-server, driven over its own protocol as an editor drives it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, type MessageConnection } from 'vscode-jsonrpc/node.js';
import { matchLayout, schemaOf } from '../../build/read/layout.ts';
import { environment, ROOT } from './cli.ts';

/** A position in a text; lines and columns count from 0, as in the protocol. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A mark in the editor. */
export interface Mark {
  readonly message: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

/** A completion that the editor offers. */
export interface Offer {
  readonly label: string;
  readonly kind?: number;
  readonly documentation?: string | { readonly value: string };
  readonly insertText?: string;
  readonly textEdit?: { readonly newText: string };
}

/** The first line of a catalog file, which names its schema to the editor. */
export function schemaLine(path: string): string {
  const match = matchLayout(path);
  if (!match) throw new Error(`${path} is not a catalog file`);
  const toRoot = '../'.repeat(path.split('/').length);
  return `# yaml-language-server: $schema=${toRoot}schemas/catalog/${schemaOf(match.kind)}.json\n`;
}

/** A running server. Each request names a path inside the checkout, which need not exist, and the text of that file. */
export interface LanguageServer {
  /** Use each path once: the server pushes its marks, and they do not say for which text of a file they are. */
  marks(path: string, text: string): Promise<readonly Mark[]>;
  offers(path: string, text: string, position: Position): Promise<readonly Offer[]>;
  hover(path: string, text: string, position: Position): Promise<string>;
  /** What the server printed, and each attempt to reach the network. */
  output(): string;
  stop(): Promise<void>;
}

const SERVER = join(ROOT, 'node_modules', 'yaml-language-server', 'bin', 'yaml-language-server');

/** Loaded into the server: it must not need the network. */
const OFFLINE = `data:text/javascript,${encodeURIComponent(`
  import { Socket } from 'node:net';
  Socket.prototype.connect = function (...args) {
    process.stderr.write('network: ' + JSON.stringify(args[0]) + '\\n');
    throw new Error('The network is not to be used.');
  };
`)}`;

/** The settings of the checkout as the server asks for them: `yaml.a.b` is `b` in `a` in the section `yaml`. */
function settings(): Readonly<Record<string, unknown>> {
  const flat: Record<string, unknown> = JSON.parse(readFileSync(join(ROOT, '.vscode', 'settings.json'), 'utf8'));
  const yaml = { validate: true, completion: true, hover: true };
  return {
    yaml: {
      ...yaml,
      schemas: flat['yaml.schemas'],
      schemaStore: { enable: flat['yaml.schemaStore.enable'] },
      format: { enable: flat['yaml.format.enable'] },
    },
  };
}

/** Starts the server with the checkout as its workspace. */
export async function startLanguageServer(): Promise<LanguageServer> {
  const child = spawn(process.execPath, ['--import', OFFLINE, SERVER, '--stdio'], { cwd: ROOT, env: environment() });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const connection = createMessageConnection(child.stdout, child.stdin);
  const marks = listenForMarks(connection);
  const sections = settings();
  connection.onRequest('workspace/configuration', ({ items }: { items: { section?: string }[] }) =>
    items.map(({ section }) => sections[section ?? ''] ?? {}),
  );
  connection.onRequest('client/registerCapability', () => null);
  connection.listen();
  const root = pathToFileURL(ROOT).href;
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: 'catalog' }],
    capabilities: {
      workspace: { configuration: true },
      textDocument: {
        completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
        hover: { contentFormat: ['markdown'] },
      },
    },
  });
  await connection.sendNotification('initialized', {});

  // The server keeps what it has parsed of a version, even across closing and opening.
  let version = 0;
  const open = async (path: string, text: string): Promise<string> => {
    const uri = pathToFileURL(join(ROOT, path)).href;
    const textDocument = { uri, languageId: 'yaml', version: ++version, text };
    await connection.sendNotification('textDocument/didOpen', { textDocument });
    return uri;
  };
  const close = (uri: string): Promise<void> =>
    connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  const request = async (method: string, path: string, text: string, position: Position): Promise<unknown> => {
    const uri = await open(path, text);
    const response = await connection.sendRequest(method, { textDocument: { uri }, position });
    await close(uri);
    return response;
  };

  const offers: LanguageServer['offers'] = async (path, text, position) => {
    const response = (await request('textDocument/completion', path, text, position)) as { items: Offer[] } | null;
    return response?.items ?? [];
  };
  await untilConfigured(offers);

  return {
    output: () => output,
    offers,
    async marks(path, text) {
      const next = marks.next(pathToFileURL(join(ROOT, path)).href);
      const uri = await open(path, text);
      const found = await next;
      await close(uri);
      return found;
    },
    async hover(path, text, position) {
      const response = await request('textDocument/hover', path, text, position);
      return (response as { contents: { value: string } } | null)?.contents.value ?? '';
    },
    stop: () => stop(child, connection),
  };
}

/** The server asks for its settings after it has reported that it is ready; until it has them, it knows no folders. */
async function untilConfigured(offers: LanguageServer['offers']): Promise<void> {
  const start = { line: 0, character: 0 };
  while (!(await offers('catalog/site.yaml', '', start)).some(({ label }) => label === 'serviceUrl')) await sleep(20);
}

function listenForMarks(connection: MessageConnection): { next(uri: string): Promise<readonly Mark[]> } {
  const waiting = new Map<string, (marks: readonly Mark[]) => void>();
  connection.onNotification(
    'textDocument/publishDiagnostics',
    ({ uri, diagnostics }: { uri: string; diagnostics: Mark[] }) => {
      waiting.get(uri)?.(diagnostics);
      waiting.delete(uri);
    },
  );
  return { next: (uri) => new Promise((resolve) => waiting.set(uri, resolve)) };
}

async function stop(child: ChildProcess, connection: MessageConnection): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  await ended;
  connection.dispose();
}

/** Takes each field of a snippet as it is offered. */
export const TAB: readonly string[] = [];

/**
 * The text of a file after an editor has taken a snippet and filled in its fields.
 *
 * @param answers what is typed into the fields, in order; any further field stays as it is offered
 */
export function typed(offer: Offer | undefined, answers: readonly string[]): string {
  const snippet = offer?.textEdit?.newText ?? offer?.insertText ?? '';
  return snippet
    .replace(/\$\{(\d+)(?::([^}]*)|\|([^,|]*)[^|]*\|)\}/g, (_, field: string, text?: string, choice?: string) => {
      return answers[Number(field) - 1] ?? text ?? choice ?? '';
    })
    .replaceAll('\\$', '$');
}
